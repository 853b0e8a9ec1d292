import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Announcements } from '../../../src/adapter/node/launch/boot/announcements.ts';
import { bootPath } from '../../../src/adapter/node/launch/boot/boot-environment.ts';
import type { Announcement, ProcessReport } from '../../../src/adapter/node/launch/boot/reports.ts';
import { type DebuggeeProcess, startProcess } from '../../../src/process/debuggee-process.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const versions = [nodeVersions()[0], nodeVersions().at(-1)].flatMap((version) => (version ? [version] : []));
const folder = temporaryFolder('boot test ');
const leaf = join(folder, 'leaf.cjs');
const forkedModule = join(folder, 'leaf.mjs');

let announcements: Announcements;
let seen: Announcement[];
const started: DebuggeeProcess[] = [];

beforeAll(() => {
  writeFileSync(leaf, `console.log('leaf', process.argv[2] ?? '')`);
  writeFileSync(forkedModule, `console.log('leaf module')`);
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  announcements = await begin();
  seen = [];
  announcements.onReport((report) => {
    if (report.kind !== 'waiting') return;
    seen.push(report);
    release(report.url);
  });
});
afterEach(async () => {
  for (const debuggee of started.splice(0)) await debuggee.kill();
  await announcements.close();
});

async function begin(): Promise<Announcements> {
  const begun = Announcements.begin({ adopt: 'all', paths: [] });
  await begun.open();
  return begun;
}

/** Attaches, lets the process run, and leaves: node 20 has no WebSocket of its own, so the newest node does it. */
function release(url: string): void {
  const code = `const s = new WebSocket(${JSON.stringify(url)}); s.onopen = () => s.send('{"id":1,"method":"Runtime.runIfWaitingForDebugger"}');
    s.onmessage = () => s.close(); s.onclose = () => process.exit()`;
  const env = { PATH: process.env.PATH ?? '', MCP_DEBUGGER_TEST_RUN: process.env.MCP_DEBUGGER_TEST_RUN ?? '' };
  started.push(startProcess({ command: nodeVersions().at(-1)?.path ?? '', args: ['-e', code], cwd: folder, env }));
}

interface Run {
  readonly command?: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
  readonly path?: string;
}

async function run(
  node: string,
  { command = node, args, env = {} }: Run,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const base = { ...process.env, NODE_OPTIONS: '', PATH: `${dirname(node)}:${process.env.PATH}`, ...env };
  const debuggee = startProcess({ command, args, cwd: folder, env: announcements.env(base) });
  started.push(debuggee);
  const text = { stdout: '', stderr: '' };
  debuggee.onOutput((stream, chunk) => {
    text[stream] += chunk;
  });
  const { exitCode } = await debuggee.exited;
  return { ...text, code: exitCode };
}

const scripts = () => seen.map(({ argv }) => argv[1]);
const LEAF = JSON.stringify(leaf);

const CHILDREN = {
  fork: `cp.fork(${LEAF})`,
  'fork with execArgv': `cp.fork(${LEAF}, [], { execArgv: ['--no-warnings'] })`,
  'fork of a module': `cp.fork(${JSON.stringify(forkedModule)})`,
  spawn: `cp.spawn(process.execPath, [${LEAF}], { stdio: 'inherit' })`,
  'spawn through a shell': `cp.spawn('node leaf.cjs', { shell: true, stdio: 'inherit' })`,
  execSync: `cp.execSync('node leaf.cjs', { stdio: 'inherit' })`,
  spawnSync: `cp.spawnSync(process.execPath, [${LEAF}], { stdio: 'inherit' })`,
  'spawn with a wiped environment': `cp.spawn(process.execPath, [${LEAF}], { stdio: 'inherit', env: {} })`,
  'fork with a wiped environment': `cp.fork(${LEAF}, [], { env: {} })`,
  'spawnSync with a wiped environment': `cp.spawnSync(process.execPath, [${LEAF}], { stdio: 'inherit', env: {} })`,
  'execFileSync with a wiped environment': `cp.execFileSync(process.execPath, [${LEAF}], { stdio: 'inherit', env: {} })`,
  'spawn with other NODE_OPTIONS': `cp.spawn(process.execPath, [${LEAF}], { stdio: 'inherit', env: { NODE_OPTIONS: '--no-warnings' } })`,
  'spawn with --inspect=0 of its own': `cp.spawn(process.execPath, ['--inspect=0', ${LEAF}], { stdio: ['ignore', 'inherit', 'ignore'] })`,
};

// All versions: what the bootloader patches to reach children with a wiped environment differs even between minor ones.
for (const { major, path } of nodeVersions()) {
  test.each(Object.entries(CHILDREN))(`node ${major}: %s announces the child`, async (_name, code) => {
    const main = join(folder, 'main.cjs');
    writeFileSync(main, `const cp = require('node:child_process'); ${code}`);
    const { stdout, code: exitCode } = await run(path, { args: [main] });
    expect(scripts()).toEqual([main, expect.stringMatching(/leaf\.[cm]js$/)]);
    expect(seen[1]?.ppid === seen[0]?.pid || code.includes('shell') || code.includes('execSync')).toBe(true);
    expect({ stdout: stdout.slice(0, 4), exitCode }).toEqual({ stdout: 'leaf', exitCode: 0 });
  });
}

for (const { major, path } of versions) {
  test(`node ${major}: an ESM program that imports spawnSync by name has its child announced`, async () => {
    const main = join(folder, 'main.mjs');
    writeFileSync(
      main,
      `import { spawnSync } from 'node:child_process'; spawnSync(process.execPath, [${LEAF}], { env: {} })`,
    );
    await run(path, { args: [main] });
    expect(scripts()).toEqual([main, leaf]);
  });

  test(`node ${major}: a launcher reached through a link is skipped, and what it starts is announced`, async () => {
    const launcher = join(folder, 'node_modules/npm/bin/npm-cli.js');
    const link = join(folder, 'npm-link');
    mkdirSync(dirname(launcher), { recursive: true });
    writeFileSync(launcher, `require('node:child_process').spawnSync(process.execPath, [${LEAF}], { env: {} })`);
    rmSync(link, { force: true });
    symlinkSync(launcher, link);
    await run(path, { args: [link] });
    expect(scripts()).toEqual([leaf]);
  });

  test(`node ${major}: NODE_OPTIONS given before are kept, and stay in effect`, async () => {
    const preload = join(folder, 'pre load.cjs');
    writeFileSync(preload, 'globalThis.preloaded = true');
    const env = { NODE_OPTIONS: `--require "${preload}"` };
    const { stdout } = await run(path, { args: ['-p', 'globalThis.preloaded'], env });
    expect(stdout).toBe('true\n');
    expect(seen).toHaveLength(1);
  });

  test(`node ${major}: a process that this one started with --inspect is not announced, and its forks do not inherit the flag`, async () => {
    const main = join(folder, 'main.cjs');
    writeFileSync(main, `console.log(process.execArgv.join()); require('node:child_process').fork(${LEAF})`);
    const { stdout } = await run(path, { args: ['--inspect=0', '--no-warnings', main] });
    expect(stdout).toBe('--no-warnings\nleaf \n');
    expect(scripts()).toEqual([leaf]);
  });

  test(`node ${major}: a worker thread neither announces itself nor waits`, async () => {
    const code = `new (require('node:worker_threads').Worker)('console.log(1)', { eval: true })`;
    expect((await run(path, { args: ['-e', code] })).stdout).toBe('1\n');
    expect(seen).toHaveLength(1);
  });

  test(`node ${major}: nothing is written to stderr before a debugger attaches, even with pending deprecations`, async () => {
    const { stderr } = await run(path, { args: ['--pending-deprecation', leaf] });
    // Whether the program ends before this debugger has let go is chance; only then it says that it waits.
    expect(stderr.replace('Waiting for the debugger to disconnect...\n', '')).toBe('Debugger attached.\n');
  });

  test(`node ${major}: without a server the program runs as if nothing were there`, async () => {
    const env = announcements.env({ ...process.env, NODE_OPTIONS: '' });
    await announcements.close();
    const { stdout, stderr, status } = spawnSync(path, [leaf], { env, encoding: 'utf8', timeout: 5_000 });
    expect({ stdout, stderr, status }).toEqual({ stdout: 'leaf \n', stderr: '', status: 0 });
  });

  test.each(['not json', '{}', '{"folder":"/nowhere/at/all"}', '{"folder":"odd","hidden":true}', 'null'])(
    `node ${major}: a damaged configuration %s leaves the program undisturbed`,
    (text) => {
      const env = { ...announcements.env({ NODE_OPTIONS: '' }), MCP_DEBUGGER_BOOT: text };
      const odd = join(folder, 'odd');
      mkdirSync(odd, { recursive: true });
      const plain = join(odd, 'announce');
      writeFileSync(plain, 'untouched');
      writeFileSync(join(odd, 'settings.json'), '{"launchers":[],"adopt":"all","stems":[],"names":[]}');
      const { stdout, stderr, status } = spawnSync(path, [leaf], {
        env,
        cwd: folder,
        encoding: 'utf8',
        timeout: 5_000,
      });
      expect({ stdout, stderr, status }).toEqual({ stdout: 'leaf \n', stderr: '', status: 0 });
      expect(readFileSync(plain, 'utf8')).toBe('untouched');
    },
  );

  test(`node ${major}: the bootloader works from a path with spaces and quotes`, async () => {
    const odd = join(folder, 'a "b" c', 'boot.cjs');
    mkdirSync(dirname(odd), { recursive: true });
    cpSync(dirname(bootPath()), dirname(odd), { recursive: true });
    const env = announcements.env({ ...process.env, NODE_OPTIONS: '' });
    const ours = env.NODE_OPTIONS?.replace(/"[^"]*"$/, JSON.stringify(odd)) ?? '';
    const debuggee = startProcess({ command: path, args: [leaf], cwd: folder, env: { ...env, NODE_OPTIONS: ours } });
    started.push(debuggee);
    expect((await debuggee.exited).exitCode).toBe(0);
    expect(scripts()).toEqual([leaf]);
  });

  test(`node ${major}: very long arguments are cut and the announcement arrives whole`, async () => {
    await run(path, { args: [leaf, 'x'.repeat(100_000)] });
    expect(scripts()).toEqual([leaf]);
  });
}

test('a process that announces itself while the server closes is still delivered, and none is left waiting', async () => {
  const runs = Array.from({ length: 8 }, () => run(process.execPath, { args: [leaf] }));
  await expect.poll(() => seen.length, { interval: 1 }).toBeGreaterThan(0);
  await announcements.close();
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual(Array(8).fill(0));
});

test('announcements made before there is a listener are delivered to it', async () => {
  const late = await begin();
  const debuggee = startProcess({
    command: process.execPath,
    args: [leaf],
    cwd: folder,
    env: late.env({ NODE_OPTIONS: '' }),
  });
  started.push(debuggee);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const pids: number[] = [];
  late.onReport((report: ProcessReport) => {
    pids.push(report.pid);
    if (report.kind === 'waiting') release(report.url);
  });
  expect(pids).toEqual([debuggee.pid]);
  await debuggee.exited;
  await late.close();
});

test('closing removes the folder of the FIFO', async () => {
  const other = await begin();
  const { folder: made } = JSON.parse(other.variables({}).MCP_DEBUGGER_BOOT ?? '');
  expect(readdirSync(made)).toContain('announce');
  await other.close();
  expect(existsSync(made)).toBe(false);
});
