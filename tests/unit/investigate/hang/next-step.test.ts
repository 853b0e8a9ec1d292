import { expect, test } from 'vitest';
import { NO_FACTS, type WaitFacts } from '../../../../src/adapter/hang-evidence.ts';
import { nextStepOf } from '../../../../src/investigate/hang/next-step.ts';

const undecided = (timeoutMs: number) =>
  nextStepOf({ kind: 'undecided', hung: false, timeoutMs, thread: { id: 1, name: 'main' }, stack: [] });

test('a longer time is asked for only where there was too little', () => {
  expect(undecided(3_000)).toMatch(/^Ask again with a longer timeoutMs/);
  expect(undecided(20_000)).toMatch(/^It runs, .* pause it, or set a log point where it runs/);
});

const blockedIn = (call: string, facts: Partial<WaitFacts>) =>
  nextStepOf(
    { kind: 'blocked call', hung: true, thread: { id: 1, name: 'main' }, stack: [], call },
    { ...NO_FACTS, ...facts },
  );

test('the end of what others wait for comes before what is waited for', () => {
  const empty = { name: 'inbox', state: 'empty', usedBy: [{ who: 'thread reader' }] };
  const ended = { kind: 'thread', name: 'writer', error: 'KeyError', isMissed: true } as const;
  expect(blockedIn('inbox.get()', { awaited: [empty], ended: [ended] })).toBe(
    'Find out why writer ended by KeyError, and have its end noticed: it used what is waited for.',
  );
  expect(blockedIn('inbox.get()', { awaited: [empty], ended: [{ ...ended, isMissed: false }] })).toBe(
    'Find what should go on with inbox (empty): thread reader uses it, too.',
  );
  expect(blockedIn('inbox2.get()', { awaited: [empty] })).toMatch(/^Look at the arguments of inbox2.get\(\)/);
  expect(blockedIn('inbox.get()', { ended: [{ ...ended, advice: 'Read it' }] })).toBe('Read it.');
});

test('of a full queue, something has to take', () => {
  const full = { name: 'jobs', state: 'full, 2 of 2', isFull: true, usedBy: [] } as const;
  expect(blockedIn('jobs.put(1)', { awaited: [full] })).toBe(
    'Have something take from jobs while it is filled, or give it more room: nothing takes from it now.',
  );
});
