import { expect, it } from 'vitest';
import { namesInScope } from '../../../../../src/adapter/v8/source/names-in-scope.ts';

const SOURCE = `const top = 1;
function f(a, { b }) {
  let c = a;
  for (const d of b) {
    String(d);
  }
  const inner = () => c;
}
`;

it('names what a place can name, innermost first', () => {
  expect(namesInScope(SOURCE, { lineNumber: 4, columnNumber: 4 })).toEqual(['d', 'c', 'inner', 'a', 'b', 'top', 'f']);
});

it('names nothing in what is no JavaScript', () => {
  expect(namesInScope('let x: number = 1;', { lineNumber: 0, columnNumber: 0 })).toEqual([]);
});
