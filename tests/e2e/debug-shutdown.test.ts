import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProcEntry } from '../../src/process/process-table.ts';
import { copyPrograms } from '../support/debug-programs.ts';
import { requireBuild } from '../support/mcp-client.ts';
import { everyNodeVersion } from '../support/node-versions.ts';
import { RawServer } from '../support/raw-server.ts';
import { oneOfEach } from '../support/tier.ts';

const GONE_WITHIN_MS = 5_000;

let programs: ReturnType<typeof copyPrograms>;
let attached: ChildProcess;
let server: RawServer;

beforeEach(async () => {
  requireBuild();
  programs = copyPrograms();
  attached = spawn(process.execPath, ['ticking.js'], { cwd: programs.folder, stdio: ['ignore', 'pipe', 'ignore'] });
  server = await RawServer.start({ cwd: programs.folder });
});

afterEach(async () => {
  attached.kill('SIGKILL');
  await server[Symbol.asyncDispose]();
  programs.remove();
});

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
    expect(server.answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
  },
);

/** Work that keeps the thread of the tools from reading anything, and its end when it is told to end. */
const BUSY = {
  'a loop': { expression: 'while (true);', exit: [0, null] },
  'a search by a pattern': { expression: '/(a+)+$/.test("a".repeat(50) + "!")', exit: [0, null] },
  // JavaScript is told at its next step, of which there is none.
  'a function of Node': {
    expression: 'process.getBuiltinModule("crypto").pbkdf2Sync("a", "b", 2 ** 31 - 1, 64, "sha512")',
    exit: [null, 'SIGKILL'],
  },
} as const;

const ENDS = ['end of stdin', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const ROWS = ENDS.flatMap((how, index) =>
  (['a function of Node', 'a loop', 'a search by a pattern'] as const).map((busyWith) => ({
    busyWith,
    how,
    node: (everyNodeVersion()[index] ?? everyNodeVersion()[0])?.path ?? process.execPath,
  })),
);

test.each(oneOfEach(ROWS, ({ busyWith }) => String(busyWith === 'a function of Node')))(
  'a server whose tools are busy with $busyWith ends by $how in five seconds, and nothing is left',
  async (row) => {
    const { expression, exit } = BUSY[row.busyWith];
    await using busy = await RawServer.start({ cwd: programs.folder, node: row.node, inspected: true });
    await busy.call('debug_launch', { program: 'app.js' });
    const pids = [...(await busy.call('debug_sessions')).matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
    expect(alive(pids)).toHaveLength(1);
    await busy.tools.send('Runtime.evaluate', { expression: `void setImmediate(() => { ${expression} })` });
    busy.letGo();

    const ended = busy.ended(GONE_WITHIN_MS);
    if (row.how === 'end of stdin') busy.child.stdin.end();
    else busy.child.kill(row.how);
    expect(await ended).toEqual(exit);
    await expect.poll(() => alive(pids), { timeout: GONE_WITHIN_MS, interval: 20 }).toEqual([]);
  },
);
