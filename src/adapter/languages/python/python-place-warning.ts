const DEFINITION = /^(\s*)(?:async\s+)?(?:def|class)\s+(\w+)/;

/** The wanted and the actual line of a breakpoint, both 1-based; and whether the program ran when the debugger came. */
interface Placed {
  readonly wantedLine: number;
  readonly line: number;
  readonly isAttached: boolean;
}

/**
 * A warning when a breakpoint was moved out of the function that it was meant for, stands at the head of a function, which runs where the
 * function is defined and not where it is called, or in one that may run when the debugger has gone.
 *
 * @param lines The file's physical lines.
 */
export function pythonPlaceWarning(
  lines: readonly string[],
  { wantedLine, line, isAttached }: Placed,
): string | undefined {
  return (
    moveWarning(lines, wantedLine, line) ??
    headWarning(lines, line) ??
    (isAttached ? endWarning(lines, line) : undefined)
  );
}

function headWarning(lines: readonly string[], line: number): string | undefined {
  const text = lines[line - 1] ?? '';
  const isDecorator = /^\s*@/.test(text);
  const head = isDecorator ? lines.findIndex((each, index) => index >= line && !/^\s*(@|#|$)/.test(each)) : line - 1;
  if (!/^\s*(?:async\s+)?def\b/.test(lines[head] ?? '')) return undefined;
  const body = bodyLine(lines, head);
  if (body === undefined) return undefined;
  const what = isDecorator ? 'a decorator' : 'the def statement';
  return `this is ${what}, which runs once, when the function is defined; its body begins at line ${body}`;
}

const REGISTER = 'atexit.register';

/** The debugger leaves in a handler of its own. Those that were registered before it are called after that. */
function endWarning(lines: readonly string[], line: number): string | undefined {
  const [head = '', name] = functionAt(lines, line)?.split(':') ?? [];
  if (name === undefined) return undefined;
  const isGiven = lines.some((each) => registeredIn(each) === name);
  if (!isGiven && !decoratorsAbove(lines, Number(head)).includes(`@${REGISTER}`)) return undefined;
  return `Python calls ${name} at its end (${REGISTER}): where that was registered before the debugger came, the debugger has gone by then, and it is not seen`;
}

/** The last word of what a line hands to `atexit.register`. */
function registeredIn(text: string): string | undefined {
  const at = text.indexOf(`${REGISTER}(`);
  return at === -1
    ? undefined
    : /^\s*([\w.]+)/
        .exec(text.slice(at + REGISTER.length + 1))?.[1]
        ?.split('.')
        .at(-1);
}

function decoratorsAbove(lines: readonly string[], head: number): string[] {
  const above = lines.slice(0, head - 1).toReversed();
  const end = above.findIndex((each) => !each.trimStart().startsWith('@'));
  return above.slice(0, end === -1 ? above.length : end).map((each) => each.trim());
}

/**
 * The line of the first statement below a head; undefined if the body stands in the head's own line. Takes and returns 0-based
 * lines.
 */
function bodyLine(lines: readonly string[], head: number): number | undefined {
  let depth = 0;
  for (let index = head; index < lines.length; index++) {
    const code = (lines[index] ?? '')
      .replace(/(["']).*?\1/g, '')
      .replace(/#.*/, '')
      .trimEnd();
    depth += (code.match(/[([{]/g) ?? []).length - (code.match(/[)\]}]/g) ?? []).length;
    if (depth > 0) continue;
    return code.endsWith(':') ? firstStatement(lines, index + 1) : undefined;
  }
  return undefined;
}

/** The line of the first statement from an index on that is no comment and no docstring. */
function firstStatement(lines: readonly string[], start: number): number | undefined {
  const first = lines.findIndex((each, index) => index >= start && !isBlank(each));
  if (first === -1) return undefined;
  const [, quote] = /^\s*[rRuU]?("""|'''|"|')/.exec(lines[first] ?? '') ?? [];
  if (quote === undefined) return first + 1;
  const isWhole = (lines[first] ?? '').split(quote).length > 2;
  const end = isWhole ? first : lines.findIndex((each, index) => index > first && each.includes(quote));
  const next = lines.findIndex((each, index) => index > end && !isBlank(each));
  const isInside = next > end && indentOf(lines[next] ?? '') >= indentOf(lines[first] ?? '');
  return end !== -1 && isInside ? next + 1 : first + 1;
}

function moveWarning(lines: readonly string[], fromLine: number, toLine: number): string | undefined {
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
