import { expect, test } from 'vitest';
import { goValueText, isUnsetResult } from '../../../../../src/adapter/languages/go/go-values.ts';

test.each([
  ['main.Item {Name: "cup", Cost: 4.5}', 'main.Item', '{Name: "cup", Cost: 4.5}'],
  ['*main.Item {Name: "cup"}', '*main.Item', '*{Name: "cup"}'],
  ['[]*shop.Item len: 1, cap: 1, [*{Name: "a"}]', '[]*example.com/real/shop.Item', 'len: 1, cap: 1, [*{Name: "a"}]'],
  ['map[string]int ["a": 1, "b": 2, ]', 'map[string]int', '["a": 1, "b": 2]'],
  ['main.Pricer(*main.Item) *{Name: "a"}', 'main.Pricer', 'main.Pricer(*main.Item) *{Name: "a"}'],
  ['*main.Item nil', '*main.Item', 'nil'],
  ['"a text"', 'string', '"a text"'],
  ['4.5', 'float64', '4.5'],
])('%s of type %s is shown as %s', (text, type, shown) => {
  expect(goValueText(text, type)).toBe(shown);
});

test('results without a name are hidden, variables are not', () => {
  expect(['~r0', '~b12', 'r0', 'err'].filter(isUnsetResult)).toEqual(['~r0', '~b12']);
});
