import { expect, test } from 'vitest';
import type { SessionState } from '../../../src/model/session-summary.ts';
import { SessionLife } from '../../../src/session/session-life.ts';

function lifeOf(seen: SessionState[] = []): SessionLife {
  return new SessionLife('a', new Date(0), (state) => seen.push(state));
}

const STOP = {
  threadId: 1,
  frameId: 1,
  reason: 'entry',
  location: { path: '/a.js', line: 1, column: 1 },
  functionName: 'main',
  hitBreakpointIds: [],
} as const;

test('a stop at once after the start is entered from running', () => {
  const seen: SessionState[] = [];
  const life = lifeOf(seen);
  life.enter({ kind: 'starting' });
  life.enter({ kind: 'stopped', ...STOP });
  expect(seen.map(({ kind }) => kind)).toEqual(['starting', 'running', 'stopped']);
  expect(life.stopped()).toMatchObject(STOP);
});

test('who waits is woken by the next halt, and at the limit is not', async () => {
  const life = lifeOf();
  life.enter({ kind: 'starting' });
  expect(await life.whenHalted(5, undefined)).toBe(false);
  const halted = life.whenHalted(10_000, undefined);
  life.enter({ kind: 'exited', exitCode: 3, signal: null });
  expect(await halted).toBe(true);
  expect(life.ended).toBe(true);
  expect(() => life.assertAlive()).toThrow('The program has ended (exit code 3).');
});

test('the cause of a lost connection ends with one full stop', () => {
  const life = lifeOf();
  life.enter({ kind: 'lost', cause: 'There is no file "a.js".' });
  expect(() => life.assertAlive()).toThrow(/was lost: There is no file "a\.js"\.$/);
});
