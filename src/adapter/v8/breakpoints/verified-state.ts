import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { BreakpointState } from '../../../model/breakpoint.ts';
import type { CdpLocation, ScriptTable } from '../scripts/script-table.ts';
import { functionsIn, moveWarning, moveWarningAmong } from '../source/source-structure.ts';
import type { BoundBreakpoint } from './bound-breakpoint.ts';
import { staleWarning } from './breakpoint-warnings.ts';
import { isPlainScript } from './edited-scripts.ts';

/** What is to be said of a breakpoint that V8 has put at a place: where it stands, and why that may not be what was meant. */
export function verifiedState(
  { path, wanted }: BoundBreakpoint,
  at: CdpLocation,
  scripts: ScriptTable,
): Extract<BreakpointState, { kind: 'verified' }> {
  const { kind: _, ...location } = scripts.locate(at);
  const isMoved = location.line !== wanted.line;
  const stale = location.path === path ? staleWarning(path, scripts.get(at.scriptId)) : undefined;
  const warning = (isMoved ? moveWarning(path, wanted.line, location.line) : undefined) ?? stale;
  return {
    kind: 'verified',
    location,
    ...(isMoved ? { movedFromLine: wanted.line } : {}),
    ...(warning === undefined ? {} : { warning }),
  };
}

/**
 * Why a moved breakpoint may not be the one that was meant, for a file that is not JavaScript: by the functions of the script
 * that it became. Undefined when it was not moved, was explained already, or stays in its function.
 */
export async function moveWarningInScript(
  session: CdpSession,
  scripts: ScriptTable,
  { state, path, wanted, places }: BoundBreakpoint,
): Promise<string | undefined> {
  if (state.kind !== 'verified' || state.movedFromLine === undefined || state.warning !== undefined) return undefined;
  const [scriptId] = places.keys();
  // A JavaScript file was looked at already, as it is on disk.
  if (scriptId === undefined || isPlainScript(path)) return undefined;
  const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId });
  const spans = functionsIn(scriptSource).map(({ name, startLine, startColumn, endLine, endColumn }) => {
    const start = scripts.locate({ scriptId, lineNumber: startLine - 1, columnNumber: startColumn });
    const end = scripts.locate({ scriptId, lineNumber: endLine - 1, columnNumber: endColumn });
    return { name, startLine: start.line, endLine: end.line };
  });
  return moveWarningAmong(spans, wanted.line, state.location.line);
}
