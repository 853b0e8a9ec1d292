import { expect, test } from 'vitest';
import type { LifeStep, RecordedLife } from '../../../../../../src/adapter/live-tracing.ts';
import { lifeRecord } from '../../../../../../src/investigate/trace/live/recording/life-record.ts';

const SOURCE = ['function f(n) {', '  let sum = 0;', '  while (n > 0) {', '    n--;', '  }', '  return sum;', '}'];
const step = (line: number, n: number, isReturn = false): LifeStep => ({
  line,
  column: 3,
  variables: [{ name: 'n', type: 'number', value: String(n), variablesReference: 0 }],
  isReturn,
});
const life = (steps: readonly LifeStep[], isCut = false): RecordedLife => ({
  call: {
    kind: 'call',
    function: 1,
    number: 1,
    isWanted: false,
    atMs: 0,
    durationMs: 1,
    arguments: [],
    end: { kind: 'returned', value: { text: '0', type: 'number', number: 0 } },
  },
  name: 'f',
  path: '/f.js',
  steps,
  isCut,
});
const eventsOf = (recorded: RecordedLife) => {
  const record = lifeRecord(recorded, SOURCE);
  return record.kind === 'call' ? record.events : [];
};

test('what a statement changed is what differs where the next one begins, loops folded', () => {
  const steps = [step(2, 2), step(3, 2), step(4, 2), step(3, 1), step(4, 1), step(3, 0), step(6, 0), step(6, 0, true)];
  const changed = eventsOf(life(steps)).flatMap((event) =>
    event.kind === 'line' ? [[event.line, ...(event.changes ?? []).map(({ after }) => after?.text)]] : [],
  );
  expect(changed).toEqual([[2], [3], [4, '1'], [4, '0'], [6]]);
  expect(eventsOf(life(steps))).toContainEqual({ kind: 'loopEnd', line: 3, passes: 2 });
});

test('a call that nothing was seen of, and one that was looked at no further', () => {
  expect(eventsOf(life([]))).toEqual([]);
  expect(eventsOf(life([step(2, 2)], true)).at(-1)).toEqual({ kind: 'dropped', events: 1 });
});
