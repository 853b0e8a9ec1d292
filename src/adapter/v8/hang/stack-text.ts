import type { HangFrame } from '../../../model/hang-report.ts';
import { MODULE_FRAME } from '../../../model/stack-frame.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { isInFile, readStackLine } from '../scripts/stack-line.ts';
import { locateByUrl } from './sample-stack.ts';

/** The frames in the text of an error's stack, innermost first, without evaluated code. */
export function framesOfText(stack: string, scripts: ScriptTable): HangFrame[] {
  return stack.split('\n').flatMap((line) => {
    const read = readStackLine(line);
    if (!read || !isInFile(read)) return [];
    const { name = '(anonymous)', url, line: at, column } = read;
    const { location, isProgram } = locateByUrl(url, at, column, scripts);
    return { name: plainName(name), location, presentation: isProgram ? 'normal' : 'internal' };
  });
}

/** `Timeout.poll [as _onTimeout]` is the function `poll`; the text of a module has no name. */
function plainName(name: string): string {
  const renamed = name.endsWith(']') ? name.indexOf(' [as ') : -1;
  const bare = (renamed === -1 ? name : name.slice(0, renamed)).replace(/^(async|new) /, '');
  return bare === 'Object.<anonymous>' ? MODULE_FRAME : (bare.split('.').at(-1) ?? bare);
}
