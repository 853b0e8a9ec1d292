import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { detectHang } from '../../../src/investigate/hang/detect-hang.ts';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { freePort } from '../../support/free-port.ts';
import { debugpyVersions, pythonWith } from '../../support/pythons.ts';
import { HangLab } from './watch.ts';

const lab = new HangLab();
afterAll(() => lab.end());

const SPIN = `class State:
    done = False

def spin(state):
    rounds = 0
    while not state.done:
        rounds += 1
    return rounds

print("ready", flush=True)
spin(State())
`;
const LOOP = { kind: 'busy loop', hung: true, location: { line: 6 } } as const;

function file(name: string): string {
  const path = join(lab.folder, name);
  writeFileSync(path, SPIN);
  return path;
}

function launchOf(program: string, debugpy: 'newest' | 'old') {
  const runtimeExecutable = pythonWith(debugpy);
  return { program, args: [], cwd: lab.folder, env: {}, stopOnEntry: false, runtimeExecutable };
}

async function inSession(
  program: string,
  debugpy: 'newest' | 'old',
  lines: readonly number[],
  look: (session: DebugSession) => Promise<void>,
): Promise<void> {
  const breakpoints = lines.map((line) => ({ target: { kind: 'line', path: program, line } as const }));
  const setup = { language: 'python', breakpoints };
  const { session } = await lab.engine.launch(launchOf(program, debugpy), setup, { timeoutMs: 20_000 });
  try {
    await look(session);
  } finally {
    await lab.engine.end(session, {});
  }
}

describe.each(debugpyVersions())('a Python program under the %s debugpy', (debugpy) => {
  test('that loops in a live session is reported, runs on, and can be stopped as before', async () => {
    const program = file(`loops-${debugpy}.py`);
    await inSession(program, debugpy, [], async (session) => {
      await expect.poll(() => session.output.end, { timeout: 10_000 }).toBeGreaterThan(0);
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 300 });
      expect(report, JSON.stringify(report)).toMatchObject(LOOP);
      expect(session.state.kind).toBe('running');
      expect(await session.pause({ timeoutMs: 5_000 })).toMatchObject({ kind: 'stopped', reason: 'pause' });
    });
  });

  test('that is stopped stays where it was', async () => {
    const program = file(`stopped-${debugpy}.py`);
    await inSession(program, debugpy, [5], async (session) => {
      expect((await session.waitForStop({ timeoutMs: 10_000 })).kind).toBe('stopped');
      const report = await detectHang(lab.engine, { kind: 'session', session }, { timeoutMs: 200 });
      expect(report).toMatchObject({ kind: 'stopped', hung: false });
      expect(session.state).toMatchObject({ kind: 'stopped', location: { line: 5 } });
    });
  });

  test('that is launched to be watched is reported and ended', async () => {
    const launch = launchOf(file(`launched-${debugpy}.py`), debugpy);
    const report = await detectHang(lab.engine, { kind: 'launch', launch, language: 'python' }, { timeoutMs: 1_000 });
    expect(report, JSON.stringify(report)).toMatchObject(LOOP);
    // Answers of the debugger are none of the program's output.
    expect(report.output?.chunks.map(({ text }) => text).join('')).toBe('ready\n');
  });

  test('that is attached to is reported, and let go', async () => {
    const port = await freePort();
    const listening = ['-X', 'frozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`];
    const args = [...listening, file(`attached-${debugpy}.py`)];
    const child = spawn(pythonWith(debugpy), args, { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(child.stdout, 'data');
      const target = { kind: 'port', host: '127.0.0.1', port } as const;
      const report = await detectHang(lab.engine, { kind: 'attach', target, language: 'python' }, { timeoutMs: 500 });
      expect(report, JSON.stringify(report)).toMatchObject(LOOP);
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});
