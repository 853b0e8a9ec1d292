import type { HangFrame } from '../../../model/hang-report.ts';
import type { ScriptTable } from '../scripts/script-table.ts';
import { locateByUrl } from './sample-stack.ts';

/** The frames in the text of an error's stack, innermost first, without evaluated code. */
export function framesOfText(stack: string, scripts: ScriptTable): HangFrame[] {
  return stack.split('\n').flatMap((line) => {
    const match = /^\s+at (?:(.*?) \()?((?:file:|node:|\/|[A-Za-z]:\\)[^()]*):(\d+):(\d+)\)?$/.exec(line);
    if (!match) return [];
    const [, name = '(anonymous)', url = '', lineText, columnText] = match;
    const { location, isProgram } = locateByUrl(url, Number(lineText), Number(columnText), scripts);
    return { name: plainName(name), location, presentation: isProgram ? 'normal' : 'internal' };
  });
}

/** `Timeout.poll [as _onTimeout]` is the function `poll`; the text of a module has no name. */
function plainName(name: string): string {
  const bare = name.replace(/ \[as .*\]$/, '').replace(/^(async|new) /, '');
  return bare === 'Object.<anonymous>' ? '(module)' : (bare.split('.').at(-1) ?? bare);
}
