import { expect, test } from 'vitest';
import type { RunnerRecord } from '../../../../../src/investigate/test-run/runner-records.ts';
import { selectionOutcome } from '../../../../../src/investigate/test-run/selection/selection-outcome.ts';

const selection = { kind: 'matching', test: 'total' } as const;
const left = (more: { file?: string; name?: string[] }): RunnerRecord => ({
  kind: 'unselected',
  runner: 'jest',
  ...more,
});

test('a test that is left out is counted once, in however many processes', () => {
  const records = [
    left({ file: '/a', name: ['x'] }),
    left({ file: '/a', name: ['x'] }),
    left({ file: '/b', name: ['x'] }),
  ];
  expect(selectionOutcome(selection, records)).toEqual({
    selection,
    unselectedTests: 2,
    unselectedFiles: 0,
    isTotalKnown: true,
  });
});

test('with files that were not loaded, nobody knows how many tests there are', () => {
  const records = [left({ file: '/a', name: ['x'] }), left({ file: '/b' })];
  expect(selectionOutcome(selection, records)).toMatchObject({ unselectedFiles: 1, isTotalKnown: false });
  expect(selectionOutcome(selection, [left({})])).toMatchObject({ unselectedFiles: 0, isTotalKnown: false });
});
