import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LaunchRequest } from '../../../../../src/adapter/debug-adapter.ts';
import { planLaunch } from '../../../../../src/adapter/node/launch/launch-plan.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const cwd = temporaryFolder('plan test ');
const bin = join(cwd, 'bin');
const node = join(bin, 'node');

function executable(path: string): void {
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
}

beforeAll(() => {
  mkdirSync(bin);
  mkdirSync(join(cwd, 'src'));
  for (const name of ['node', 'npm']) executable(join(bin, name));
  executable(join(cwd, 'run.sh'));
  writeFileSync(join(cwd, 'notes.txt'), 'text');
  for (const name of ['app.js', 'app.ts', 'my app.mjs']) writeFileSync(join(cwd, name), '');
});
afterAll(() => rmSync(cwd, { recursive: true }));

function plan(program: string, rest: Partial<LaunchRequest> = {}) {
  return planLaunch({ program, args: [], cwd, env: { PATH: bin }, stopOnEntry: false, ...rest });
}

test('a script runs with node, its own arguments behind it', () => {
  expect(plan('app.js', { args: ['--port', '1'] })).toEqual({
    kind: 'node',
    node,
    nodeArgs: [join(cwd, 'app.js'), '--port', '1'],
  });
  expect(plan('my app.mjs')).toMatchObject({ kind: 'node', nodeArgs: [join(cwd, 'my app.mjs')] });
  expect(plan(join(cwd, 'app.ts'))).toMatchObject({ kind: 'node' });
});

test('a script may have its arguments in the same string', () => {
  const nodeArgs = [join(cwd, 'app.js'), '--port', '1', 'last'];
  expect(plan('app.js --port 1', { args: ['last'] })).toEqual({ kind: 'node', node, nodeArgs });
  expect(plan("'my app.mjs' 1")).toMatchObject({ kind: 'node', nodeArgs: [join(cwd, 'my app.mjs'), '1'] });
});

test('another interpreter and its arguments come first', () => {
  expect(plan('app.js', { runtimeExecutable: '/other/node', runtimeArgs: ['--no-warnings'] })).toEqual({
    kind: 'node',
    node: '/other/node',
    nodeArgs: ['--no-warnings', join(cwd, 'app.js')],
  });
});

test('a command line is taken apart, quotes kept together, and a bare node needs no detour', () => {
  expect(plan('npm run "two words"', { args: ['x'] })).toEqual({
    kind: 'command',
    command: join(bin, 'npm'),
    args: ['run', 'two words', 'x'],
  });
  expect(plan("node 'my app.mjs' --flag")).toMatchObject({ kind: 'node', nodeArgs: ['my app.mjs', '--flag'] });
});

test('a chosen interpreter also runs what a command line calls node', () => {
  const chosen = { runtimeExecutable: '/other/node', runtimeArgs: ['--no-warnings'] };
  expect(plan('node app.js', chosen)).toMatchObject({ node: '/other/node', nodeArgs: ['--no-warnings', 'app.js'] });
});

test.each(['node --test', 'node --watch app.js', 'node --run build'])(
  '%s starts other processes, which are followed',
  (line) => {
    expect(plan(line)).toMatchObject({ kind: 'command', command: node });
  },
);

test('an executable file is a command', () => {
  expect(plan('./run.sh')).toMatchObject({ kind: 'command', command: expect.stringContaining('run.sh') });
});

test.each([
  ['missing.js', 'source_not_found', 'There is no file "missing.js"'],
  ['./missing', 'source_not_found', 'There is no file "./missing"'],
  ['src', 'launch_failed', '"src" is a directory'],
  ['./src', 'launch_failed', '"./src" is a directory'],
  ['nosuch --flag', 'launch_failed', 'Command "nosuch" was not found on PATH'],
  ['notes.txt', 'launch_failed', 'is neither a script of Node.js nor executable'],
])('%s is refused with %s: %s', (program, code, message) => {
  expect(() => plan(program)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
});
