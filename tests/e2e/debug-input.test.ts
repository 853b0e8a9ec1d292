import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAMS = {
  'quiz.js': `const readline = require('node:readline');
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
rl.question('Name? ', (name) => {
  rl.question(\`How old, \${name}? \`, (text) => {
    const age = Number(text);
    console.log('Next year', age + 1);
    rl.close();
  });
});
rl.on('close', () => console.log('closed'));
`,
  'quiz.py': `import sys
name = input("Name? ")
text = input(f"How old, {name}? ")
age = int(text)
print("Next year", age + 1)
print("rest", repr(sys.stdin.read()))
`,
  'reads.js': "console.log('read', require('node:fs').readFileSync(0, 'utf8').length);\n",
  'slow.js':
    "process.stdin.on('data', (text) => setTimeout(() => console.log('got', String(text).trim()), 600));\nconsole.log('ready');\n",
  'kind.js': 'console.log(process.stdin.isTTY === true, process.stdout.isTTY === true, process.stdout.columns);\n',
  'kind.py':
    'import os, sys\nprint(sys.stdin.isatty(), sys.stdout.isatty(), os.get_terminal_size().columns if sys.stdout.isatty() else None)\nsys.exit(6)\n',
  'print.py': 'import sys\nvalue = 5\nprint("end")\n',
  'print.js': 'const value = 5;\nconsole.log("end");\n',
  'in.txt': 'from the file\n',
} as const;

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = temporaryFolder('mcp-debugger-input-');
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
  server = await startServer({ cwd: folder, args: ['--no-log'] });
});
afterEach(async () => {
  const { text } = await server.call('debug_sessions');
  for (const [, session] of text.matchAll(/^(s\d+) /gm)) await server.call('debug_stop', { session });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program until it asks. */
async function launch(program: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const args = { program, stdin: 'open', stopOnEntry: false, timeoutMs: 3_000, ...more };
  const { text } = await server.call('debug_launch', args);
  return text;
}

async function output(args: Readonly<Record<string, unknown>>): Promise<string> {
  return (await server.call('debug_output', args)).text;
}

describe.each([
  ['quiz.js', 6],
  ['quiz.py', 5],
])('%s', (program, line) => {
  test('answers to what is written with its next prompt, a stop, and its end', async () => {
    const launched = await launch(program, { breakpoints: [`${program}:${line}`] });
    expect(launched).toContain('Its stdin is open: debug_output with write, and with end at last.');
    expect(launched).toContain('| Name?');
    expect(await output({ write: 'Ada\n' })).toBe('Wrote 4 characters.\n| How old, Ada?\nPrompt: How old, Ada?');
    const stopped = await output({ write: '36\n' });
    expect(stopped).toMatch(new RegExp(`^Wrote 3 characters\\.\nStopped \\(breakpoint\\) at ${program}:${line}\n`));
    expect(stopped).toMatch(/age: \w+ = 36/);
    expect(await output({ write: 'more' })).toBe(
      'Wrote 4 characters. The program is stopped: it reads this when it goes on (debug_continue).',
    );
    const [, ended] = await Promise.all([server.call('debug_continue'), output({ end: true })]);
    expect(ended).toContain('Ended its input.');
    const { text } = await server.call('debug_output');
    expect(text).toContain('Next year 37');
    if (program === 'quiz.py') expect(text).toContain("| rest 'more'");
  });

  test('in a terminal, what is typed is seen, and both streams are one', async () => {
    const launched = await launch(program, { stdin: undefined, tty: true, breakpoints: [`${program}:${line}`] });
    expect(launched).toContain('In a terminal: stdout and stderr are one; debug_output with write types into it.');
    expect(await output({ write: 'Ada\n' })).toBe('Wrote 4 characters.\n| Ada\n| How old, Ada?\nPrompt: How old, Ada?');
    expect(await output({ write: '36\n' })).toMatch(/Stopped \(breakpoint\)[\s\S]*age: \w+ = 36/);
  });
});

test('input is the end at once, as without a debugger, where none is asked for', async () => {
  const { text } = await server.call('debug_launch', { program: 'reads.js', stopOnEntry: false });
  expect(text).toContain('| read 0');
  const refused = await server.call('debug_output', { write: 'late\n' });
  expect(refused).toEqual({ isError: true, text: expect.stringContaining('The program has ended') });
});

test('writing to a program whose input is not open says how to start it', async () => {
  const { text: launched } = await server.call('debug_launch', { program: 'quiz.py', session: 's0' });
  expect(launched).toContain('Stopped (entry)');
  expect(await server.call('debug_output', { write: 'x\n' })).toEqual({
    isError: true,
    text: 'The program was started with an empty standard input.\ndebug_launch with stdin "open" starts one that can be written to.',
  });
  await server.call('debug_stop');
  await launch('reads.js');
  expect(await output({ write: 'abc' })).toBe('Wrote 3 characters.\n(no output)');
  expect(await output({ write: 'de', end: true })).toMatch(
    /^Wrote 2 characters and ended its input\.\nProgram terminated\. Exit code: 0\.\nOutput:\n {2}\| read 5/,
  );
});

test('after the end nothing can be written', async () => {
  await launch('slow.js');
  await output({ end: true });
  const { text, isError } = await server.call('debug_output', { write: 'x' });
  expect(isError).toBe(true);
  expect(text).toMatch(/has been ended|has ended/);
});

test('an answer that takes its time is waited for', async () => {
  expect(await launch('slow.js')).toContain('| ready');
  expect(await output({ write: 'a\n' })).toBe('Wrote 2 characters.\n| got a');
});

test('a file is read as stdin, and one that is not there is named', async () => {
  expect(await launch('reads.js', { stdin: '@in.txt' })).toContain('| read 14');
  const { text, isError } = await server.call('debug_launch', { program: 'reads.js', stdin: '@none.txt' });
  expect({ text, isError }).toEqual({
    isError: true,
    text: expect.stringContaining(`There is no file ${join(folder, 'none.txt')} to read as standard input.`),
  });
  expect(await launch('reads.js', { stdin: '@in.txt\n' })).toContain('| read 8');
  const both = await server.call('debug_launch', { program: 'reads.js', stdin: '@in.txt', tty: true });
  expect(both.text).toContain('tty and a file as stdin do not go together');
});

test.each([
  ['node kind.js', 'true true 80', 0],
  ['kind.js', 'true true 80', 0],
  ["sh -c 'node kind.js'", 'true true 80', 0],
  ['kind.py', 'True True 80', 6],
])('%s has a terminal where it is given one, and keeps its exit code', async (program, line, code) => {
  const given = await launch(program, { stdin: undefined, tty: true, timeoutMs: 20_000 });
  expect(given).toContain(`| ${line}`);
  expect(given).toContain(`Exit code: ${code}.`);
});

test('a command that asks before it runs anything reads what is given with the launch', async () => {
  const program = 'sh -c \'printf "go? "; read x; echo "<$x>"; exec node kind.js\'';
  expect(await launch(program, { stdin: 'yes\n', timeoutMs: 20_000 })).toMatch(/\| go\? <yes>[\s\S]*\| false false/);
});

test('a command that asks before anything can be debugged is answered while it starts', async () => {
  const program = 'sh -c \'printf "go? "; read x; echo "<$x>"; exec node quiz.js\'';
  expect(await launch(program, { breakpoints: ['quiz.js:6'], timeoutMs: 1_000 })).toContain('| go?');
  const first = await output({ write: 'yes\n' });
  expect(first).toContain('| <yes>');
  // A busy machine may take longer to start the program than an answer is waited for.
  await expect.poll(async () => (await server.call('debug_output')).text, { timeout: 10_000 }).toContain('Name?');
  expect(await output({ write: 'Ada\n36\n' })).toContain('Stopped (breakpoint) at quiz.js:6');
});

test('a run in one call has no input that stays open', async () => {
  const { text, isError } = await server.call('debug_probe', {
    program: 'quiz.js',
    stdin: 'open',
    file: 'quiz.js',
    line: 3,
  });
  expect({ text, isError }).toEqual({ isError: true, text: expect.stringContaining('no call can write to a run') });
});

describe('an evaluation that prints', () => {
  test.each([
    ['print.py', 3, "print('hello', file=sys.stderr) or print('you') or value", 'int'],
    ['print.js', 2, "(console.error('hello'), console.log('you'), value)", 'number'],
  ])('in %s says so in its answer, once', async (program, line, expression, type) => {
    await server.call('debug_launch', { program, breakpoints: [`${program}:${line}`] });
    const printing = await server.call('debug_evaluate', { expression });
    const [value, title, ...lines] = printing.text.split('\n');
    expect([value, title]).toEqual([`(${type}) 5`, 'Output:']);
    // Two pipes: which one is read first is chance.
    expect(lines.sort()).toEqual(['  [stderr] hello', '  | you']);
    expect((await server.call('debug_evaluate', { expression: 'value' })).text).toBe(`(${type}) 5`);
    const end = await server.call('debug_continue');
    expect(end.text).toContain('| end');
    expect(end.text).not.toContain('hello');
  });
});
