import { readText } from '../../../files/read-file.ts';

const DEFINITION = /^(\s*)(?:async\s+)?(?:def|class)\s+(\w+)/;

/** A warning when a breakpoint was moved out of the function that it was meant for. Lines are 1-based. */
export function pythonMoveWarning(path: string, fromLine: number, toLine: number): string | undefined {
  const lines = linesOf(path);
  const from = functionAt(lines, fromLine);
  const to = functionAt(lines, toLine);
  if (from === to) return undefined;
  return to === undefined ? 'that is outside of the function' : `that is in another function (${to.split(':')[1]})`;
}

/** The innermost definition around a line, as `line:name`. A blank line belongs to the code below it. */
function functionAt(lines: readonly string[], line: number): string | undefined {
  let at = line - 1;
  while (at < lines.length && isBlank(lines[at])) at++;
  let indent = indentOf(lines[at] ?? '');
  for (let above = at - 1; above >= 0 && indent > 0; above--) {
    const text = lines[above] ?? '';
    if (isBlank(text) || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    const name = DEFINITION.exec(text)?.[2];
    if (name !== undefined) return `${above + 1}:${name}`;
  }
  return undefined;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || /^\s*(#.*)?$/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function linesOf(path: string): string[] {
  return readText(path)?.split('\n') ?? [];
}
