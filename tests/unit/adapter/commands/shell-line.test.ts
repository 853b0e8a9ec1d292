import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assertShell, rewritten, shellLineOf, withFrontOf } from '../../../../src/adapter/commands/shell-line.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const cwd = temporaryFolder('shell-line-');
afterAll(() => rmSync(cwd, { recursive: true }));

function lineOf(program: string, args: readonly string[] = []) {
  return shellLineOf({ program, args, cwd });
}

/** The words of each command. */
function commands(program: string): string[][] | undefined {
  return lineOf(program)?.commands.map(({ words }) => words.map(({ text }) => text));
}

test.each([
  ['node x.mjs < in.csv', [['node', 'x.mjs']]],
  [
    'node a.js 5 && node b.js',
    [
      ['node', 'a.js', '5'],
      ['node', 'b.js'],
    ],
  ],
  [
    'cat in.csv|node b.js',
    [
      ['cat', 'in.csv'],
      ['node', 'b.js'],
    ],
  ],
  ['MODE=x PORT=1 node a.js', [['node', 'a.js']]],
  [
    'cd . && node a.js',
    [
      ['cd', '.'],
      ['node', 'a.js'],
    ],
  ],
  [
    'node a.js; node b.js',
    [
      ['node', 'a.js'],
      ['node', 'b.js'],
    ],
  ],
  ['node a.js || true', [['node', 'a.js'], ['true']]],
  ['node a.js >out.txt 2>&1', [['node', 'a.js']]],
  ['node a.js 2>/dev/null 5', [['node', 'a.js', '5']]],
  [`node -e "a && b" 'c | d' | cat`, [['node', '-e', 'a && b', 'c | d'], ['cat']]],
  ['node a.js $(ls | head) > x', [['node', 'a.js', '$(ls | head)']]],
])('%s is for a shell', (program, words) => {
  expect(commands(program)).toEqual(words);
});

test.each([
  'node -e "a && b"',
  "node -e 'a; b' --x='1 | 2'",
  'npm test',
  'node fetch.js http://localhost/?a=1&b=2',
  'node a.js a\\;b',
  'node a.js --mode=x',
  'node -p "1 > 2"',
  'node a.js $(ls | head)',
])('%s is not', (program) => {
  expect(lineOf(program)).toBeUndefined();
});

test('a file whose name has such characters is a file', () => {
  for (const name of ['a && b.js', 'x;y.js', 'A=1.js']) {
    writeFileSync(join(cwd, name), '');
    expect(lineOf(name), name).toBeUndefined();
  }
});

test('what is set, read and written, and the folder of each command, are known', () => {
  const line = lineOf('A=1 B="x y" node a.js < in.csv > out.txt 2>&1 && cd sub && node b.js');
  const [first, , last] = line?.commands ?? [];
  expect(first).toMatchObject({ env: { A: '1', B: 'x y' }, files: [join(cwd, 'in.csv'), join(cwd, 'out.txt')], cwd });
  expect(last).toMatchObject({ env: {}, files: [], cwd: join(cwd, 'sub') });
});

test('arguments stand at the end, and commands are written anew without touching the rest', () => {
  const line = lineOf('X=1 python3 -u a.py "$HOME" < in.csv', ['b c', "it's"]);
  expect(line?.text).toBe(`X=1 python3 -u a.py "$HOME" < in.csv 'b c' 'it'\\''s'`);
  const text = line && rewritten(line, () => ({ words: ['/usr/bin/my python', '-u', 'start.py', 'a.py'], count: 3 }));
  expect(text).toBe(`X=1 '/usr/bin/my python' -u start.py a.py "$HOME" < in.csv 'b c' 'it'\\''s'`);
});

test.each([
  ['PYTHONPATH=src pytest', "PYTHONPATH='/a b:/c':src pytest"],
  ['cd x && export PYTHONPATH="a b"; pytest', `cd x && export PYTHONPATH='/a b:/c':"a b"; pytest`],
  ['env PYTHONPATH= pytest | cat', "env PYTHONPATH='/a b:/c' pytest | cat"],
  ['PYTHONPATH=src:$PYTHONPATH pytest', 'PYTHONPATH=src:$PYTHONPATH pytest'],
  [
    `PYTHONPATH="\${PYTHONPATH}:src" pytest; MYPYTHONPATH=x y`,
    `PYTHONPATH="\${PYTHONPATH}:src" pytest; MYPYTHONPATH=x y`,
  ],
  ["echo 'PYTHONPATH=src'", "echo 'PYTHONPATH=src'"],
])('%s keeps folders in front', (line, kept) => {
  expect(withFrontOf(line, 'PYTHONPATH', '/a b:/c')).toBe(kept);
});

test('Windows has no such shell, and the error says what to give instead', () => {
  expect(() => assertShell({ program: 'node a.js < in.csv' }, 'linux')).not.toThrow();
  expect(() => assertShell({ program: 'node a.js < in.csv' }, 'win32')).toThrow(/Shell syntax is not run on Windows/);
});
