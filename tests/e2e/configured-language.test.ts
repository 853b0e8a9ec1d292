import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, SERVER_PATH, startServer } from '../support/mcp-client.ts';
import { pythonWith } from '../support/pythons.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const programs = fileURLToPath(new URL('../programs/scenarios/python/', import.meta.url));
/** A place in a template. */
const name = (text: string) => `\${${text}}`;
/** An unknown language; its adapter is a real one. */
const SNAKE = {
  names: ['viper'],
  extensions: ['.snake'],
  command: pythonWith('newest'),
  args: ['-m', 'debugpy.adapter'],
  launch: { program: name('program'), args: name('args'), cwd: name('cwd'), console: 'internalConsole' },
};
let folder: string;
let server: RunningServer | undefined;

beforeEach(() => {
  folder = temporaryFolder('snake-');
  copyFileSync(`${programs}cart.py`, join(folder, 'cart.snake'));
  copyFileSync(`${programs}prices.py`, join(folder, 'prices.py'));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

async function start(file: string, content: unknown, args: readonly string[] = []): Promise<RunningServer> {
  writeFileSync(join(folder, file), JSON.stringify(content));
  server = await startServer({ cwd: folder, args, env: { XDG_STATE_HOME: join(folder, 'state') } });
  return server;
}

/** As a person does, in a terminal. */
function trust(): string {
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
  return execFileSync(process.execPath, [SERVER_PATH, 'trust', folder], { env, encoding: 'utf8' });
}

test('a language of mcp-debugger.json runs nothing before the user trusts it', async () => {
  const { call } = await start('mcp-debugger.json', { languages: { snake: SNAKE } });
  const launch = { program: 'cart.snake', breakpoints: ['cart.snake:14'] };
  expect(await call('debug_launch', launch)).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /Language "snake" is not used: .*is not trusted; it would run \S+ -m debugpy\.adapter\.[\s\S]*trust \S*snake-/,
    ),
  });
  expect(trust()).toMatch(/^Trusted as it is now: .*mcp-debugger\.json\n {2}snake: debugging it will run /);
  expect((await call('debug_launch', launch)).text).toContain('cart.snake:14');
});

test('a language of mcp-debugger.json is debugged by the extension of its files', async () => {
  const { call } = await start('mcp-debugger.json', { languages: { snake: SNAKE } });
  trust();
  const launched = await call('debug_launch', { program: 'cart.snake', breakpoints: ['cart.snake:14'] });
  expect(launched).toMatchObject({ isError: false, text: expect.stringMatching(/cart\.snake:14[\s\S]*quantity/) });
  expect((await call('debug_evaluate', { expression: 'quantity + 1' })).text).toContain('4');
  expect((await call('debug_step', { action: 'next' })).text).toContain('cart.snake:15');
  expect((await call('debug_breakpoint', { breakpoint: 1, remove: true })).isError).toBe(false);
  expect((await call('debug_continue')).text).toMatch(/exit code: 0[\s\S]*total 16/i);
});

test('or by its name, from another file', async () => {
  const { call } = await start('other.json', { languages: { snake: SNAKE } }, ['--config', 'other.json']);
  const launched = await call('debug_launch', {
    program: 'cart.snake',
    language: 'Viper',
    breakpoints: ['cart.snake:14'],
  });
  expect(launched).toMatchObject({ isError: false, text: expect.stringContaining('cart.snake:14') });
});

test('a configuration that is wrong is reported by the call that needs it, with its key', async () => {
  const { call } = await start('mcp-debugger.json', { languages: { snake: { ...SNAKE, command: 7 } } });
  expect(await call('debug_launch', { program: 'cart.snake' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/languages\.snake\.command must be a command; it is 7[\s\S]*Correct languages/),
  });
});

test('a language that is not described is refused with those that are there', async () => {
  const { call } = await start('mcp-debugger.json', { languages: { snake: SNAKE } });
  trust();
  expect(await call('debug_launch', { program: 'main.rs' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /"rust" is not supported\. Supported: node, go, python, snake\.[\s\S]*mcp-debugger\.json/,
    ),
  });
});

test.each(['/no/such/file.json', `/${'a'.repeat(5_000)}`, tmpdir()])(
  'a --config that is no file is refused at the start (%.30s)',
  (config) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_PATH, '--config', config], { input: '' });
    expect({ status, stdout: String(stdout), stderr: String(stderr) }).toEqual({
      status: 2,
      stdout: '',
      stderr: `--config ${config}: there is no such file\nRun mcp-debugger --help for what it takes.\n`,
    });
  },
);
