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
    rest: async () => undefined,
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

test('a loop that comes nearer to its end is where the program is, also while it calls a function', async () => {
  let passes = 0;
  const called = { name: 'helper', location, presentation: 'normal', functionId: 'helper', loops: [] } as const;
  const calls = (): InspectedStack => {
    passes += 1;
    const left = { expression: 'n', text: String(passes), number: passes };
    const right = { expression: '100', text: '100', number: 100 };
    const lines = { path: '/p/main.cjs', first: 7, last: 12 };
    const tests = [{ operator: '<', left, right }] as const;
    const loop = { lines, ending: 'open', awaits: false, tests, values: [left] } as const;
    const at = { path: '/p/main.cjs', line: 8, column: 1 };
    const spin = { name: 'spin', location: at, presentation: 'normal', functionId: 'spin', loops: [loop] } as const;
    return { kind: 'running', frames: [called, spin] };
  };
  const evidence = {
    ...busyThread({ kind: 'between' }),
    inspectWhileRunning: async () => calls(),
    staying: async () => 1,
  };
  const found = await examineThread(thread, { evidence, signal: undefined, counted: () => {} });
  expect(found).toMatchObject({ kind: 'progressing', location: { path: '/p/main.cjs', line: 7 } });
  expect(found.stack.map(({ name }) => name)).toEqual(['helper', 'spin']);
});

test('a call that returns while the thread is examined is no hang', async () => {
  let looks = 0;
  const stack = (line: number): InspectedStack => {
    const at = { ...location, line };
    return { kind: 'running', frames: [{ ...frame, location: at, call: line === 2 ? 'load()' : 'join()', loops: [] }] };
  };
  // Where it waits now is known of the later call only.
  const evidence = { ...busyThread({ kind: 'between' }), staying: async () => 1 };
  const examineAt = (lineAt: (look: number) => number) =>
    examineThread(thread, {
      evidence: { ...evidence, inspectWhileRunning: async () => stack(lineAt(looks++)) },
      signal: undefined,
      counted: () => {},
    });
  expect(await examineAt(() => 2)).toMatchObject({ kind: 'blocked call', call: 'load()', location: { line: 2 } });
  looks = 0;
  const found = await examineAt((look) => (look < 8 ? 2 : 9));
  expect(found).toMatchObject({ kind: 'progressing', evidence: 'load() has returned', location: { line: 9 } });
});
