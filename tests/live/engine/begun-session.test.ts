import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import type { DebugSession } from '../../../src/session/debug-session.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LIMITS = { timeoutMs: 20_000 };
const cwd = temporaryFolder('begun-');
const engine = new DebugEngine({ cwd });
const waits = { kind: 'launch', program: 'waits.cjs', args: [], cwd, env: {}, stopOnEntry: false } as const;

beforeAll(() => {
  writeFileSync(join(cwd, 'waits.cjs'), 'setInterval(() => {}, 1_000_000);');
  writeFileSync(join(cwd, 'ends.cjs'), '');
});
afterAll(async () => {
  await engine.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** The session that a launch has made by now, although it has not been answered. */
async function sessionUnderWay(): Promise<DebugSession> {
  for (;;) {
    const [session] = engine.sessions.list();
    if (session) return session;
    await setImmediate();
  }
}

test('a session that a launch is starting is not begun by another call', async () => {
  const launched = engine.launch(waits, { breakpoints: [] }, LIMITS);
  const session = await sessionUnderWay();
  await expect(engine.begin(session, waits, LIMITS)).rejects.toMatchObject({ code: 'already_running' });
  expect((await launched).session.state.kind).toBe('running');
  await engine.end(session, LIMITS);
});

test('a session whose launch has failed is found by no call, and begun by none that had found it', async () => {
  const launched = engine.launch({ ...waits, runtimeExecutable: 'no-such-node' }, { breakpoints: [] }, LIMITS);
  const session = await sessionUnderWay();
  await expect(launched).rejects.toMatchObject({ code: 'launch_failed' });
  expect(engine.sessions.list()).toEqual([]);
  await expect(engine.begin(session, waits, LIMITS)).rejects.toMatchObject({ code: 'cancelled' });
  expect(session.summary().threads).toEqual([]);
});

test('a session whose name has gone to another program is not begun again', async () => {
  const setup = { name: 'mine', breakpoints: [] };
  const { session } = await engine.launch({ ...waits, program: 'ends.cjs' }, setup, LIMITS);
  await session.waitForStop(LIMITS);
  const begun = engine.begin(session, { ...waits, program: 'ends.cjs' }, LIMITS);
  begun.catch(() => {});
  // Between its checks and its start.
  session.release();
  await expect(begun).rejects.toMatchObject({ code: 'cancelled' });
  expect(session.summary().threads).toEqual([]);
});
