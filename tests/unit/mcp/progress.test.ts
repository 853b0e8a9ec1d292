import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgress } from '../../../src/mcp/progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a waiting call repeats its last message with the time passed, and is silent once it has stopped', () => {
  const sent: [number, string][] = [];
  const progress = startProgress((seconds, message) => sent.push([Math.round(seconds), message]));
  vi.advanceTimersByTime(5_000);
  progress.report('running');
  vi.advanceTimersByTime(10_000);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([
    [5, 'waiting (5 s)'],
    [5, 'running'],
    [10, 'running (10 s)'],
    [15, 'running (15 s)'],
  ]);
});

test('without anyone who asked for it, no timer runs', () => {
  const progress = startProgress(undefined);
  progress.report('running');
  expect(vi.getTimerCount()).toBe(0);
});
