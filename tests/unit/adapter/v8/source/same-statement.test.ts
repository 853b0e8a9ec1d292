import { expect, test } from 'vitest';
import { isSameStatement } from '../../../../../src/adapter/v8/source/same-statement.ts';

/** True if the places of two marks, `«` and `»`, which are taken out of the text, are in one statement. */
function isOne(marked: string): boolean {
  const positionOf = (text: string, mark: string) => {
    const before = text.slice(0, text.indexOf(mark)).split('\n');
    return { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
  };
  const first = positionOf(marked.replace('»', ''), '«');
  const second = positionOf(marked.replace('«', ''), '»');
  return isSameStatement(marked.replace(/[«»]/g, ''), first, second);
}

test.each([
  ['a call and its argument', '«f(\n  »g());', true],
  ['two statements of a line', '«f(); »g();', false],
  ['a chain over lines', '«list\n  .map(f)\n  .»forEach(g);', true],
  ['a condition and its parts', 'if («a.b && »c.d) e();', true],
  ['a condition and what depends on it', 'if («a.b) »e();', false],
  ['a call and the arrow function that it is given', 'list.«map((x) => »x.a.b);', false],
  ['one body of an arrow function', 'list.map((x) => «x.a.»b);', true],
  ['a call and the function that it is given', 'list.«map(function (x) { return »x.a; });', false],
  ['a class and the value of a field', '«class A { f = »x.a; }', false],
  ['a file of no JavaScript, on one line', 'const a: A = «f(); »g();', true],
  ['a file of no JavaScript, on two lines', 'const a: A = «f();\n»g();', false],
])('%s', (_what, marked, expected) => {
  expect(isOne(marked)).toBe(expected);
});
