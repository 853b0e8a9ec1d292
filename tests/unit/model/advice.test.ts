import { expect, test } from 'vitest';
import { type Advice, wordAdvice } from '../../../src/model/advice.ts';

const advice: Advice = ['Pause it with ', { action: 'pause' }, ', or end it with ', { action: 'stop' }, '.'];

test('actions are named as the toolset names them', () => {
  expect(wordAdvice(advice, { pause: 'hold', stop: 'finish' })).toBe('Pause it with hold, or end it with finish.');
});

test('advice with an action that the toolset has no tool for is left out', () => {
  expect(wordAdvice(advice, { pause: 'hold' })).toBeUndefined();
});

test('a text names no action, and no advice stays none', () => {
  expect(wordAdvice('Check {the} path.', {})).toBe('Check {the} path.');
  expect(wordAdvice(undefined, {})).toBeUndefined();
});
