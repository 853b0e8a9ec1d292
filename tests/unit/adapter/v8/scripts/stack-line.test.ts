import { expect, test } from 'vitest';
import { isInFile, readStackLine } from '../../../../../src/adapter/v8/scripts/stack-line.ts';

test.each([
  ['    at add (/shop/a b.js:3:14)', 'add', '/shop/a b.js', true],
  ['    at Shop.add [as onAdd] (file:///shop/a.mjs:3:14)', 'Shop.add [as onAdd]', 'file:///shop/a.mjs', true],
  ['    at /shop/a.js:3:14', undefined, '/shop/a.js', true],
  ['    at C:\\shop\\a.js:3:14', undefined, 'C:\\shop\\a.js', true],
  ['    at node:internal/timers:3:14', undefined, 'node:internal/timers', true],
  [
    '    at eval (eval at f (/shop/a.js:1:2), <anonymous>:3:14)',
    'eval',
    'eval at f (/shop/a.js:1:2), <anonymous>',
    false,
  ],
])('%s is taken apart', (text, name, url, inFile) => {
  const read = readStackLine(text);
  expect(read).toEqual({ name, url, line: 3, column: 14 });
  expect(read && isInFile(read)).toBe(inFile);
});

test.each(['Error: at x:1:2', 'at x:1:2', '    at add', '    at :1:2', '    by add (/a.js:1:2)', ''])(
  '%j is no such line',
  (text) => {
    expect(readStackLine(text)).toBeUndefined();
  },
);
