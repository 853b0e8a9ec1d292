import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyPrograms } from '../support/debug-programs.ts';
import { type RunningServer, startServer } from '../support/mcp-client.ts';

const LAUNCH = { program: 'app.js', breakpoints: ['app.js:10 if i > 0', 'sum()'] };
const started: RunningServer[] = [];
let programs: ReturnType<typeof copyPrograms>;

beforeEach(() => {
  programs = copyPrograms();
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
  programs.remove();
});

/** As the file names what is run. */
const runOf = (program: string, ...args: string[]) =>
  createHash('sha256')
    .update([join(programs.folder, program), ...args].join('\0'))
    .digest('hex');

/** A session of a server that is not there any more. */
function saved(more: Readonly<Record<string, unknown>> = {}) {
  const dead = { server: 0x7fffffff, session: '1', savedAtMs: Date.now() };
  return { language: 'node', run: runOf('app.js'), ...dead, breakpoints: [], ...more };
}

const recoveryFile = () => join(programs.folder, '.debug_session.mcp.json');

async function start(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const server = await startServer({ cwd: programs.folder, env });
  started.push(server);
  return server;
}

async function kill(server: RunningServer): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    server.client.onclose = resolve;
  });
  process.kill(server.pid, 'SIGKILL');
  await gone;
}

test('a repository cannot have us write into a file elsewhere, by a link under the name of one of ours', async () => {
  const profile = join(programs.folder, 'profile');
  const text = 'export A=1\n';
  writeFileSync(profile, text);
  symlinkSync(profile, recoveryFile());
  mkdirSync(join(programs.folder, 'logs'));
  symlinkSync(profile, join(programs.folder, 'logs/debug-mcp-server.log'));
  const server = await start();
  expect((await server.call('debug_launch', LAUNCH)).isError).toBe(false);
  await expect.poll(() => server.stderr()).toMatch(/journal cannot be written \(.*it is a symbolic link/);
  expect(readFileSync(profile, 'utf8')).toBe(text);
  expect(statSync(recoveryFile()).mode & 0o777).toBe(0o600);
});

test('after a kill, the breakpoints of the program are restored, and it is said', async () => {
  const first = await start();
  expect((await first.call('debug_sessions')).isError).toBe(false);
  expect(existsSync(recoveryFile())).toBe(false);
  await first.call('debug_launch', LAUNCH);
  await first.call('debug_breakpoint', { file: 'app.js', line: 17, logMessage: 'total is {total}' });
  expect(JSON.parse(readFileSync(recoveryFile(), 'utf8'))).toMatchObject({
    sessions: [{ language: 'node', run: runOf('app.js'), breakpoints: [{}, {}, {}] }],
  });
  await kill(first);

  const second = await start();
  const launched = await second.call('debug_launch', { program: join(programs.folder, 'app.js') });
  expect(launched.text).toMatch(
    /\n3 breakpoints restored from the session before the server ended\.\nStopped \(entry\)/,
  );
  const { text } = await second.call('debug_breakpoint');
  expect(text).toMatch(
    /^1 {2}app\.js:10 {2}verified {2}if i > 0\n2 {2}sum\(\) .*\n3 {2}app\.js:17 .*logs "total is \{total\}"$/,
  );
  expect((await second.call('debug_continue')).text).toMatch(/^Stopped \(function breakpoint\) at app\.js:7/);
  expect((await second.call('debug_stop')).text).toBe('Debug session ended.');
  expect(existsSync(recoveryFile())).toBe(false);
  expect((await second.call('debug_launch', { program: 'app.js' })).text).not.toContain('restored');
});

test('a server that ends as it should leaves nothing to restore, of itself and of one that died before it', async () => {
  const first = await start();
  await first.call('debug_launch', LAUNCH);
  await kill(first);
  const second = await start();
  await second.call('debug_launch', { program: 'ticking.js' });
  expect(JSON.parse(readFileSync(recoveryFile(), 'utf8')).sessions).toHaveLength(2);
  await second.close();
  await expect.poll(() => existsSync(recoveryFile())).toBe(false);
});

test('what one program had is not restored for another run of the same command', async () => {
  const first = await start();
  await first.call('debug_launch', { program: 'node', args: ['app.js'], breakpoints: ['app.js:10'] });
  await kill(first);
  const second = await start();
  const other = await second.call('debug_launch', { program: 'node', args: ['ticking.js'], stopOnEntry: true });
  expect(other.text).not.toContain('restored');
  const same = await second.call('debug_launch', { program: 'node', args: ['app.js'], session: 'same' });
  expect(same.text).toContain('1 breakpoint restored');
});

test('a session of this server, or of another one that is alive, is not recovered', async () => {
  const [first, second] = [await start(), await start()];
  await first.call('debug_launch', LAUNCH);
  expect((await second.call('debug_launch', { program: 'app.js' })).text).not.toContain('restored');
  expect((await first.call('debug_launch', { program: 'app.js', session: 'again' })).text).not.toContain('restored');
});

test.each([
  ['no JSON', '{'],
  ['another shape', '{"sessions":[{"program":1},null,{"program":"app.js","cwd":"/","breakpoints":[{}]}]}'],
  ['no object', '[]'],
])('a file with %s in it is ignored and replaced', async (_name, content) => {
  writeFileSync(recoveryFile(), content);
  const server = await start();
  expect((await server.call('debug_launch', LAUNCH)).text).toMatch(/^Debugger started for app\.js \(node\).*\nStopped/);
  expect(JSON.parse(readFileSync(recoveryFile(), 'utf8'))).toMatchObject({ sessions: [{ run: runOf('app.js') }] });
  expect(server.stderr()).toBe('');
});

test('breakpoints in the file that cannot be meant are ignored; one that cannot be set is said, with the file', async () => {
  const line = { kind: 'line', path: join(programs.folder, 'app.js'), line: 2 };
  const save = (breakpoint: unknown) => {
    writeFileSync(recoveryFile(), JSON.stringify({ sessions: [saved({ breakpoints: [breakpoint] })] }));
  };
  for (const meant of [{ target: line, condition: 5 }, { target: { ...line, path: '/a\0' } }]) {
    save(meant);
    expect((await (await start()).call('debug_launch', LAUNCH)).text).toContain('\nStopped (function breakpoint)');
  }
  save({ target: line, condition: 'x >' });
  const answer = await (await start()).call('debug_launch', LAUNCH);
  expect(answer.text).toMatch(/\.debug_session\.mcp\.json holds a breakpoint that cannot be set: .*does not parse/);
  expect(answer.isError).toBe(true);
});

test('the file holds no argument, and no condition with a secret in it', async () => {
  const server = await start();
  const breakpoints = ['app.js:10 if token === "hunter2hunter2"', 'app.js:7 if i > 0'];
  await server.call('debug_launch', { program: 'app.js', args: ['--password', 'hunter2'], breakpoints });
  const text = readFileSync(recoveryFile(), 'utf8');
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('--password');
  expect(text).toContain('i > 0');
});

test('what a server left that died long ago is removed by the next one', async () => {
  const target = { kind: 'function', name: 'sum' };
  const savedAtMs = Date.now() - 48 * 60 * 60 * 1000;
  writeFileSync(recoveryFile(), JSON.stringify({ sessions: [saved({ breakpoints: [{ target }], savedAtMs })] }));
  const server = await start();
  expect((await server.call('debug_launch', { program: 'app.js' })).text).not.toContain('restored');
  await server.call('debug_stop');
  expect(existsSync(recoveryFile())).toBe(false);
});

test('where the file cannot be written, debugging goes on without it', async () => {
  // A folder in its place stops also a user who may write everywhere.
  mkdirSync(recoveryFile());
  const server = await start();
  expect((await server.call('debug_launch', LAUNCH)).text).toContain('Stopped (function breakpoint)');
  expect((await server.call('debug_stop')).text).toBe('Debug session ended.');
  expect(server.stderr()).toBe('');
});

test('temporary folders of a server that was killed are removed by the next one', async () => {
  const TMPDIR = join(programs.folder, 'temporary');
  mkdirSync(TMPDIR);
  const foldersOf = ({ pid }: RunningServer) => readdirSync(TMPDIR).filter((name) => name.includes(`-${pid}-`));
  const killed = await start({ TMPDIR });
  expect((await killed.call('debug_launch', LAUNCH)).isError).toBe(false);
  expect(foldersOf(killed)).not.toEqual([]);
  await kill(killed);
  const next = await start({ TMPDIR });
  expect((await next.call('debug_launch', LAUNCH)).isError).toBe(false);
  await expect.poll(() => foldersOf(killed)).toEqual([]);
  expect(foldersOf(next)).not.toEqual([]);
});

test('without a folder for temporary files, a launch says which variable names it', async () => {
  const server = await start({ TMPDIR: join(programs.folder, 'gone') });
  const { isError, text } = await server.call('debug_launch', LAUNCH);
  expect(isError).toBe(true);
  expect(text).toMatch(/No temporary folder could be made in .*gone: .*\n.*TMPDIR/);
});
