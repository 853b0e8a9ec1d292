import { expect, test } from 'vitest';
import { programInput } from '../../../../../src/toolsets/debug/input/stdin-argument.ts';

test.each([
  [undefined, undefined],
  ['open', { kind: 'open' }],
  ['open\n', { kind: 'text', text: 'open\n' }],
  ['@in.txt', { kind: 'file', path: '/work/in.txt' }],
  ['@/data/in put.txt', { kind: 'file', path: '/data/in put.txt' }],
  ['@alice\n', { kind: 'text', text: '@alice\n' }],
  ['@a\n@b', { kind: 'text', text: '@a\n@b' }],
  ['@', { kind: 'text', text: '@' }],
  ['a@b', { kind: 'text', text: 'a@b' }],
])('stdin %j', (stdin, expected) => {
  expect(programInput(stdin, '/work')).toEqual(expected);
});
