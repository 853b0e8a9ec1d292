import { describe, expect, test } from 'vitest';
import { attaching, CAPABILITIES, file, folder, frame, running, serveStart } from '../fakes/fake-dap-debuggee.ts';

describe('a debuggee behind a debug adapter', () => {
  test('a stop that comes before the reply to the resume is not lost', async () => {
    const { adapter, fake, events } = await running();
    fake.event('stopped', { reason: 'pause', threadId: 7, allThreadsStopped: true });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(1)] });
    await expect.poll(() => events).toContain('stopped pause 1 []');
    const [thread] = adapter.threads();
    const resumed = adapter.next(thread?.id ?? 0);
    const next = await fake.request('next');
    fake.event('continued', { threadId: 7, allThreadsContinued: true });
    fake.event('stopped', { reason: 'step', threadId: 7, allThreadsStopped: true });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(2)] });
    await expect.poll(() => events).toContain('stopped step 2 []');
    fake.answer(next);
    await resumed;
    expect(events.filter((event) => event.startsWith('continued'))).toEqual([]);
    await adapter.disconnect();
  });

  test('a breakpoint’s change that is reported before the reply to setBreakpoints belongs to it', async () => {
    const { adapter, fake } = await running();
    const set = adapter.setBreakpoints(file, [{ id: 5, line: 2 }]);
    const request = await fake.request('setBreakpoints');
    fake.event('breakpoint', { reason: 'changed', breakpoint: { id: 90, verified: true, line: 3 } });
    fake.answer(request, { breakpoints: [{ id: 90, verified: false, message: 'loading' }] });
    expect(await set).toEqual([{ kind: 'verified', location: { path: file, line: 3, column: 1 }, movedFromLine: 2 }]);
    await adapter.disconnect();
  });

  test('a stop at a breakpoint that is reported before the reply to setBreakpoints names it', async () => {
    const { adapter, fake, events } = await running();
    const set = adapter.setBreakpoints(file, [{ id: 5, line: 2 }]);
    const request = await fake.request('setBreakpoints');
    fake.event('stopped', { reason: 'breakpoint', threadId: 7, hitBreakpointIds: [90] });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(2)] });
    // When this is answered, the frames have been read.
    await adapter.setExceptionBreakpoints('none');
    expect(events.filter((event) => event.startsWith('stopped'))).toEqual([]);
    fake.answer(request, { breakpoints: [{ id: 90, verified: true, line: 2 }] });
    await set;
    await expect.poll(() => events).toContain('stopped breakpoint 2 [5]');
    await adapter.disconnect();
  });

  test('without numbers of what was hit, the place decides', async () => {
    const { adapter, fake, events } = await running();
    const set = adapter.setBreakpoints(file, [
      { id: 5, line: 2 },
      { id: 6, line: 3 },
    ]);
    const breakpoints = [
      { verified: true, line: 2, id: 1 },
      { verified: true, line: 3, id: 2 },
    ];
    fake.answer(await fake.request('setBreakpoints'), { breakpoints });
    await set;
    fake.event('stopped', { reason: 'breakpoint', threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(3)] });
    await expect.poll(() => events).toContain('stopped breakpoint 3 [6]');
    await adapter.disconnect();
  });

  test('a stop is dropped when the program has gone on before its frames came', async () => {
    const { adapter, fake, events } = await running();
    fake.event('stopped', { reason: 'pause', threadId: 7 });
    const frames = await fake.request('stackTrace');
    fake.event('continued', { threadId: 7 });
    fake.refuse(frames, 'the thread is running');
    await expect.poll(() => events).toContain('continued 1');
    expect(events.filter((event) => event.startsWith('stopped'))).toEqual([]);
    await adapter.disconnect();
  });

  test('an adapter that never answers is given up within the time limit', async () => {
    const { adapter, attached } = await attaching({ timeoutMs: 100 });
    await expect(attached).rejects.toMatchObject({ code: 'request_timeout' });
    await adapter.terminate();
  });

  test('an adapter that dies during the handshake refuses the attach', async () => {
    const { adapter, fake, attached } = await attaching();
    fake.answer(await fake.request('initialize'), CAPABILITIES);
    await fake.request('attach');
    fake.socket.write('Content-Length: 500\r\n\r\n{"type"');
    fake.socket.end();
    await expect(attached).rejects.toMatchObject({ code: 'attach_refused' });
    await adapter.terminate();
  });

  test('an adapter that refuses to attach is quoted', async () => {
    const { adapter, fake, attached } = await attaching();
    fake.answer(await fake.request('initialize'), CAPABILITIES);
    fake.refuse(await fake.request('attach'), 'no such process');
    await expect(attached).rejects.toMatchObject({
      code: 'attach_refused',
      message: expect.stringContaining('no such process'),
    });
    await adapter.terminate();
  });

  test('a start that is cancelled ends at once', async () => {
    const { adapter, attached } = await attaching();
    const ended = adapter.terminate();
    await expect(attached).rejects.toMatchObject({ code: 'cancelled' });
    await ended;
  });

  test('an adapter that dies later is a lost program', async () => {
    const { adapter, fake, events } = await running();
    fake.event('thread', { reason: 'started', threadId: 7 });
    await expect.poll(() => adapter.threads().length).toBe(1);
    const pending = adapter.pause(1);
    await fake.request('pause');
    fake.socket.destroy();
    await expect(pending).rejects.toMatchObject({ code: 'connection_closed' });
    await expect.poll(() => events).toContain('lost');
    expect(events).toContain('thread 1 exited');
    expect(adapter.threads()).toEqual([]);
  });

  test('an end that was announced has its exit code', async () => {
    const { fake, events } = await running();
    fake.event('exited', { exitCode: 3 });
    fake.event('terminated');
    await expect.poll(() => events).toContain('exited 3');
    expect(events).not.toContain('lost');
  });

  test('a child session that the adapter asks for has threads of its own, numbered on', async () => {
    const { adapter, fake } = await running();
    fake.event('thread', { reason: 'started', threadId: 7 });
    await expect.poll(() => adapter.threads().map(({ id }) => id)).toEqual([1]);
    const configuration = { name: 'child' };
    fake.say({ seq: 1, type: 'request', command: 'startDebugging', arguments: { request: 'attach', configuration } });
    await expect.poll(() => fake.raw).toContain('"command":"startDebugging","success":true');
    await adapter.disconnect();
  });

  test('a program that the adapter has us start is heard, and ends with the debuggee', async () => {
    const { adapter, fake } = await running();
    const heard: string[] = [];
    adapter.events.on('output', ({ text }) => heard.push(text));
    const args = [process.execPath, '-e', 'console.log("here"); setInterval(() => {}, 1000)'];
    fake.say({ seq: 1, type: 'request', command: 'runInTerminal', arguments: { cwd: folder, args } });
    await expect.poll(() => heard.join('')).toBe('here\n');
    const pid = Number(/"processId":(\d+)/.exec(fake.raw)?.[1]);
    expect(process.kill(pid, 0)).toBe(true);
    await adapter.terminate();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test('leaving takes place without ending the program', async () => {
    const { adapter, fake } = await running();
    await adapter.disconnect();
    expect(fake.raw).toContain('"command":"disconnect","arguments":{"terminateDebuggee":false}');
  });

  test('goodbye is said once, though the end is reported before the answer, and the adapter hangs up', async () => {
    const { adapter, fake, attached } = await attaching();
    serveStart(fake, {});
    await attached;
    const disconnecting = adapter.disconnect();
    const goodbye = await fake.request('disconnect');
    fake.event('terminated');
    await new Promise((resolve) => setTimeout(resolve, 50));
    fake.answer(goodbye);
    // Hung up on before it has, debugpy's ends with its port.
    const first = await Promise.race([disconnecting, new Promise((resolve) => setTimeout(resolve, 50, 'waiting'))]);
    expect(first).toBe('waiting');
    fake.socket.end();
    await disconnecting;
    expect(fake.raw.match(/"command":"disconnect"/g)).toHaveLength(1);
  });
});
