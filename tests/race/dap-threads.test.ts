import { describe, expect, test } from 'vitest';
import type { StoppedInfo } from '../../src/model/stop-outcome.ts';
import { frame, running } from '../fakes/fake-dap-debuggee.ts';

const LIMITS = { depth: 0, maxChildren: 5, maxTextLength: 80 };
const library = {
  id: 9,
  name: 'futex',
  line: 1,
  column: 1,
  source: { path: '/lib/sys.x', presentationHint: 'subtle' },
};
const two = {
  threads: {
    threads: [
      { id: 11, name: 'system' },
      { id: 12, name: 'worker' },
    ],
  },
};

describe('an adapter that says nothing of threads', () => {
  test('has one to pause before any stop, by the number that it gives then', async () => {
    const { adapter, fake } = await running();
    expect(adapter.threads()).toEqual([{ id: 1, name: 'main thread' }]);
    const paused = adapter.pause(1);
    const request = await fake.request('pause');
    expect(request.arguments).toEqual({ threadId: 7 });
    fake.answer(request);
    await paused;
    await adapter.disconnect();
  });

  test('is asked once for a pause of all threads that a stop has shown, by one that is there now', async () => {
    const { adapter, fake, events } = await running({}, two);
    fake.event('stopped', { reason: 'breakpoint', threadId: 12 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(1)] });
    await expect.poll(() => events).toContain('stopped breakpoint 1 []');
    expect(adapter.threads().map(({ name }) => name)).toEqual(['system', 'worker']);
    const resumed = adapter.continue(1);
    fake.answer(await fake.request('continue'));
    await resumed;
    const paused = Promise.all(adapter.threads().map(({ id }) => adapter.pause(id)));
    const request = await fake.request('pause');
    expect(request.arguments).toEqual({ threadId: 11 });
    fake.answer(request);
    await paused;
    expect(fake.raw.match(/"command":"pause"/g)).toHaveLength(1);
    await adapter.disconnect();
  });

  test('a stop of no thread in particular is shown in the first that runs code of the program', async () => {
    const { adapter, fake } = await running({}, two);
    const stops: StoppedInfo[] = [];
    adapter.events.on('stopped', (stop) => stops.push(stop));
    fake.event('stopped', { reason: 'pause', allThreadsStopped: true });
    for (const _ of [1, 2]) {
      const asked = await fake.request('stackTrace');
      fake.answer(asked, { stackFrames: asked.arguments.threadId === 12 ? [library, frame(3)] : [library] });
    }
    await expect.poll(() => stops.length).toBe(1);
    expect(stops[0]).toMatchObject({ reason: 'pause', location: { line: 3 } });
    expect(adapter.threads().find(({ id }) => id === stops[0]?.threadId)?.name).toBe('worker');
    await adapter.disconnect();
  });

  test('a stop without frames is one without variables', async () => {
    const { adapter, fake } = await running();
    const stops: StoppedInfo[] = [];
    adapter.events.on('stopped', (stop) => stops.push(stop));
    fake.event('stopped', { reason: 'entry', threadId: 7 });
    fake.refuse(await fake.request('stackTrace'), 'unknown thread');
    fake.refuse(await fake.request('stackTrace'), 'unknown thread');
    await expect.poll(() => stops.length).toBe(1);
    const frameId = stops[0]?.frameId ?? 0;
    expect(await adapter.scopes(frameId)).toEqual([]);
    const question = { expression: '1', frameId, readOnly: false, ...LIMITS };
    await expect(adapter.evaluate(question)).rejects.toMatchObject({ code: 'unsupported' });
    await adapter.disconnect();
  });

  test('a pause that it reports as the signal it sent is a pause', async () => {
    const { adapter, fake, events } = await running();
    const paused = adapter.pause(1);
    fake.answer(await fake.request('pause'));
    await paused;
    fake.event('stopped', { reason: 'exception', description: 'signal SIGSTOP', threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(2)] });
    await expect.poll(() => events).toContain('stopped pause 2 []');
    await adapter.disconnect();
  });
});
