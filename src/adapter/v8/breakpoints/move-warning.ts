import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { functionsIn, moveWarningAmong } from '../source/source-structure.ts';
import type { BoundBreakpoint } from './bound-breakpoint.ts';
import { isPlainScript } from './edited-scripts.ts';

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
