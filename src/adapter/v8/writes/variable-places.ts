import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ScriptId } from '../../../cdp/ids.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { CdpLocation } from '../scripts/script-table.ts';
import { SourceLines } from '../source/source-lines.ts';
import { rangesOf, type SourceRange, type StopPlace, type WritePlace, writePlaces } from '../source/write-places.ts';
import type { WrittenVariable } from '../source/write-sites.ts';

/** A place where V8 can stop. */
export interface V8Stop extends StopPlace {
  readonly location: CdpLocation;
  /** The place one character before: V8 takes it for the same place, and for another breakpoint. */
  readonly before: CdpLocation;
  /** True if V8 stops there in any case, and asks no condition. */
  readonly isDebuggerStatement: boolean;
}

/** V8 lists no more of them in one answer, and says nothing of it. */
const MOST_LISTED = 1_000;

/** The places at which to look whether a variable of a script has been written. @param text As V8 runs it. */
export async function placesOfVariable(
  session: CdpSession,
  {
    scriptId,
    text,
    variable,
  }: { readonly scriptId: ScriptId; readonly text: string; readonly variable: WrittenVariable },
  options?: CallOptions,
): Promise<readonly WritePlace<V8Stop>[]> {
  const lines = new SourceLines(text);
  const found = rangesOf(variable).map(({ start, end }) => {
    // Past the end of the text there is no place, which V8 calls an error.
    const range = end < text.length ? { start, end: end + 1 } : { start };
    return stopsIn(session, { scriptId, lines, range }, options);
  });
  const stops = await Promise.all(found);
  return writePlaces(variable, stops.flat());
}

interface SearchedRange {
  readonly scriptId: ScriptId;
  readonly lines: SourceLines;
  readonly range: Pick<SourceRange, 'start'> & Partial<SourceRange>;
}

async function stopsIn(
  session: CdpSession,
  { scriptId, lines, range }: SearchedRange,
  options?: CallOptions,
): Promise<V8Stop[]> {
  const found = new Map<number, V8Stop>();
  const end = range.end === undefined ? {} : { end: { scriptId, ...lines.positionOf(range.end) } };
  for (let start = range.start; ; ) {
    const request = { start: { scriptId, ...lines.positionOf(start) }, ...end };
    const { locations } = await session.send('Debugger.getPossibleBreakpoints', request, options);
    let last = start;
    for (const { lineNumber, columnNumber = 0, type } of locations) {
      const offset = (lines.range(lineNumber)?.start ?? 0) + columnNumber;
      last = Math.max(last, offset);
      const isReturn = type === 'return' || found.get(offset)?.isReturn === true;
      const isDebuggerStatement = type === 'debuggerStatement';
      const location = { scriptId, lineNumber, columnNumber };
      const before = offset === 0 ? location : { scriptId, ...lines.positionOf(offset - 1) };
      found.set(offset, { offset, isReturn, isDebuggerStatement, location, before });
    }
    if (locations.length < MOST_LISTED || last === start) return [...found.values()];
    start = last;
  }
}
