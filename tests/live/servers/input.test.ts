import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess } from '../../../src/process/debuggee-process.ts';
import { definedOnly } from '../../../src/process/defined-only.ts';
import { readActivity } from '../../../src/process/program-activity.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { pythonWith } from '../../support/pythons.ts';

const READLINE = `
const lines = require('node:readline').createInterface({ input: process.stdin, output: process.stdout });
lines.question('Name? ', (name) => { console.log('hi ' + name); lines.close(); });`;
const SERVING = `${READLINE} require('node:net').createServer().listen(0);`;
const TIMER = `${READLINE} setInterval(() => {}, 400);`;

const READING: readonly (readonly [string, string, readonly string[]])[] = [
  ...nodeVersions().map(({ major, path }) => [`Node ${major}`, path, ['-e', READLINE]] as const),
  ['Python', pythonWith('newest'), ['-c', 'name = input("Name? "); print("hi", name)']],
  ['a shell', 'sh', ['-c', 'printf "Name? "; read name; echo hi $name']],
  ['a command in a shell', 'sh', ['-c', `'${process.execPath}' -e "$0"; true`, READLINE]],
];

/** Runs a program with its standard input open, until it has written its prompt. */
async function atPrompt(
  command: string,
  args: readonly string[],
  then: (written: () => string, pid: number) => Promise<void>,
) {
  const program = startProcess({ command, args, cwd: tmpdir(), env: definedOnly(process.env), stdin: 'open' });
  let output = '';
  program.onOutput((_stream, text) => {
    output += text;
  });
  try {
    await expect.poll(() => output, { timeout: 10_000 }).toBe('Name? ');
    await then(() => output, program.pid);
    program.writeStdin('Ada\n');
    await expect.poll(() => output, { timeout: 10_000 }).toContain('hi Ada');
    program.closeStdin();
    await expect.poll(() => readerOf(program.pid), { timeout: 5_000 }).toBeUndefined();
  } finally {
    await program.kill();
  }
}

const readerOf = async (root: number) => (await readActivity({ root, kind: 'launched', debuggerPorts: [] }))?.readerPid;

test.runIf(process.platform === 'linux').each(READING)(
  '%s waits for its input until it is given some',
  async (_name, command, args) => {
    await atPrompt(command, args, async (_written, pid) => {
      await expect.poll(() => readerOf(pid), { timeout: 5_000 }).toEqual(expect.any(Number));
    });
  },
);

test.runIf(process.platform === 'linux').each([
  ['serves, too', SERVING],
  ['has a timer', TIMER],
])('a program of Node that reads its input and %s does not wait for input alone', async (_name, source) => {
  await atPrompt(process.execPath, ['-e', source], async (_written, pid) => {
    expect(await readerOf(pid)).toBeUndefined();
  });
});

test('a program that was started with an empty input never waits for it', async () => {
  const env = definedOnly(process.env);
  const program = startProcess({
    command: process.execPath,
    args: ['-e', 'setTimeout(() => {}, 400); process.stdin.resume()'],
    cwd: tmpdir(),
    env,
  });
  expect(await readerOf(program.pid)).toBeUndefined();
  await program.kill();
});

test('a process that reads what another one of the program writes does not wait for input', async () => {
  const env = definedOnly(process.env);
  const args = ['-c', 'sleep 30 | cat'];
  const program = startProcess({ command: 'sh', args, cwd: tmpdir(), env, stdin: 'open' });
  await sleep(300);
  expect(await readerOf(program.pid)).toBeUndefined();
  await program.kill();
});
