import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProcEntry } from '../../src/process/process-table.ts';
import { copyPrograms } from '../support/debug-programs.ts';
import { requireBuild, SERVER_PATH } from '../support/mcp-client.ts';

const GONE_WITHIN_MS = 5_000;

let programs: ReturnType<typeof copyPrograms>;
let attached: ChildProcess;
let server: RawServer;

beforeEach(async () => {
  requireBuild();
  programs = copyPrograms();
  attached = spawn(process.execPath, ['ticking.js'], { cwd: programs.folder, stdio: ['ignore', 'pipe', 'ignore'] });
  server = new RawServer(programs.folder);
  await server.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'tests', version: '1' },
  });
});

afterEach(() => {
  attached.kill('SIGKILL');
  server.child.kill('SIGKILL');
  programs.remove();
});

/** A server whose stdin, stdout and end are in the test's own hands. */
class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  readonly #answers = new Map<number, (result: unknown) => void>();
  #nextId = 1;

  constructor(cwd: string) {
    this.child = spawn(process.execPath, [SERVER_PATH], { cwd, stdio: 'pipe' });
    this.child.stderr.resume();
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.lines.push(line);
      const { id, result } = JSON.parse(line);
      this.#answers.get(id)?.(result);
    });
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = this.#nextId++;
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const result = await this.request('tools/call', { name, arguments: args });
    return JSON.stringify(result).replaceAll('\\n', '\n');
  }
}

/** Sessions in every state that the end of the server can find one in. @returns the process ids of all that was launched */
async function launchOneOfEach(): Promise<number[]> {
  const run = { stopOnEntry: false, timeoutMs: 100 };
  await server.call('debug_launch', { program: 'app.js', session: 'entry' });
  await server.call('debug_launch', { program: 'app.js', breakpoints: ['app.js:10'], session: 'breakpoint' });
  await server.call('debug_launch', { program: 'busy.js', ...run, session: 'busy' });
  // What one answer has, the next has not any more; the first may have all.
  let family = await server.call('debug_launch', { program: 'parent.js', ...run, session: 'family' });
  const output = async () => {
    family += await server.call('debug_output', { session: 'family' });
    return family;
  };
  await expect.poll(output, { timeout: 10_000 }).toContain('parent up');
  const sessions = await server.call('debug_sessions');
  expect(sessions).toMatch(
    /entry .*stopped \(entry\)[\s\S]*breakpoint .*stopped \(breakpoint\)[\s\S]*busy .*running[\s\S]*family .*running/,
  );
  const pids = [...`${sessions}${await output()}`.matchAll(/(?:pid|child) (\d+)/g)].map((match) => Number(match[1]));
  // Children that have begun by now are in the list of sessions, too.
  return [...new Set(pids)];
}

async function attachAtBreakpoint(): Promise<void> {
  const breakpoints = [`${programs.folder}/ticking.js:5`];
  const text = await server.call('debug_attach', { pid: attached.pid, breakpoints, session: 'attached' });
  expect(text).toContain('Stopped (breakpoint) at ticking.js:5');
}

const alive = (pids: readonly number[]) => pids.filter((pid) => readProcEntry(pid)?.zombie === false);

test.each(['end of stdin', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  'at the %s, all that was launched ends, and what was attached to runs on',
  async (how) => {
    const launched = await launchOneOfEach();
    expect(launched).toHaveLength(6);
    await attachAtBreakpoint();
    expect(alive(launched)).toEqual(launched);

    const exited = once(server.child, 'exit', { signal: AbortSignal.timeout(GONE_WITHIN_MS) });
    if (how === 'end of stdin') server.child.stdin.end();
    else server.child.kill(how);
    expect(await exited).toEqual(how === 'SIGKILL' ? [null, 'SIGKILL'] : [0, null]);
    await expect.poll(() => alive(launched), { timeout: GONE_WITHIN_MS, interval: 20 }).toEqual([]);

    // Paused at its breakpoint it could not tick; twice, because its breakpoint must not stop it again.
    for (const _ of [1, 2])
      await once(attached.stdout ?? attached, 'data', { signal: AbortSignal.timeout(GONE_WITHIN_MS) });
    expect(attached.exitCode).toBe(null);
    expect(server.lines.map((line) => JSON.parse(line).jsonrpc).every((version) => version === '2.0')).toBe(true);
  },
);
