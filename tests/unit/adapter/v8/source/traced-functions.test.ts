import { expect, test } from 'vitest';
import { tracedFunctionsIn } from '../../../../../src/adapter/v8/source/traced-functions.ts';

const SOURCE = `function total({ items, rate: { high = 2 } }, [first, ...rest] = [], limit = 3, ...more) {
  let sum = 0;
  if (limit) {
    sum = items.map((item) => item.price);
  }
  return sum;
}
class Cart {
  async load() {
    while (true) await 1;
  }
  *numbers() {}
}
`;

test('functions with their names, parameters and own statements', () => {
  const found = tracedFunctionsIn(SOURCE);
  expect(found.map(({ name }) => name)).toEqual(['total', '(anonymous)', 'Cart.load', 'Cart.numbers']);
  const [total, arrow, load, numbers] = found;
  expect(total?.parameters).toEqual(['items', 'high', 'first', 'rest', 'limit', 'more']);
  const textOf = ({ start, end }: { start: number; end: number }) => SOURCE.slice(start, end).split('\n')[0];
  expect(total?.statements.map(textOf)).toEqual([
    'let sum = 0;',
    'if (limit) {',
    'sum = items.map((item) => item.price);',
    'return sum;',
  ]);
  expect(arrow?.statements.map(textOf)).toEqual(['item.price']);
  expect([total, load, numbers].map((each) => [each?.isPausing, each?.beginsWithLoop])).toEqual([
    [false, false],
    [true, true],
    [true, false],
  ]);
});

test('a text that is no JavaScript, or a bundle, has none', () => {
  expect(tracedFunctionsIn('const a: number = 1; function f() {}')).toEqual([]);
  expect(tracedFunctionsIn(`function f() {}\n${' '.repeat(1_000_001)}`)).toEqual([]);
});

test('what stands in a module and in sloppy code is both read', () => {
  expect(tracedFunctionsIn('import a from "a"; export const f = () => a;').map(({ name }) => name)).toEqual(['f']);
  expect(tracedFunctionsIn('with (a) { var f = function () {}; }').map(({ name }) => name)).toEqual(['f']);
});
