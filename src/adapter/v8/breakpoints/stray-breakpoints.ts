import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { GeneratedPosition } from '../../../sourcemap/source-map.ts';
import type { ProgramTexts } from '../scripts/program-texts.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import { mayBeEdited } from '../scripts/stale-sources.ts';
import { functionsIn, isPlainScript, moveWarningAmong, readSource } from '../source/source-structure.ts';
import { NO_CODE, strayReason } from '../source/stray-places.ts';
import type { ThreadBreakpoint } from './thread-breakpoint.ts';

/** The number of lines around a line without code in which the nearest code is looked for. */
const MAX_AWAY_LINES = 50;

/** The place at which V8 put a breakpoint, and the place that was asked for. */
export interface Placement {
  readonly bound: ThreadBreakpoint;
  readonly place: CdpLocation;
  readonly asked: GeneratedPosition;
}

interface Loaded {
  readonly session: CdpSession;
  readonly scripts: ScriptTable;
  readonly texts: ProgramTexts;
}

/** The judgement of a place without asking V8. `unknown`: its text is not that of a file. */
type Judged = { readonly kind: 'allowed' | 'unknown' } | Stray;

/** The breakpoint may not stand there. */
export interface Stray {
  readonly kind: 'stray';
  readonly reason: string;
  /** The reason is that of the text; otherwise the text that runs is not known to be that of the file. */
  readonly isByText: boolean;
}

/** True if a breakpoint may stand where V8 put it, by what is on disk. */
export function strayOnDisk({ bound, place, asked }: Placement, scripts: ScriptTable): Judged {
  const { path, wanted } = bound;
  const { line } = scripts.locate(place);
  if (line === wanted.line) return { kind: 'allowed' };
  // A value of another line would be taken for one of this line.
  const isElsewhere = wanted.collect !== undefined || line < wanted.line;
  const script = scripts.get(place.scriptId);
  const isOnDisk = script.path === path && isPlainScript(path) && !scripts.mapOf(script) && !mayBeEdited(script);
  if (!isOnDisk && !isElsewhere) return { kind: 'unknown' };
  const reason = isOnDisk ? strayReason(readSource(path) ?? '', asked, positionOf(place)) : undefined;
  if (reason === undefined && !isElsewhere) return { kind: 'allowed' };
  return { kind: 'stray', reason: reason ?? NO_CODE, isByText: isOnDisk };
}

/** The same by the text that V8 runs: why it may not, or undefined when it may. */
export async function strayAmongLoaded(
  { bound, place, asked }: Placement,
  { scripts, texts }: Pick<Loaded, 'scripts' | 'texts'>,
): Promise<string | undefined> {
  const { wanted } = bound;
  const { scriptId } = place;
  const scriptSource = await texts.of(scriptId);
  const reason = strayReason(scriptSource, asked, positionOf(place));
  if (reason !== undefined || scripts.locate({ ...asked, scriptId }).line === wanted.line) return reason;
  // The compiler has nothing of that line: the next one that it has must be in the same function.
  const spans = functionsIn(scriptSource).flatMap(({ name, startLine, startColumn, endLine, endColumn }) => {
    const start = scripts.locate({ scriptId, lineNumber: startLine - 1, columnNumber: startColumn });
    const end = scripts.locate({ scriptId, lineNumber: endLine - 1, columnNumber: endColumn });
    const isWritten = [start, end].every((each) => isIn(bound, each));
    return isWritten ? [{ name, startLine: start.line, endLine: end.line }] : [];
  });
  const isElsewhere = moveWarningAmong(spans, wanted.line, scripts.locate(place).line) !== undefined;
  return isElsewhere ? NO_CODE : undefined;
}

/** The line of a breakpoint's file with code that is nearest to the one asked for; undefined when none is near. */
export async function nearestLine(
  bound: ThreadBreakpoint,
  { scriptId, lineNumber }: CdpLocation,
  { session, scripts }: Pick<Loaded, 'session' | 'scripts'>,
): Promise<number | undefined> {
  const { wanted } = bound;
  const isWritten = scripts.mapOf(scripts.get(scriptId)) === undefined;
  const middle = isWritten ? wanted.line - 1 : lineNumber;
  const start = { scriptId, lineNumber: Math.max(0, middle - MAX_AWAY_LINES) };
  const end = { scriptId, lineNumber: middle + MAX_AWAY_LINES };
  // Past the end of the text there is none, which V8 calls an error.
  const found = await session.send('Debugger.getPossibleBreakpoints', { start, end }).catch(() => undefined);
  const lines = (found?.locations ?? []).flatMap((location) => {
    const at = scripts.locate(location);
    // V8 may list the end of the whole text on the line of a brace, and yet put no breakpoint there.
    return isIn(bound, at) && at.line !== wanted.line ? at.line : [];
  });
  const away = (line: number) => Math.abs(line - wanted.line);
  return lines.length === 0 ? undefined : lines.reduce((best, line) => (away(line) < away(best) ? line : best));
}

/** The reason why a breakpoint does not count, with a line at which it would. */
export function strayText(nearest: number): string {
  return `${NO_CODE}; the nearest line with code is ${nearest}`;
}

/** True if a place is in the breakpoint's file, which may be named by a link. */
function isIn({ path, realPath }: ThreadBreakpoint, at: ReturnType<ScriptTable['locate']>): boolean {
  return at.kind === 'source' && (at.path === path || at.path === realPath);
}

function positionOf({ lineNumber, columnNumber = 0 }: CdpLocation): GeneratedPosition {
  return { lineNumber, columnNumber };
}
