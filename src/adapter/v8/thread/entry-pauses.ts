import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { EntryPurpose } from '../breakpoints/entries/entry-breakpoints.ts';
import type { PausingThread } from './pausing-thread.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** Prepares the pause at the start of a script before it is decided: breakpoints are set there. */
export class EntryPauses {
  readonly #thread: PausingThread;
  readonly #decide: (params: Paused, purposes: ReadonlySet<EntryPurpose>) => void;

  /** @param decide Is told why the script was to stop where it begins; of any other place, nothing. */
  constructor(thread: PausingThread, decide: (params: Paused, purposes: ReadonlySet<EntryPurpose>) => void) {
    this.#thread = thread;
    this.#decide = decide;
  }

  /** To be called for each pause that breakpoints may have caused. */
  prepare(params: Paused): void {
    const { state, entries, scripts } = this.#thread;
    const at = params.callFrames[0]?.location;
    const isOutput = entries.outputs.take(params.hitBreakpoints, scripts.get(at?.scriptId ?? ''));
    const isReload = entries.reloads.take(params.hitBreakpoints, at);
    const purposes = entries.take(params.hitBreakpoints);
    if (isOutput || isReload || purposes.has('bind'))
      void state.prepare(this.#bind(params), (now) => this.#decide(now, purposes));
    else this.#decide(params, purposes);
  }

  /** Before the first line of a script that is compiled as it is loaded. */
  async #bind(params: Paused): Promise<Paused> {
    const { breakpoints, functionBreakpoints, scripts } = this.#thread;
    const top = params.callFrames[0];
    if (!top) return params;
    const script = scripts.get(top.location.scriptId);
    const [ids, functions] = await Promise.all([
      breakpoints.bindIn(script, params).catch(() => []),
      functionBreakpoints.bindIn(script, top.location).catch(() => []),
    ]);
    const hit = [...(params.hitBreakpoints ?? []), ...breakpoints.bound.cdpIdsOf(ids), ...functions];
    return { ...params, hitBreakpoints: hit };
  }
}
