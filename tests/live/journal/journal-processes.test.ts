import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { journalEntrySchema, type ToolCallEntry } from '../../../src/journal/entries.ts';
import { JournalReader } from '../../../src/journal/reader.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const WRITER = '.cache/writing-server.mjs';

beforeAll(async () => {
  const entryPoints = ['tests/unit/journal/writing-server.ts'];
  await build({ entryPoints, outfile: WRITER, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
});

function folderOfTest(): string {
  const folder = temporaryFolder('journal-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Writer {
  readonly child: ChildProcess;
  said(): string;
  /** @throws when it ends otherwise than it should */
  ended(): Promise<void>;
}

const DEFAULTS = { entries: 1_000, burst: 50, pauseMs: 15, maxBytes: 1_000_000, keptFiles: 1_000 };

/** Starts a process that writes; `prefix` is a command that the process is run by. */
function startWriter(
  task: { readonly file: string; readonly name: string } & Partial<typeof DEFAULTS>,
  { prefix = [], uid }: { readonly prefix?: readonly string[]; readonly uid?: number } = {},
): Writer {
  // A place where also another user may read it.
  const script = join(temporaryFolder('writer-'), 'writer.mjs');
  copyFileSync(WRITER, script);
  if (uid !== undefined) chmodSync(join(script, '..'), 0o755);
  const [command = process.execPath, ...args] = [
    ...prefix,
    process.execPath,
    script,
    JSON.stringify({ ...DEFAULTS, ...task }),
  ];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const exit = new Promise<number | string | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
    rmSync(join(script, '..'), { recursive: true, force: true });
  });
  return {
    child,
    said: () => said,
    ended: async () => {
      expect(await exit, said).toBe(0);
      expect(said).toMatch(/(^|\n)done\n$/);
    },
  };
}

/** All lines of a journal with its earlier files: the calls, and what is no entry. */
function readAll(file: string): { readonly calls: ToolCallEntry[]; readonly refused: number } {
  const reader = new JournalReader(file);
  const calls: ToolCallEntry[] = [];
  reader.read((line) => {
    const parsed = journalEntrySchema.safeParse(decoded(line));
    if (parsed.data?.message === 'tool:call') calls.push(parsed.data);
    return parsed.success;
  });
  const { refused } = reader;
  reader.close();
  return { calls, refused };
}

function decoded(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const numbersOf = (calls: readonly ToolCallEntry[], name: string) =>
  calls.flatMap((call) => (call.request.name === name ? Number(call.callId.split('-')[1]) : []));

test('servers that write one journal, and rotate it, lose no line and tear none', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'logs', 'debug-mcp-server.log');
  const names = ['a', 'b', 'c', 'd'];
  const writers = names.map((name) => startWriter({ file, name, maxBytes: 60_000 }));
  for (const writer of writers) await writer.ended();

  const { calls, refused } = readAll(file);
  expect(refused).toBe(0);
  expect(calls).toHaveLength(4_000);
  for (const name of names) {
    // Each server's own lines are complete; over a rotation, they may be in the file that was just put aside.
    expect(numbersOf(calls, name).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    );
  }
  const files = readdirSync(join(folder, 'logs'));
  expect(files.length).toBeGreaterThan(10);
  const sizes = files.map((each) => statSync(join(folder, 'logs', each)).size);
  // One write of each server may come when it is full already.
  expect(Math.max(...sizes)).toBeLessThan(60_000 + 4 * 200 * 1_500);
});

test('servers that rotate one journal keep as many files as they should', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'logs', 'debug-mcp-server.log');
  const writers = ['a', 'b', 'c'].map((name) => startWriter({ file, name, maxBytes: 30_000, keptFiles: 2 }));
  for (const writer of writers) await writer.ended();
  expect(readdirSync(join(folder, 'logs')).filter((name) => name !== '.gitignore')).toHaveLength(3);
  expect(readAll(file).refused).toBe(0);
});

test('a server that is killed while it writes leaves a journal in which others go on', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'debug.log');
  const killed = startWriter({ file, name: 'killed', entries: 1_000_000, burst: 200, pauseMs: 1 });
  await expect.poll(() => existsSync(file) && statSync(file).size, { timeout: 10_000 }).toBeGreaterThan(50_000);
  killed.child.kill('SIGKILL');
  const next = startWriter({ file, name: 'next', entries: 100 });
  await next.ended();
  const { calls, refused } = readAll(file);
  expect(numbersOf(calls, 'next')).toHaveLength(100);
  expect(refused).toBeLessThanOrEqual(1);
});

test.runIf(process.platform === 'linux')('a full disk is warned of once, and debugging goes on', async () => {
  const writer = startWriter({ file: '/dev/full', name: 'a', entries: 200 });
  await writer.ended();
  expect(writer.said()).toMatch(
    /^the journal cannot be written \(ENOSPC: .*\); debugging goes on without it\..*\ndone\n$/,
  );
});

test.runIf(process.platform !== 'win32')(
  'a line that found no room to its end stands alone; with room again, the journal goes on and records the gap',
  async () => {
    const file = join(folderOfTest(), 'debug.log');
    // The shell counts in 512 or 1,024 bytes: either way it is full after some hundred entries.
    const prefix = ['sh', '-c', 'ulimit -f 64; exec "$0" "$@"'];
    const writer = startWriter({ file, name: 'a', entries: 1_500, burst: 100, pauseMs: 300 }, { prefix });
    await expect.poll(() => writer.said(), { timeout: 10_000 }).toMatch(/cannot be written/);
    const full = readFileSync(file);
    expect(full.length % 512).toBe(0);
    // Room again, behind half a line.
    truncateSync(file, full.lastIndexOf('\n', full.length / 2) + 20);
    await writer.ended();
    expect(writer.said().match(/cannot be written/g)).toHaveLength(1);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const torn = lines.findIndex((line) => decoded(line) === undefined);
    expect(lines[torn]).toHaveLength(19);
    expect(decoded(lines[torn + 1] ?? '')).toMatchObject({ message: 'journal:gap' });
    expect(lines.length).toBeGreaterThan(torn + 2);
    expect(readAll(file).refused).toBe(1);
  },
);

test.runIf(process.getuid?.() === 0)('permissions that are taken away, and given back, are survived', async () => {
  const folder = folderOfTest();
  const nobody = 65_534;
  chmodSync(folder, 0o777);
  const file = join(folder, 'debug.log');
  const writer = startWriter({ file, name: 'a', entries: 60, burst: 1, pauseMs: 100 }, { uid: nobody });
  await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
  chmodSync(file, 0);
  chmodSync(folder, 0);
  await expect.poll(() => writer.said(), { timeout: 10_000 }).toMatch(/cannot be written \(EACCES/);
  chmodSync(folder, 0o777);
  chmodSync(file, 0o666);
  await writer.ended();
  expect(writer.said().match(/cannot be written/g)).toHaveLength(1);
  const { calls, refused } = readAll(file);
  expect(refused).toBe(0);
  // The first and the last of them: what was between is reported as a gap.
  expect(numbersOf(calls, 'a')).toContain(1);
  expect(numbersOf(calls, 'a')).toContain(60);
  expect(readFileSync(file, 'utf8')).toContain('"journal:gap"');
});
