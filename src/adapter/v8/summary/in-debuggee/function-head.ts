import type { Intrinsics } from './intrinsics.ts';
import type { ObjectReader } from './object-reader.ts';

export type FunctionHead = ReturnType<typeof createFunctionHead>;

/**
 * `function total(items)`, `async function f()`, `(x) => …`, `class Cart extends Base`: a function's source up to its body,
 * on one line.
 *
 * Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createFunctionHead(i: Intrinsics, reader: ObjectReader) {
  const longest = 300;

  /** The start of the body, and whether it is an arrow's. Quotes and comments in parameters are not told apart. */
  function endOfHead(text: string): { end: number; arrow: boolean } {
    let depth = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text[at];
      if (char === '(' || char === '[') depth++;
      else if (char === ')' || char === ']') depth--;
      else if (depth > 0) continue;
      else if (char === '{') return { end: at, arrow: false };
      else if (char === '=' && text[at + 1] === '>') return { end: at, arrow: true };
    }
    return { end: text.length, arrow: false };
  }

  function oneLine(text: string): string {
    let line = '';
    for (let at = 0; at < text.length; at++) {
      const char = text[at] ?? '';
      const space = char <= ' ';
      if (!space) line += char;
      else if (line !== '' && line[line.length - 1] !== ' ') line += ' ';
    }
    return line[line.length - 1] === ' ' ? i.slice(line, 0, -1) : line;
  }

  function startsWith(text: string, start: string): boolean {
    return i.slice(text, 0, start.length) === start;
  }

  /** Puts the name that an anonymous function got from its variable into its head. */
  function named(head: string, keyword: string, target: object): string {
    const next = head[keyword.length];
    const after = i.slice(head, keyword.length);
    const anonymous = next === undefined || next === '(' || startsWith(after, ' (') || startsWith(after, ' extends ');
    if (!anonymous) return head;
    const name = i.slice(reader.ownText(target, 'name') ?? '', 0, 80);
    return name === '' ? head : `${keyword} ${name}${startsWith(after, ' (') ? i.slice(after, 1) : after}`;
  }

  return (target: object): string => {
    const source = i.slice(i.sourceOf(target), 0, longest);
    const { end, arrow } = endOfHead(source);
    const head = oneLine(i.slice(source, 0, end));
    if (arrow) return `${head} => …`;
    if (startsWith(head, 'class')) return named(head, 'class', target);
    if (startsWith(head, 'function')) return named(head, 'function', target);
    if (startsWith(head, 'async function')) return named(head, 'async function', target);
    return startsWith(head, 'async ') ? `async function ${i.slice(head, 6)}` : `function ${head}`;
  };
}
