import { expect, test } from 'vitest';
import { warningLines } from '../../../../src/render/program/warnings.ts';

const shown = (...texts: readonly string[]) =>
  warningLines(
    { chunks: texts.map((text) => ({ category: 'stderr' as const, text, atMs: 0 })), omittedChars: 0 },
    { cwd: '/shop' },
  );

test('warnings of own code are named by their places, each once', () => {
  const text = `start
/shop/cart.py:5: ChainedAssignmentError: A value is being set on a copy.
Such chained assignment never works.
  df["a"][0] = 10
  cart.py:7: DeprecationWarning: old()
    old()
/shop/cart.py:5: ChainedAssignmentError: A value is being set on a copy.
`;
  expect(shown(text.slice(0, 20), text.slice(20))).toEqual([
    'Warned at cart.py:5: ChainedAssignmentError: A value is being set on a copy.',
    'Warned at cart.py:7: DeprecationWarning: old()',
  ]);
});

test('errors, and warnings of what is installed, are none', () => {
  expect(
    shown(
      'cart.py:5: AssertionError: assert 1 == 2\n',
      '/v/lib/python3.13/site-packages/a/b.py:3: UserWarning: hm\n',
      '<frozen importlib.py>:1: ImportWarning: hm\n',
      'UserWarning: hm\n  "cart.py:5: UserWarning"\n',
    ),
  ).toEqual([]);
});

test('of many, the first three', () => {
  const text = Array.from({ length: 9 }, (_, at) => `/shop/a.py:${at + 1}: UserWarning: ${'x'.repeat(500)}`).join('\n');
  const found = shown(text);
  expect(found.map((line) => line.slice(0, 20))).toEqual([
    'Warned at a.py:1: Us',
    'Warned at a.py:2: Us',
    'Warned at a.py:3: Us',
  ]);
  expect(found.every((line) => line.length < 220)).toBe(true);
});
