import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { DebugError } from '../../../src/model/debug-error.ts';
import { PendingRequests } from '../../../src/wire/pending-requests.ts';

const make = () => new PendingRequests({ defaultTimeoutMs: 1_000 });

describe('PendingRequests', () => {
  test('hands each reply to its own request, whatever the order', async () => {
    const pending = make();
    const [first, second] = [pending.open('A'), pending.open('B')];
    expect(pending.labels()).toEqual(['A', 'B']);
    expect(pending.resolve(second.id, 'b')).toBe(true);
    expect(pending.resolve(first.id, 'a')).toBe(true);
    expect(await Promise.all([first.reply, second.reply])).toEqual(['a', 'b']);
    expect(pending.labels()).toEqual([]);
  });

  test('drops a reply that comes after the time limit, and says so', async () => {
    const abandoned: number[] = [];
    const pending = new PendingRequests({ defaultTimeoutMs: 5, onAbandoned: (id) => abandoned.push(id) });
    const { id, reply } = pending.open('Debugger.pause');
    await expect(reply).rejects.toMatchObject({
      code: 'request_timeout',
      details: { method: 'Debugger.pause', timeoutMs: 5 },
    });
    expect(pending.resolve(id, 'late')).toBe(false);
    expect(abandoned).toEqual([id]);
  });

  test('a limit beyond what a timer can count does not fire at once', async () => {
    const pending = make();
    const { id, reply } = pending.open('A', { timeoutMs: Number.POSITIVE_INFINITY });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pending.resolve(id, 1)).toBe(true);
    await reply;
  });

  test('an abort cancels every request under its signal and leaves no listener behind', async () => {
    const pending = make();
    const controller = new AbortController();
    const { signal } = controller;
    const doomed = Array.from({ length: 3 }, () => pending.open('A', { signal }));
    const other = pending.open('B');
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort();
    const outcomes = await Promise.allSettled(doomed.map((request) => request.reply));
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(Array(3).fill('cancelled'));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(pending.labels()).toEqual(['B']);
    pending.resolve(other.id, 0);
  });

  test('answered requests leave no listener on a signal that lives on', async () => {
    const pending = make();
    const { signal } = new AbortController();
    for (let round = 0; round < 3; round++) {
      const { id, reply } = pending.open('A', { signal });
      pending.resolve(id, round);
      await reply;
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('refuses to open under a signal that is aborted already', () => {
    const pending = make();
    expect(() => pending.open('A', { signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ code: 'cancelled' }),
    );
    expect(pending.labels()).toEqual([]);
  });

  test('the end of the connection fails all with its reason', async () => {
    const pending = make();
    const { reply } = pending.open('Runtime.evaluate');
    pending.rejectAll('socket hang up');
    await expect(reply).rejects.toMatchObject({
      code: 'connection_closed',
      message: expect.stringMatching(/Runtime\.evaluate.*socket hang up/),
    });
  });

  test('the stack of a failure is that of the call', async () => {
    const pending = make();
    const { id, reply } = theCaller(pending);
    setImmediate(() => pending.reject(id, () => new DebugError('protocol_error', 'no')));
    const error = await reply.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DebugError);
    expect(error instanceof DebugError && error.stack).toMatch(/^DebugError: no\n.*theCaller/);
  });

  test('50,000 at once under one signal share one listener, which goes with the last of them', async () => {
    const pending = make();
    const { signal } = new AbortController();
    const opened = Array.from({ length: 50_000 }, () => pending.open('A', { signal, timeoutMs: 60_000 }));
    // A listener per request would be looked through at each removal.
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for (const { id } of opened) pending.resolve(id, id);
    const replies = await Promise.all(opened.map((request) => request.reply));
    expect(replies.at(-1)).toBe(opened.at(-1)?.id);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

function theCaller(pending: PendingRequests): ReturnType<PendingRequests['open']> {
  return pending.open('A');
}
