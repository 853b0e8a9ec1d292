import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Mutex } from '../../../src/session/mutex.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A mutex whose first task runs until it is ended by hand. */
function occupied() {
  const mutex = new Mutex();
  let end = () => {};
  const first = mutex.run(() => new Promise<void>((resolve) => (end = resolve)));
  return { mutex, first, end: () => end() };
}

const soon = async () => 'done';

test('who waits for a task that nobody wants any more, and not as long as it may take, is refused, earlier or later', async () => {
  const { mutex } = occupied();
  const earlier = mutex.run(soon);
  const patient = mutex.run(soon, { timeoutMs: 5_000 });
  await vi.advanceTimersByTimeAsync(0);
  mutex.leave({ what: 'f()', endsAtMs: Date.now() + 3_000 });
  const refusal = { code: 'request_timeout', message: expect.stringMatching(/for up to 3 s.*before: f\(\)$/) };
  await expect(earlier).rejects.toMatchObject(refusal);
  await expect(mutex.run(soon)).rejects.toMatchObject(refusal);
  await expect(mutex.run(soon, { timeoutMs: 1_000 })).rejects.toMatchObject(refusal);
  await expect(Promise.race([patient, 'still waits'])).resolves.toBe('still waits');
});

test('when it has ended nobody is refused', async () => {
  const { mutex, first, end } = occupied();
  await vi.advanceTimersByTimeAsync(0);
  mutex.leave({ what: 'f()', endsAtMs: Date.now() + 3_000 });
  const patient = mutex.run(soon, { timeoutMs: 5_000 });
  end();
  await first;
  await expect(patient).resolves.toBe('done');
  await expect(mutex.run(soon)).resolves.toBe('done');
});

test('a long expression is cut', async () => {
  const { mutex } = occupied();
  await vi.advanceTimersByTimeAsync(0);
  mutex.leave({ what: 'x'.repeat(1_000), endsAtMs: Date.now() + 3_000 });
  await expect(mutex.run(soon)).rejects.toThrow(/before: x{100}…$/);
});
