import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DebuggeeProcess, startProcess } from '../../../src/process/debuggee-process.ts';
import { readProcEntry } from '../../../src/process/process-table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const defined = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
const env: Record<string, string> = Object.fromEntries(defined);
const started: DebuggeeProcess[] = [];
let folder: string;

beforeAll(() => {
  folder = temporaryFolder('terminals-');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const each of started.splice(0)) await each.kill();
});

/** Starts something in a terminal. */
function inTerminal(command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const program = startProcess({ command, args, cwd: folder, env: { ...env, ...more }, stdin: 'open', tty: true });
  started.push(program);
  const output = { text: '' };
  program.onOutput((_, text) => {
    output.text += text;
  });
  return { program, output };
}

const shell = (line: string, more?: Readonly<Record<string, string>>) => inTerminal('/bin/sh', ['-c', line], more);
const shows = (output: { readonly text: string }) => expect.poll(() => output.text, { timeout: 5_000 });

test('a program has a terminal on all three streams, of a size, and ends with its own code', async () => {
  const code = `const { stdin, stdout, stderr } = process;
    console.log(stdin.isTTY, stdout.isTTY, stderr.isTTY, stdout.columns, stdout.rows, process.env.SHELL ?? 'none'); process.exitCode = 7`;
  const { program, output } = inTerminal(process.execPath, ['-e', code], { SHELL: '/usr/bin/mine', NO_COLOR: '1' });
  expect(await program.exited).toEqual({ exitCode: 7, signal: null });
  expect(output.text).toBe('true true true 80 24 /usr/bin/mine\n');
  const wide = shell('stty size', { COLUMNS: '132', LINES: '50' });
  expect(await wide.program.exited).toEqual({ exitCode: 0, signal: null });
  expect(wide.output.text).toBe('50 132\n');
});

test('arguments arrive as they are, whatever they hold', async () => {
  const args = ["it's", '"two"', '$HOME `id` $(id)', 'a\\b', '', 'line\nbreak', '*', 'grün €', '; exit 9', '!x'];
  const { program, output } = inTerminal(process.execPath, [
    '-e',
    'console.log(JSON.stringify(process.argv.slice(1)))',
    ...args,
  ]);
  expect((await program.exited).exitCode).toBe(0);
  expect(JSON.parse(output.text)).toEqual(args);
});

test('what is written is typed: echoed, read line by line, ended by a key, and a key may be a signal', async () => {
  const { program, output } = shell(
    'echo ready; read a; echo "<$a>"; cat; echo "ended $?"; trap "echo caught; exit 5" INT; read b',
  );
  await shows(output).toBe('ready\n');
  program.writeStdin('one\n');
  await shows(output).toBe('ready\none\n<one>\n');
  program.writeStdin('two\nthree');
  program.closeStdin();
  await shows(output).toMatch(/two\nthree.*two\nthree.*ended 0\n$/s);
  program.writeStdin('\u0003');
  expect((await program.exited).exitCode).toBe(5);
  expect(output.text).toMatch(/caught\n$/);
});

test('the enter key is the one that programs which read keys know', async () => {
  const code = `process.stdin.setRawMode(true); process.stdout.write('key? ');
    process.stdin.once('data', (data) => { console.log(JSON.stringify(String(data))); process.exit(); });`;
  const { program, output } = inTerminal(process.execPath, ['-e', code]);
  await shows(output).toContain('key? ');
  program.writeStdin('\n');
  await program.exited;
  expect(output.text).toContain('"\\r"');
});

test('ending it ends what runs in the terminal, and what that has started', async () => {
  const { program, output } = shell('sleep 60 & echo $$ $!; wait');
  await shows(output).toMatch(/^\d+ \d+\n$/);
  const pids = output.text.trim().split(' ').map(Number);
  await program.kill();
  for (const pid of [program.pid, ...pids]) expect(readProcEntry(pid)?.zombie ?? true).toBe(true);
});

test('a file is read as standard input, and nothing else that has a name', async () => {
  writeFileSync(join(folder, 'in.txt'), 'from a file');
  const program = startProcess({ command: 'cat', args: [], cwd: folder, env, stdin: { file: join(folder, 'in.txt') } });
  started.push(program);
  let text = '';
  program.onOutput((_, chunk) => {
    text += chunk;
  });
  expect(await program.exited).toEqual({ exitCode: 0, signal: null });
  expect(text).toBe('from a file');
  for (const file of [join(folder, 'none.txt'), folder, '/dev/zero']) {
    const what = { command: 'cat', args: [], cwd: folder, env, stdin: { file } };
    expect(() => startProcess(what)).toThrow(expect.objectContaining({ code: 'source_not_found' }));
  }
});
