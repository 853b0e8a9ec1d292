import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../../src/model/call-options.ts';
import { DebugError } from '../../../src/model/debug-error.ts';
import { PendingRequests } from '../../../src/wire/pending-requests.ts';

const make = () => new PendingRequests({ defaultTimeoutMs: 1_000 });

/** A request that is under way: its number and the promise of its reply. */
function open(pending: PendingRequests, label: string, options: CallOptions = {}) {
  let id = 0;
  const reply = pending.request(label, options, (given) => {
    id = given;
  });
  return { id, reply };
}

describe('PendingRequests', () => {
  test('a call may ask as many connections as there are workers, without a warning of the runtime', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    const asked = Array.from({ length: 20 }, () => {
      const pending = make();
      const { id, reply } = open(pending, 'A', { signal });
      return { reply, answer: () => pending.resolve(id, 'a') };
    });
    await new Promise((resolve) => setImmediate(resolve));
    for (const { answer } of asked) answer();
    await Promise.all(asked.map(({ reply }) => reply));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('hands each reply to its own request, whatever the order', async () => {
    const pending = make();
    const [first, second] = [open(pending, 'A'), open(pending, 'B')];
    expect(pending.labels()).toEqual(['A', 'B']);
    expect(pending.resolve(second.id, 'b')).toBe(true);
    expect(pending.resolve(first.id, 'a')).toBe(true);
    expect(await Promise.all([first.reply, second.reply])).toEqual(['a', 'b']);
    expect(pending.labels()).toEqual([]);
  });

  test('drops a reply that comes after the time limit, and says so', async () => {
    const abandoned: number[] = [];
    const pending = new PendingRequests({ defaultTimeoutMs: 5, onAbandoned: (id) => abandoned.push(id) });
    const { id, reply } = open(pending, 'Debugger.pause');
    await expect(reply).rejects.toMatchObject({
      code: 'request_timeout',
      details: { method: 'Debugger.pause', timeoutMs: 5 },
    });
    expect(pending.resolve(id, 'late')).toBe(false);
    expect(abandoned).toEqual([id]);
  });

  test('a limit beyond what a timer can count does not fire at once', async () => {
    const pending = make();
    const { id, reply } = open(pending, 'A', { timeoutMs: Number.POSITIVE_INFINITY });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pending.resolve(id, 1)).toBe(true);
    await reply;
  });

  test('an abort cancels every request under its signal and leaves no listener behind', async () => {
    const pending = make();
    const controller = new AbortController();
    const { signal } = controller;
    const doomed = Array.from({ length: 3 }, () => open(pending, 'A', { signal }));
    const other = open(pending, 'B');
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
      const { id, reply } = open(pending, 'A', { signal });
      pending.resolve(id, round);
      await reply;
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('sends nothing under a signal that is aborted already', async () => {
    const pending = make();
    const { id, reply } = open(pending, 'A', { signal: AbortSignal.abort() });
    await expect(reply).rejects.toMatchObject({ code: 'cancelled' });
    expect(id).toBe(0);
    expect(pending.labels()).toEqual([]);
  });

  test('the end of the connection fails all with its reason', async () => {
    const pending = make();
    const { reply } = open(pending, 'Runtime.evaluate');
    pending.rejectAll('socket hang up');
    await expect(reply).rejects.toMatchObject({
      code: 'connection_closed',
      message: expect.stringMatching(/Runtime\.evaluate.*socket hang up/),
    });
  });

  test('the stack of a failure names who waits for the reply', async () => {
    const pending = make();
    setImmediate(() => pending.reject(1, () => new DebugError('protocol_error', 'no')));
    const error = await theCaller(pending).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DebugError);
    expect(error instanceof DebugError && error.stack).toMatch(/^DebugError: no\n.*theCaller/);
  });

  test('50,000 at once under one signal share one listener, which goes with the last of them', async () => {
    const pending = make();
    const { signal } = new AbortController();
    const opened = Array.from({ length: 50_000 }, () => open(pending, 'A', { signal, timeoutMs: 60_000 }));
    // A listener per request would be looked through at each removal.
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for (const { id } of opened) pending.resolve(id, id);
    const replies = await Promise.all(opened.map((request) => request.reply));
    expect(replies.at(-1)).toBe(opened.at(-1)?.id);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

async function theCaller(pending: PendingRequests): Promise<unknown> {
  const reply = await pending.request('A', {}, () => {});
  return reply;
}
