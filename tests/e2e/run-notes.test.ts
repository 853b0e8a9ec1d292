import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { nodeVersions } from '../support/node-versions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAMS = {
  'asks.js':
    "const { createInterface } = require('node:readline');\ncreateInterface({ input: process.stdin }).question('name? ', console.log);\n",
  'reads.mjs': "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync(0, 'utf8').length);\n",
  'asks.py': "name = input('name? ')\nprint(name)\nage = input('age? ')\n",
  'reads.py': 'import sys\nprint(len(sys.stdin.read()))\n',
  'deep38.py': `import os, sys
sys.stderr.write("Fatal Python error: Cannot recover from stack overflow.\\n" + '  File "deep.py", line 2 in deep\\n' * 300)
sys.stderr.flush()
os.abort()
`,
  'quiet.js': "console.log('stdin is not read here');\n",
  'esm.mts': 'const count: number = 1;\nconsole.log(count);\n',
  'cjs.cts': 'const count: number = 1;\nconsole.log(count);\n',
  'enum.mts': 'enum Colour { red }\nconsole.log(Colour.red);\n',
  'decorated.cts': 'function seen(_: unknown) {}\n@seen class Box {}\nconsole.log(Box);\n',
  'broken.js': 'const a: number = 1;\n',
  'pipeline.js': `const { pipeline, Readable, Writable } = require('node:stream');
const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
pipeline(Readable.from(['a']), full, (error) => console.error('failed', error));
`,
  'abort.js': `const controller = new AbortController();
const work = new Promise((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason)));
work.catch((error) => console.log(String(error)));
controller.abort();
`,
  'unsettled.mjs': 'const a = 1;\nawait new Promise(() => {});\nconsole.log(a);\n',
  'worker.js':
    "const { Worker, isMainThread } = require('node:worker_threads');\nif (isMainThread) new Worker(__filename);\nelse console.log('in the worker');\n",
  'syntax.py': 'print("not printed")\ndef f(:\n',
  'indented.py': 'x = 1\n  y = 2\n',
  'imports.py': 'import syntax\n',
  'says.py':
    'import sys\nsys.stderr.write(\'  File "syntax.py", line 2\\n    def f(:\\nSyntaxError: invalid syntax\\n\')\nsys.exit(1)\n',
  'fails.js': 'process.exitCode = 3;\n',
  'throws.js': "throw new Error('seen');\n",
  'loud.js': `for (let n = 0; n < 300; n++) console.error('line', n, '-'.repeat(60));
const end = process.argv[2];
if (end === 'spins') for (;;);
if (end === 'exits') process.exit(3);
throw new Error('late');
`,
} as const;

const INPUT = 'reads standard input, which is empty: launch it with stdin';
const PASSED = 'No exception stopped it: exceptions "userUnhandled" or "all" also stop at ones that are caught.';

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-notes-');
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The texts of a launch and, if it stops, of going on. */
async function run(program: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { text } = await server.call('debug_launch', { program, stopOnEntry: false, ...more });
  const rest = /^Stopped/m.test(text) ? (await server.call('debug_continue')).text : '';
  await server.call('debug_stop');
  return `${text}\n${rest}`;
}

test.each([
  ['asks.js', `asks.js:2 ${INPUT}`],
  ['node reads.mjs', `reads.mjs:2 ${INPUT}`],
  ['asks.py', 'Its standard input is empty: launch it with stdin'],
  ['reads.py', `reads.py:2 ${INPUT}`],
])('%s is said to read what is not there', async (program, note) => {
  expect(await run(program)).toContain(note);
  const given = await run(program, { stdin: 'one\ntwo\n' });
  expect(given).not.toContain('is empty');
});

test('a recursion that ends an old Python is called what it is', async () => {
  const text = await run('deep38.py');
  expect(text).toContain('Ended by SIGABRT.');
  expect(text).toContain('Its recursion was too deep: up to Python 3.8 that ends a program while a debugger traces it');
});

test('an input that has ended is not called empty, and a program that reads none is not mentioned', async () => {
  expect(await run('asks.py', { stdin: 'one\n' })).toContain('The text that was given as stdin has ended.');
  expect(await run('quiet.js')).not.toMatch(/is empty|No exception/);
});

test.each(nodeVersions())(
  'on Node $major, TypeScript that it does not run comes with what does',
  async ({ major, path }) => {
    const refused = major < 22 ? ['esm.mts', 'cjs.cts', 'enum.mts', 'decorated.cts'] : ['enum.mts', 'decorated.cts'];
    for (const program of refused) {
      const text = await run(program, { runtimeExecutable: path });
      expect(text).toContain(`program "npx tsx ${program}" does.`);
      expect(text).not.toContain(PASSED);
    }
    if (major >= 22) expect(await run('esm.mts', { runtimeExecutable: path })).not.toContain('npx tsx');
    expect(await run('broken.js', { runtimeExecutable: path })).not.toContain('npx tsx');
  },
  60_000,
);

test.each(nodeVersions())('on Node $major, a top-level await that never ends is explained', async ({ path }) => {
  const text = await run('unsettled.mjs', { runtimeExecutable: path });
  expect(text).toContain('exit code 13 means that an `await` at the top level of a module waited for a promise');
  expect(text).not.toContain(PASSED);
});

test('a Python program that cannot be compiled has an uncaught error, and has not run', async () => {
  for (const [program, note] of [
    ['syntax.py', 'Uncaught SyntaxError at syntax.py:2: nothing of the program ran.'],
    ['indented.py', 'Uncaught IndentationError at indented.py:2: nothing of the program ran.'],
  ] as const) {
    const text = await run(program);
    expect(text).toContain(note);
    expect(text).not.toContain(PASSED);
  }
  expect(await run('imports.py')).toContain('SyntaxError: invalid syntax (syntax.py, line 2) (uncaught)');
  expect(await run('says.py')).not.toContain('nothing of the program ran');
});

test('a stop in a worker says which thread it is', async () => {
  const text = await run('worker.js', { breakpoints: ['worker.js:3'] });
  expect(text).toMatch(/^Stopped \(breakpoint\) at worker\.js:3.* \[thread 2 \(worker 1\)\]$/m);
});

test('the end says how to see errors that were passed along, and only then', async () => {
  for (const program of ['pipeline.js', 'abort.js', 'fails.js']) expect(await run(program), program).toContain(PASSED);
  expect(await run('pipeline.js')).toContain('is not thrown: set a breakpoint there.');
  expect(await run('fails.js')).not.toContain('is not thrown');
  expect(await run('throws.js')).not.toContain(PASSED);
  expect(await run('quiet.js')).not.toContain(PASSED);
  expect(await run('fails.js', { exceptions: 'all' })).not.toContain(PASSED);
  expect(await run('abort.js', { exceptions: 'userUnhandled' })).toMatch(/Stopped \(exception\) at abort\.js:2/);
});

test.each([
  ['debug_trace', { program: 'loud.js', mode: 'calls' }],
  ['debug_trace', { program: 'loud.js', mode: 'calls', output: true }],
  ['debug_probe', { program: 'loud.js', file: 'loud.js', line: 5 }],
  ['debug_probe', { program: 'loud.js', file: 'loud.js', line: 5, condition: 'end' }],
  ['debug_test', { program: 'node loud.js exits' }],
  ['debug_hang', { program: 'loud.js', args: ['spins'], timeoutMs: 3_000 }],
])('%s with %j says what shows the output that it leaves out', async (tool, args) => {
  const { text } = await server.call(tool, args);
  expect(text).toMatch(/^ *… \d+ earlier characters: debug_launch with stopOnEntry false, then debug_output$/m);
});

test('what that names shows all of it', async () => {
  await server.call('debug_launch', { program: 'loud.js', stopOnEntry: false, exceptions: 'none' });
  const { text } = await server.call('debug_output');
  const [, chars] = /^… \d+ earlier characters: debug_output with chars (\d+)$/m.exec(text) ?? [];
  const whole = (await server.call('debug_output', { chars: Number(chars) })).text;
  expect(whole).toContain('line 0 ---');
  expect(whole).not.toContain('earlier characters');
  await server.call('debug_stop');
});

test('an evaluation says what shows the rest of what it prints', async () => {
  await server.call('debug_launch', { program: 'quiet.js' });
  const expression = "for (let n = 0; n < 300; n++) console.log('line', n)";
  const { text } = await server.call('debug_evaluate', { expression });
  expect(text).toMatch(/… \d+ earlier characters: debug_output$/m);
  await server.call('debug_stop');
});
