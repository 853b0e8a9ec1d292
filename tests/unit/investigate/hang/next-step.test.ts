import { expect, test } from 'vitest';
import { nextStepOf } from '../../../../src/investigate/hang/next-step.ts';
import type { HangFinding } from '../../../../src/model/hang-report.ts';

const thread = { id: 1, name: 'main' };
const location = { path: '/p/main.py', line: 7, column: 1 };
const site = { thread, stack: [], hung: true } as const;
const child = { kind: 'child process', pid: 42, command: 'yes', state: 'sleeping', hasFullPipe: true } as const;
const blockedBy = { name: 'handler', location, isCoroutine: true };

test.each<[string, HangFinding, string]>([
  [
    'a blocked event loop',
    { kind: 'blocked call', ...site, call: 's.accept()', eventLoop: { blockedBy, waiting: [] }, remedy: 'await x' },
    'Use await x instead of s.accept(), so that the event loop goes on meanwhile.',
  ],
  [
    'a child with a full pipe',
    { kind: 'blocked call', ...site, call: 'p.wait()', system: { children: [child] }, remedy: 'p.communicate()' },
    'Read what process 42 writes while it runs, before its end is waited for: its pipe is full, so it cannot write; p.communicate() reads and waits.',
  ],
  [
    'a wait whose source is known',
    { kind: 'waiting', ...site, keptAliveBy: [], awaits: [{ name: 'main', location, awaits: 'queue.get()' }] },
    'Find what should end the wait of main for queue.get() on line 7.',
  ],
  [
    'a lock that is taken twice',
    { kind: 'deadlock', ...site, threads: [{ thread, stack: [], call: 'with lock', waitsFor: thread }] },
    'Do not wait in with lock for a lock that is held already: release it before.',
  ],
  [
    'a loop that sleeps',
    {
      ...{ kind: 'sleeping loop', thread, stack: [], hung: false, seenRound: true },
      loop: {
        ...{ lines: { path: '/p/main.py', first: 3, last: 5 }, functionName: 'poll', ending: 'open' },
        condition: 'not done',
        values: [{ expression: 'done', values: ['False'], changes: false }],
      },
    },
    'If it should be done by now: find what should change done: nothing did while the loop ran.',
  ],
])('%s', (_, finding, step) => {
  expect(nextStepOf(finding)).toBe(step);
});
