import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DebugEngine } from '../../../src/engine/debug-engine.ts';
import { withThrowawaySession } from '../../../src/engine/throwaway-session.ts';
import { runTests } from '../../../src/investigate/test-run/run-tests.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('throwaway-');
let heard: string[] = [];
const engine = new DebugEngine({
  cwd: folder,
  observe: ({ name }, event) => {
    heard.push(`${name} ${event.kind === 'state' ? event.state.kind : event.kind}`);
  },
});

beforeEach(() => {
  heard = [];
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function launchOf(program: string, args: readonly string[] = []) {
  return { kind: 'launch', program, args, cwd: folder, env: {}, stopOnEntry: false } as const;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a throwaway session', () => {
  test('is observed, found by nobody, and ended although its use fails', async () => {
    const program = file('ticking.cjs', 'setInterval(() => {}, 1000);');
    let pid = 0;
    const used = withThrowawaySession(engine, { id: 'mine', start: launchOf(program) }, async (session) => {
      await session.start({ timeoutMs: 10_000 });
      pid = session.summary().threads[0]?.pid ?? 0;
      expect(isAlive(pid)).toBe(true);
      expect(engine.sessions.list()).toEqual([]);
      throw new Error('no use');
    });
    await expect(used).rejects.toThrow('no use');
    expect(isAlive(pid)).toBe(false);
    expect(heard[0]).toBe('mine created');
    expect(heard).toContain('mine running');
    expect(heard.slice(-2)).toEqual(['mine exited', 'mine closed']);
  });

  test('lets what it was attached to run on', async () => {
    const program = file('attached.cjs', "setInterval(() => {}, 1000); console.log('ready');");
    const child = spawn(process.execPath, ['--inspect-port=0', program], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(child.stdout, 'data');
      const target = { kind: 'pid', pid: child.pid ?? 0 } as const;
      const start = { kind: 'attach', target, cwd: folder, label: 'a process' } as const;
      await withThrowawaySession(engine, { id: 'mine', start }, (session) => session.start({ timeoutMs: 10_000 }));
      expect(heard.at(-1)).toBe('mine closed');
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('is not made for a breakpoint that can never be hit, nor for another machine', async () => {
    const program = file('marks.cjs', `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '');`);
    const breakpoints = [{ target: { kind: 'line', path: program, line: 99 } } as const];
    const use = () => Promise.reject(new Error('was used'));
    const unhittable = withThrowawaySession(engine, { id: 'mine', start: launchOf(program), breakpoints }, use);
    await expect(unhittable).rejects.toMatchObject({ code: 'invalid_argument' });
    const target = { kind: 'port', host: '192.0.2.1', port: 9 } as const;
    const start = { kind: 'attach', target, cwd: folder, label: 'far away' } as const;
    await expect(withThrowawaySession(engine, { id: 'mine', start }, use)).rejects.toMatchObject({
      code: 'attach_refused',
    });
    expect(heard).toEqual([]);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

test('the session of a test run is observed, too', async () => {
  const program = file('a.test.cjs', "require('node:test')('passes', () => {});");
  const limits = { depth: 0, maxChildren: 10, maxTextLength: 100 };
  const { counts } = await runTests(engine, { launch: launchOf('node', ['--test', program]), limits });
  expect(counts.passed).toBe(1);
  expect(heard[0]).toBe('tests created');
  expect(heard.at(-1)).toBe('tests closed');
});
