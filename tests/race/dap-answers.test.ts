import { describe, expect, test } from 'vitest';
import type { StoppedInfo } from '../../src/model/stop-outcome.ts';
import { CAPABILITIES, file, frame, running } from '../fakes/fake-dap-debuggee.ts';

const LIMITS = { depth: 0, maxChildren: 5, maxTextLength: 80 };

describe('what adapters leave out of their answers, or cannot answer', () => {
  test('one that offers no exception filters and no function breakpoints is asked for neither', async () => {
    const { adapter, fake } = await running({}, { initialize: { supportsConfigurationDoneRequest: true } });
    expect(await adapter.setFunctionBreakpoints([])).toEqual([]);
    await expect(adapter.setFunctionBreakpoints([{ id: 1, name: 'total' }])).rejects.toMatchObject({
      code: 'unsupported',
    });
    await adapter.setExceptionBreakpoints('all');
    expect(fake.raw).not.toMatch(/setFunctionBreakpoints|setExceptionBreakpoints/);
    await adapter.disconnect();
  });

  test('answers without a body say nothing of breakpoints and of variables', async () => {
    const { adapter, fake } = await running({}, { setFunctionBreakpoints: undefined, setBreakpoints: undefined });
    expect(await adapter.setFunctionBreakpoints([{ id: 1, name: 'total' }])).toMatchObject([{ kind: 'pending' }]);
    expect(await adapter.setBreakpoints(file, [{ id: 2, line: 2 }])).toMatchObject([{ kind: 'pending' }]);
    const stops: StoppedInfo[] = [];
    adapter.events.on('stopped', (stop) => stops.push(stop));
    fake.event('stopped', { reason: 'pause', threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(1)] });
    await expect.poll(() => stops.length).toBe(1);
    fake.serve({ scopes: { scopes: [{ name: 'Locals', variablesReference: 3 }] }, variables: undefined });
    const [scope] = await adapter.scopes(stops[0]?.frameId ?? 0);
    expect(await adapter.variables({ variablesReference: scope?.variablesReference ?? 0, ...LIMITS })).toEqual([]);
    await adapter.disconnect();
  });

  test('breakpoints without numbers are known by their places', async () => {
    const { adapter, fake, events } = await running();
    const set = adapter.setBreakpoints(file, [
      { id: 5, line: 2 },
      { id: 6, line: 3 },
    ]);
    fake.answer(await fake.request('setBreakpoints'), { breakpoints: [{ verified: true }, { verified: true }] });
    await set;
    fake.event('stopped', { reason: 'breakpoint', threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(3)] });
    await expect.poll(() => events).toContain('stopped breakpoint 3 [6]');
    await adapter.disconnect();
  });

  test.each([
    ['', true],
    ['always', true],
    ['unhandled', true],
  ])('an exception of mode "%s" is uncaught where nothing else stops', async (breakMode, uncaught) => {
    const { adapter, fake } = await running(
      {},
      { initialize: { ...CAPABILITIES, supportsExceptionInfoRequest: true } },
    );
    const stops: StoppedInfo[] = [];
    adapter.events.on('stopped', (stop) => stops.push(stop));
    fake.serve({ exceptionInfo: { exceptionId: 'panic', description: 'boom', breakMode } });
    fake.event('stopped', { reason: 'exception', threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(1)] });
    await expect.poll(() => stops.length).toBe(1);
    expect(stops[0]?.exception).toMatchObject({ name: 'panic', message: 'boom', uncaught });
    await adapter.disconnect();
  });

  test('an expression is one for a watch, and a compiler\u2019s error is the line that says it', async () => {
    const { adapter, fake } = await running();
    const stops: StoppedInfo[] = [];
    adapter.events.on('stopped', (stop) => stops.push(stop));
    fake.event('stopped', { reason: 'pause', threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(1)] });
    await expect.poll(() => stops.length).toBe(1);
    const evaluated = adapter.evaluate({
      expression: 'item.size()',
      frameId: stops[0]?.frameId ?? 0,
      readOnly: false,
      ...LIMITS,
    });
    const request = await fake.request('evaluate');
    expect(request.arguments.context).toBe('watch');
    fake.refuse(
      request,
      "<user expression 0>:1:6: error: no member named 'size'\n    1 | item.size()\n      |      ^~~~",
    );
    expect(await evaluated).toMatchObject({ exception: { name: 'error', message: "no member named 'size'" } });
    await adapter.disconnect();
  });
});

describe('functions that are called where something fails', () => {
  const filters = () => ['uncaught'];
  const raisedIn = (mode: string) => (mode === 'all' ? [{ function: 'lib.(*T).fail', name: 'failure' }] : []);
  const failing = { quirks: { exceptions: { filters, raisedIn } } };
  const inFail = {
    ...frame(1),
    name: 'lib.(*T).fail',
    source: { path: '/lib/t.x', presentationHint: 'subtle' },
  } as const;
  const answered = { setFunctionBreakpoints: { breakpoints: [{ id: 40, verified: true }] }, continue: {} };

  test('a stop in one is an exception at the line that called it, in the modes that ask for it', async () => {
    const { adapter, fake } = await running(failing, answered);
    expect(fake.raw).not.toContain('setFunctionBreakpoints');
    await adapter.setExceptionBreakpoints('all');
    expect(fake.raw).toContain('"setFunctionBreakpoints","arguments":{"breakpoints":[{"name":"lib.(*T).fail"}]}');
    const stops: StoppedInfo[] = [];
    adapter.events.on('stopped', (stop) => stops.push(stop));
    fake.event('stopped', { reason: 'breakpoint', threadId: 7, hitBreakpointIds: [40] });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [inFail, frame(3)] });
    await expect.poll(() => stops.length).toBe(1);
    expect(stops[0]).toMatchObject({
      reason: 'exception',
      location: { line: 3 },
      exception: { name: 'failure' },
      hitBreakpointIds: [],
    });
    await adapter.setExceptionBreakpoints('uncaught');
    expect(fake.raw).toContain('"setFunctionBreakpoints","arguments":{"breakpoints":[]}');
    await adapter.disconnect();
  });

  test('its call of itself stops nobody', async () => {
    const { adapter, fake, events } = await running(failing, answered);
    await adapter.setExceptionBreakpoints('all');
    fake.event('stopped', { reason: 'breakpoint', threadId: 7, hitBreakpointIds: [40] });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [inFail, inFail, frame(3)] });
    await expect.poll(() => fake.raw).toContain('"command":"continue"');
    expect(events.filter((event) => event.startsWith('stopped'))).toEqual([]);
    await adapter.disconnect();
  });

  test('a breakpoint that somebody has set there is theirs', async () => {
    const { adapter, fake, events } = await running(failing, answered);
    await adapter.setExceptionBreakpoints('all');
    await adapter.setFunctionBreakpoints([{ id: 3, name: 'lib.(*T).fail' }]);
    fake.event('stopped', { reason: 'breakpoint', threadId: 7, hitBreakpointIds: [40] });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [inFail, frame(3)] });
    await expect.poll(() => events.join()).toMatch(/stopped function breakpoint \d \[3\]/);
    await adapter.disconnect();
  });
});

describe('a program whose entry is a function', () => {
  const entering = { offer: { entryFunction: 'main' } };
  const answered = { setFunctionBreakpoints: { breakpoints: [{ id: 40, verified: true, line: 1 }] } };

  test('stops there once, as at an entry, and the breakpoint goes', async () => {
    const { adapter, fake, events } = await running(entering, answered);
    expect(fake.raw).toContain('"setFunctionBreakpoints","arguments":{"breakpoints":[{"name":"main"}]}');
    fake.event('stopped', { reason: 'breakpoint', threadId: 7, hitBreakpointIds: [40] });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [{ ...frame(1), name: 'main(int, char**)' }] });
    await expect.poll(() => events).toContain('stopped entry 1 []');
    await expect.poll(() => fake.raw).toContain('"setFunctionBreakpoints","arguments":{"breakpoints":[]}');
    await adapter.disconnect();
  });

  test('a breakpoint that somebody has set there is theirs', async () => {
    const { adapter, fake, events } = await running(entering, answered);
    await adapter.setFunctionBreakpoints([{ id: 3, name: 'main' }]);
    fake.event('stopped', { reason: 'breakpoint', threadId: 7, hitBreakpointIds: [40] });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(1)] });
    await expect.poll(() => events).toContain('stopped function breakpoint 1 [3]');
    await adapter.disconnect();
  });
});
