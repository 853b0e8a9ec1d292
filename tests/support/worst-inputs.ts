import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';

/** A pattern of the sources. */
interface FoundPattern {
  readonly path: string;
  readonly pattern: RegExp;
}

/** The patterns that are written as literals in a file of TypeScript. */
export function patternsOf(root: string, path: string): FoundPattern[] {
  const loader = path.endsWith('.tsx') ? 'tsx' : 'ts';
  const { code } = transformSync(readFileSync(root + path, 'utf8'), { loader, target: 'esnext' });
  const found: FoundPattern[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node && typeof node.regex === 'object' && node.regex !== null && 'value' in node)
      if (node.value instanceof RegExp) found.push({ path, pattern: node.value });
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return found;
}

/** Pieces of texts that keep a search going: each character that patterns have classes for, and pieces of code and of output. */
const PUMPS = [
  ...'aA09 \t\n.-_$/\\"\'`()[]{}<>,;:=|*#@%é',
  ...['\r\n', '😀', 'a ', 'a.', 'a/', 'a,', 'a=', 'a:', '(a', '[a', '{a', 'a\n', ' \n', 'at ', '  at a (', '\\"', 'x"'],
  ...['"a",', 'a-', '\u001b[', '\u001b]', '\u001b[K', 'a\u001b[K', '\ra', 'a$', 'A1', '…'],
];
const HEADS = ['', 'A', 'a', '"', '(', "'", '{', '[', ':', ' ', '1', '\n'];
/** Ends at which a search fails that goes to the end. */
const TAILS = ['\0', '\nx'];

/** The pieces of a pattern that stand for themselves: `curl` and `--user` of `/\bcurl\b.*--user/`. */
function literalPieces(source: string): string[] {
  const plain = source.replace(/\(\?<?[:=!]|\(\?<\w+>/g, '(').replace(/\\[bB]/g, '');
  const pieces = plain.match(/(?:\\[^dwsDWSpPnrt]|[A-Za-z0-9 :=,'"`<>@/!#%&~;-])+/g) ?? [];
  return [...new Set(pieces.map((piece) => piece.replace(/\\(.)/g, '$1')))].filter(({ length }) => length < 40);
}

/** Texts that are hard on a search, of any length. */
export function worstInputs(source = ''): ((length: number) => string)[] {
  const pieces = literalPieces(source);
  const pumps = new Set([
    ...PUMPS,
    ...pieces,
    ...pieces.flatMap((piece) => [`${piece}a`, `${piece} `, `${piece}"`, `-${piece}`]),
  ]);
  const tails = /[.$]/.test(source) ? TAILS : TAILS.slice(0, 1);
  // All of them up to one lead to what follows that one: the blanks behind `async*`.
  const led = pieces.slice(1, 6).map((_, index) => pieces.slice(0, index + 2).join(''));
  const heads = new Set([...HEADS, ...pieces.slice(0, 6), ...led]);
  return [...heads].flatMap((head) =>
    [...pumps].flatMap((pump) =>
      tails.map((tail) => (length: number) => head + pump.repeat(Math.ceil(length / pump.length)) + tail),
    ),
  );
}
