import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LaunchRequest } from '../../../src/adapter/debug-adapter.ts';
import { launchFiles } from '../../../src/engine/launch-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('launch-files-');

beforeAll(() => {
  for (const name of ['app.js', 'with space.js', 'data.csv', 'bin/node', 'bin/python3.12', 'node_modules/.bin/tsx']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files that a launch names, relative to the folder. */
function named(request: Partial<LaunchRequest>): string[] {
  const launch = { program: 'app.js', args: [], cwd: folder, env: {}, stopOnEntry: false, ...request };
  return launchFiles(launch).map((path) => path.replace(`${folder}/`, ''));
}

test.each([
  ['a file', { program: 'app.js' }, ['app.js']],
  ['a file with a space in its name', { program: 'with space.js' }, ['with space.js']],
  ['a file that is not there', { program: 'lib/missing.js' }, ['lib/missing.js']],
  ['the arguments of a file are its own', { program: 'app.js', args: ['data.csv'] }, ['app.js']],
  ['a command', { program: 'npm test' }, []],
  ['a command line', { program: 'node app.js' }, ['app.js']],
  ['a quoted word of a command line', { program: 'node "with space.js"' }, ['with space.js']],
  ['a command with arguments', { program: 'node', args: ['--enable-source-maps', 'app.js'] }, ['app.js']],
  ['an interpreter by its path', { program: 'bin/node', args: ['app.js'] }, ['app.js']],
  ['an interpreter behind another command', { program: 'env', args: ['bin/python3.12', 'app.js'] }, ['app.js']],
  [
    'what is installed, with what it runs',
    { program: 'node_modules/.bin/tsx', args: ['app.js'] },
    ['node_modules/.bin/tsx', 'app.js'],
  ],
  ['an option with a path', { program: 'node --require=app.js with' }, ['app.js']],
  ['a URL', { program: 'node', args: [`--import=${pathToFileURL(join(folder, 'app.js'))}`] }, ['app.js']],
  ['options of the interpreter', { program: 'app.js', runtimeArgs: ['-r', 'data.csv'] }, ['app.js', 'data.csv']],
  ['a folder', { program: 'npm --prefix bin test' }, ['bin']],
  [
    'a shell line',
    { program: 'cd bin && X=1 node ../app.js < ../data.csv > out.txt' },
    ['bin', 'data.csv', 'bin/out.txt', 'app.js'],
  ],
  ['code that is too long for a path', { program: 'node', args: ['-e', 'x'.repeat(100_000)] }, []],
])('%s', (_title, request, expected) => {
  expect(named(request)).toEqual(expected);
});
