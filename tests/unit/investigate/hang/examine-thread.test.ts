import { expect, test } from 'vitest';
import type { HangEvidence, InspectedStack } from '../../../../src/adapter/hang-evidence.ts';
import { examineThread } from '../../../../src/investigate/hang/examine-thread.ts';

const location = { path: '/p/main.cjs', line: 2, column: 1 };
const frame = { name: 'again', location, presentation: 'normal', functionId: 'again' } as const;
const thread = { id: 1, name: 'main' };

/** A thread that is at work in each sample; what its pauses show is given. */
function busyThread(inspected: InspectedStack): HangEvidence {
  return {
    watch: async () => {},
    sample: async () => ({ kind: 'running', frames: [frame] }),
    inspectWhileRunning: async () => inspected,
    staying: async () => undefined,
    rounds: async () => undefined,
    activity: async () => ({ functions: [{ name: 'again', location, calls: 900 }], countedMs: 350, inspections: [] }),
    waits: async () => ({ keptAliveBy: [], awaits: [] }),
    blocked: async () => ({ frames: [frame] }),
    end: () => ({ isHeld: false, awaits: [] }),
  };
}

function examined(inspected: InspectedStack) {
  return examineThread(thread, { evidence: busyThread(inspected), signal: undefined, counted: () => {} });
}

test('a thread whose pauses all fall between its functions is busy with events, not blocked', async () => {
  expect(await examined({ kind: 'between' })).toMatchObject({ kind: 'busy event loop', location });
});

test('a thread that answers no pause is blocked where it was seen', async () => {
  expect(await examined({ kind: 'unanswered' })).toMatchObject({ kind: 'blocked call', location });
});
