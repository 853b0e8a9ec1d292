import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpResult } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { V8Thread } from '../thread/v8-thread.ts';

type BreakLocation = CdpResult<'Debugger.getPossibleBreakpoints'>['locations'][number];

/** Limit of the wait for a removal, which is made even if its reply comes later. */
const REMOVED_MS = 1_000;

/** A range for breakpoints: 0-based, CDP's. */
export interface BreakRange {
  readonly scriptId: ScriptId;
  readonly start: { readonly lineNumber: number; readonly columnNumber: number };
  /** Left out: to the end of the function. */
  readonly end?: { readonly lineNumber: number; readonly columnNumber: number };
  readonly restrictToFunction: boolean;
}

/** As many places as V8 lists at once, without a word about the others. */
const MAX_LISTED = 1_000;

/**
 * The places in a range where V8 can stop; `return` is where a function is about to return.
 *
 * @see CDP Debugger.getPossibleBreakpoints
 */
export async function breakPlaces(
  { session }: V8Thread,
  { scriptId, start, end, restrictToFunction }: BreakRange,
  options: CallOptions,
): Promise<BreakLocation[]> {
  const rest = { ...(end ? { end: { scriptId, ...end } } : {}), restrictToFunction };
  const found: BreakLocation[] = [];
  for (let from = start; ; ) {
    const range = { start: { scriptId, ...from }, ...rest };
    const { locations } = await session.send('Debugger.getPossibleBreakpoints', range, options);
    found.push(...locations);
    const last = locations.at(-1);
    if (!last || locations.length < MAX_LISTED) return found;
    from = { lineNumber: last.lineNumber, columnNumber: (last.columnNumber ?? 0) + 1 };
  }
}

/** Breakpoints that only the adapter sees, while it inspects a thread. The owner must clear them. */
export class InspectionBreakpoints {
  readonly #thread: V8Thread;
  readonly #ids = new Set<string>();

  constructor(thread: V8Thread) {
    this.#thread = thread;
  }

  /** CDP's ids of the breakpoints; a place where one stands already has none. */
  async set(places: readonly BreakLocation[], options: CallOptions): Promise<string[]> {
    const { session } = this.#thread;
    const set = await Promise.all(
      places.map(({ scriptId, lineNumber, columnNumber = 0 }) =>
        session
          .send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } }, options)
          .catch(() => undefined),
      ),
    );
    const ids = set.flatMap((each) => each?.breakpointId ?? []);
    for (const id of ids) this.#ids.add(id);
    return ids;
  }

  /** A failure means that the thread has ended. */
  async remove(ids: Iterable<string>): Promise<void> {
    const { session } = this.#thread;
    const gone = [...ids].filter((id) => this.#ids.delete(id));
    await Promise.all(
      gone.map((breakpointId) =>
        session.send('Debugger.removeBreakpoint', { breakpointId }, { timeoutMs: REMOVED_MS }).catch(() => {}),
      ),
    );
  }

  clear(): Promise<void> {
    return this.remove(this.#ids);
  }
}
