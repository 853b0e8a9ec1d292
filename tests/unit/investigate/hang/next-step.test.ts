import { expect, test } from 'vitest';
import { nextStepOf } from '../../../../src/investigate/hang/next-step.ts';

const undecided = (timeoutMs: number) =>
  nextStepOf({ kind: 'undecided', hung: false, timeoutMs, thread: { id: 1, name: 'main' }, stack: [] });

test('a longer time is asked for only where there was too little', () => {
  expect(undecided(3_000)).toMatch(/^Ask again with a longer timeoutMs/);
  expect(undecided(20_000)).toMatch(/^It runs, .* pause it, or set a log point where it runs/);
});
