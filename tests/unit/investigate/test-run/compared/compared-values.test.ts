import { describe, expect, test } from 'vitest';
import { comparedValues } from '../../../../../src/investigate/test-run/compared/compared-values.ts';
import type { ComparedValues } from '../../../../../src/model/tests/compared-values.ts';

/** `actual.items[2] 36, expected 40`, with types where they say more than the texts. */
function shown(compared: ComparedValues | undefined): string | undefined {
  if (compared === undefined) return undefined;
  const { path, actual, expected } = compared;
  return `${path}|${actual === undefined ? '' : `${actual.text}:${actual.type}`}|${expected?.text ?? ''}`;
}

describe('what a message says of two primitives', () => {
  test.for([
    ['expect(received).toBe(expected) // Object.is equality\n\nExpected: 40\nReceived: 36', '|36:number|40'],
    ['expect(received).toBeTruthy()\n\nReceived: undefined', '|undefined:undefined|'],
    ['expect(received).toHaveLength(expected)\n\nExpected length: 2\nReceived length: 3', '.length|3:number|2'],
    ['expect(received).toBeGreaterThan(expected)\n\nExpected: > 40\nReceived:   36', '|36:number|40'],
    ["expected 'Ada' to equal 'Bob'", `|'Ada':string|'Bob'`],
    ['expected 36 to be 40 // Object.is equality', '|36:number|40'],
    ['expected undefined to exist', '|undefined:undefined|'],
    ['expected [ 1, 2 ] to have a length of 3 but got 2', '.length|2:number|3'],
    ['Expected $.items[2].price = 36 to equal 40.', '.items[2].price|36:number|40'],
    ['Expected 36 to be 40.', '|36:number|40'],
    ['Expected values to be strictly equal:\n\n36 !== 40\n', '|36:number|40'],
    [
      'assert.strictEqual(received, expected)\n\nExpected value to strictly be equal to:\n  40\nReceived:\n  36',
      '|36:number|40',
    ],
    ['Difference:\n\n- Expected\n+ Received\n\n-     "price": 40,\n+     "price": 36,', '.price|36:number|40'],
    ['assert 36 == 40\n +  where 36 = price()', '|36:number|40'],
    ["assert None\n +  where None = get('x')", '|None:NoneType|'],
    ['price\nexpected: 40\nactual: 36', '|36:number|40'],
    ['should be equal\n-40\n+36', '|36:number|40'],
    ['Difference (- actual, + expected):\n\n- 36\n+ 40', '|36:number|40'],
    ['Expected values to be strictly equal:\n    ++40    (Expected)\n    --36    (Actual)', '|36:number|40'],
  ])('%s', ([message, expected]) => {
    expect(shown(comparedValues({}, message ?? ''))).toBe(expected);
  });

  test.for(['cannot read 36', 'timeout of 2000 ms exceeded', 'expected { a: 1 } to deeply equal { a: 2 }', ''])(
    'nothing: %s',
    (message) => {
      expect(comparedValues({}, message)).toBeUndefined();
    },
  );
});

describe('what a runner hands on as text', () => {
  const printed = (actual: string, expected: string, message = '') =>
    shown(comparedValues({ printed: { actual, expected } }, message));

  test('a property deep inside, of an object and of a list', () => {
    const object = (price: number) =>
      `Object {\n  "items": Array [\n    1,\n    Object {\n      "price": ${price},\n    },\n  ],\n}`;
    expect(printed(object(36), object(40))).toBe('.items[1].price|36:number|40');
  });

  test('a property that only one side has', () => {
    expect(printed('{\n  "a": 1,\n}', '{\n  "a": 1,\n  "b": 2,\n}')).toBe('.b||2');
    expect(printed('{\n  "a": 1,\n  "b": 2,\n}', '{\n  "a": 1,\n}')).toBe('.b|2:number|');
    expect(printed('[\n  1,\n]', '[\n  1,\n  "x",\n]')).toBe('[1]||"x"');
  });

  test('an entry of a map, and a key that is no name', () => {
    expect(printed('Map {\n  "a" => {\n    "x": 1,\n  },\n}', 'Map {\n  "a" => {\n    "x": 2,\n  },\n}')).toBe(
      '.get("a").x|1:number|2',
    );
    expect(printed('{\n  "a b": null,\n}', '{\n  "a b": 2,\n}')).toBe('["a b"]|null:null|2');
  });

  test('strings have no quotes there: the message says what is one', () => {
    expect(printed('Ada', 'Bob', "expected 'Ada' to be 'Bob'")).toBe('|"Ada":string|"Bob"');
    expect(printed('36', '36', "expected '36' to be 36")).toBe('|"36":string|36');
    expect(printed('36', '36', "expected 36 to be '36'")).toBe('|36:number|"36"');
  });
});

test('what a hook saw counts more than texts, and is checked', () => {
  const compared = { path: '.a', actual: { text: '1', type: 'number' } };
  expect(comparedValues({ compared }, 'expected 36 to be 40')).toEqual(compared);
  for (const wrong of [null, 'x', { path: 1 }, { path: '' }, { path: '', actual: 'x' }])
    expect(comparedValues({ compared: wrong }, '')).toBeUndefined();
});
