import { expect, it } from 'vitest';
import { compiledBy, type LaunchPlan } from '../../../../../src/adapter/node/launch/launch-plan.ts';
import { programFiles } from '../../../../../src/adapter/v8/scripts/program-files.ts';

const node = (...nodeArgs: readonly string[]): LaunchPlan => ({ kind: 'node', node: '/usr/bin/node', nodeArgs });

it.each([
  ['a plain node', node('main.ts'), {}, 'nothing'],
  ['hooks by a flag', node('--import', 'tsx', 'main.ts'), {}, 'all'],
  ['hooks from outside', node('main.ts'), { NODE_OPTIONS: '--enable-source-maps --import=tsx' }, 'sources'],
  ['types that become code', node('--experimental-transform-types', 'main.ts'), {}, 'sources'],
  ['any command', { kind: 'command', command: '/usr/bin/npm', args: ['test'] } as const, {}, 'all'],
])('%s compiles what it compiles', (_about, plan, env, expected) => {
  expect(compiledBy(plan, { program: 'main.ts', env: { NODE_OPTIONS: '', ...env } })).toBe(expected);
});

it('a program of JavaScript has other sources compiled by what it imports, which no flag shows', () => {
  expect(compiledBy(node('main.mjs'), { program: 'main.mjs', env: { NODE_OPTIONS: '' } })).toBe('sources');
});

it.each([
  ['all', [true, true, true]],
  ['sources', [false, true, true]],
  ['nothing', [false, false, true]],
] as const)('of JavaScript, TypeScript and JSX, "%s" means', (compiled, expected) => {
  const files = programFiles('/program', compiled);
  expect(['/program/a.mjs', '/program/a.mts', '/program/a.tsx'].map((path) => files.isTransformed(path))).toEqual(
    expected,
  );
});
