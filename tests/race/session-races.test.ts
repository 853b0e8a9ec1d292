import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DebugSession } from '../../src/session/debug-session.ts';
import { FakeDebugAdapter, gone, held } from '../fakes/fake-debug-adapter.ts';

const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 10 };
const REQUEST = { kind: 'launch', program: 'x', args: [], cwd: '/', env: {}, stopOnEntry: false } as const;
const QUESTION = { expression: '1', readOnly: false, ...LIMITS };

async function started(): Promise<{ session: DebugSession; adapter: FakeDebugAdapter; adapters: FakeDebugAdapter[] }> {
  const adapters: FakeDebugAdapter[] = [];
  const createAdapter = () => {
    const adapter = new FakeDebugAdapter();
    adapters.push(adapter);
    return adapter;
  };
  const session = new DebugSession({ id: 'race', language: 'node', createAdapter }, REQUEST);
  await session.start();
  const [adapter] = adapters;
  if (!adapter) throw new Error('no adapter was made');
  return { session, adapter, adapters };
}

/** At a stop that an answer has shown. */
async function stopped() {
  const all = await started();
  all.adapter.stop();
  await all.session.waitForStop();
  return all;
}

const continuesOf = ({ calls }: FakeDebugAdapter) => calls.filter((call) => call.startsWith('continue'));

test('a stop that arrives before the resume reply is not lost', async () => {
  const { session, adapter } = await stopped();
  const reply = held();
  adapter.answers.set('next', () => {
    adapter.stop({ reason: 'step' });
    return reply.promise;
  });
  expect(await session.resume('next', { timeoutMs: 500 })).toMatchObject({ kind: 'stopped', reason: 'step' });
  reply.resolve();
});

test('a program that ends before the resume reply is reported as ended, not as lost', async () => {
  const { session, adapter } = await stopped();
  adapter.answers.set('continue', async () => {
    queueMicrotask(() => adapter.events.emit('exited', { exitCode: 3, signal: null }));
    throw gone();
  });
  expect(await session.resume('continue', { timeoutMs: 500 })).toMatchObject({ kind: 'exited', exitCode: 3 });
});

test('two threads that stop at once are reported one after the other', async () => {
  const { session, adapter } = await started();
  adapter.stop({ threadId: 1 });
  adapter.stop({ threadId: 2 });
  expect(await session.waitForStop({ timeoutMs: 500 })).toMatchObject({ threadId: 1 });
  expect(await session.resume('continue', { timeoutMs: 500 })).toMatchObject({ kind: 'stopped', threadId: 2 });
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
  expect(adapter.calls.filter((call) => call.startsWith('continue'))).toEqual(['continue 1', 'continue 2']);
});

test('a cancelled wait leaves the program running and the next continue goes on waiting', async () => {
  const { session, adapter } = await stopped();
  const abort = new AbortController();
  const waiting = session.resume('continue', { timeoutMs: 5_000, signal: abort.signal });
  await sleep(5);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  expect(session.state.kind).toBe('running');
  const next = session.resume('continue', { timeoutMs: 5_000 });
  adapter.stop();
  expect(await next).toMatchObject({ kind: 'stopped' });
  expect(adapter.calls.filter((call) => call === 'continue 1')).toHaveLength(1);
});

test('a call after the program has ended says so', async () => {
  const { session, adapter } = await stopped();
  adapter.events.emit('exited', { exitCode: 0, signal: null });
  for (const call of [
    () => session.resume('continue'),
    () => session.resume('next'),
    () => session.pause(),
    () => session.report(LIMITS),
    () => session.inspection.evaluate(QUESTION),
    () => session.inspection.stack(),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'already_exited', details: { exitCode: 0 } });
  }
});

test('a stop that is still in flight when the program has ended does not bring it back', async () => {
  const { session, adapter } = await started();
  adapter.events.emit('exited', { exitCode: 0, signal: null });
  adapter.stop();
  expect(session.state.kind).toBe('exited');
});

test('an exit that arrives while a report is being gathered ends the report with a clear error, not a hang', async () => {
  const { session, adapter } = await stopped();
  const stack = held<unknown>();
  adapter.answers.set('stackTrace', () => stack.promise);
  const report = session.report(LIMITS);
  await sleep(5);
  stack.reject(gone());
  await sleep(5);
  adapter.events.emit('exited', { exitCode: null, signal: 'SIGKILL' });
  await expect(report).rejects.toMatchObject({
    code: 'already_exited',
    message: 'The program has ended (ended by SIGKILL).',
  });
});

test('a connection that breaks without an exit is said as it is, within a second', async () => {
  const { session, adapter } = await stopped();
  adapter.answers.set('evaluate', () => Promise.reject(gone()));
  await expect(session.inspection.evaluate(QUESTION)).rejects.toMatchObject({ code: 'connection_closed' });
});

test('a program that is paused while it starts is paused as soon as it runs, and not before', async () => {
  const adapter = new FakeDebugAdapter();
  const session = new DebugSession({ id: 'race', language: 'node', createAdapter: () => adapter }, REQUEST);
  const reply = held();
  adapter.answers.set('launch', () => reply.promise);
  adapter.answers.set('pause', async () => adapter.stop({ reason: 'pause' }));
  const start = session.start();
  await expect.poll(() => adapter.calls).toContain('launch');
  expect(await session.pause({ timeoutMs: 20 })).toMatchObject({ kind: 'running', isStarting: true });
  expect(await session.waitForStop({ timeoutMs: 20 })).toMatchObject({ kind: 'running', isStarting: true });
  const paused = session.pause({ timeoutMs: 5_000 });
  await sleep(5);
  expect(adapter.calls).not.toContain('pause 1');
  reply.resolve();
  await start;
  expect(await paused).toMatchObject({ kind: 'stopped', reason: 'pause' });
});

test('pausing a program that stops by itself at the same moment reports one stop', async () => {
  const { session, adapter } = await started();
  adapter.answers.set('pause', async () => adapter.stop({ reason: 'breakpoint' }));
  expect(await session.pause()).toMatchObject({ kind: 'stopped', reason: 'breakpoint' });
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
});

test('a pause that other threads answer later does not stop the program again', async () => {
  const { session, adapter } = await started();
  adapter.liveThreads = [1, 2, 3].map((id) => ({ id, name: `thread ${id}` }));
  adapter.answers.set('pause', async () => undefined);
  const pausing = session.pause();
  await sleep(5);
  adapter.stop({ threadId: 1, reason: 'pause' });
  adapter.stop({ threadId: 2, reason: 'pause' });
  expect(await pausing).toMatchObject({ threadId: 1 });
  const running = session.resume('continue', { timeoutMs: 50 });
  await sleep(5);
  adapter.stop({ threadId: 3, reason: 'pause' });
  expect(await running).toMatchObject({ kind: 'running' });
  expect(adapter.calls.filter((call) => call.startsWith('continue'))).toEqual([
    'continue 2',
    'continue 1',
    'continue 3',
  ]);
});

test('pausing while one of the threads ends pauses the others', async () => {
  const { session, adapter } = await started();
  adapter.liveThreads = [1, 2].map((id) => ({ id, name: `thread ${id}` }));
  let asked = 0;
  adapter.answers.set('pause', async () => {
    if (++asked === 1) throw gone();
    adapter.stop({ threadId: 2, reason: 'pause' });
  });
  expect(await session.pause()).toMatchObject({ kind: 'stopped', threadId: 2 });
});

test('restart while a call waits: the call goes on waiting and gets the stop of the new program', async () => {
  const { session, adapter, adapters } = await started();
  const waiting = session.waitForStop({ timeoutMs: 5_000 });
  adapter.answers.set('terminate', async () => {
    adapter.events.emit('thread', { threadId: 1, reason: 'exited' });
  });
  await session.restart(REQUEST);
  adapter.stop({ functionName: 'old' });
  adapters[1]?.stop({ functionName: 'new' });
  expect(await waiting).toMatchObject({ kind: 'stopped', functionName: 'new' });
});

test('end called twice, and while a call waits, ends everything once and for all', async () => {
  const { session, adapter } = await started();
  const waiting = session.waitForStop({ timeoutMs: 5_000 });
  await Promise.all([session.end(), session.end()]);
  expect(await waiting).toMatchObject({ kind: 'exited' });
  adapter.stop();
  expect(session.state.kind).toBe('exited');
});

test('a thread that exits while its stop is queued is not reported', async () => {
  const { session, adapter } = await started();
  adapter.stop({ threadId: 1 });
  adapter.stop({ threadId: 2 });
  adapter.events.emit('thread', { threadId: 2, reason: 'exited' });
  expect(await session.waitForStop()).toMatchObject({ kind: 'stopped', threadId: 1 });
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
});

test('a thread that exits while it is the stopped one makes room for the next', async () => {
  const { session, adapter } = await started();
  adapter.stop({ threadId: 1 });
  adapter.stop({ threadId: 2 });
  adapter.events.emit('thread', { threadId: 1, reason: 'exited' });
  expect(session.state).toMatchObject({ kind: 'stopped', threadId: 2 });
});

test('two calls that continue at once continue the program once, and both get the stop', async () => {
  const { session, adapter } = await stopped();
  const both = [1, 2].map(() => session.resume('continue', { timeoutMs: 5_000 }));
  await sleep(5);
  adapter.stop();
  for (const outcome of await Promise.all(both)) expect(outcome).toMatchObject({ kind: 'stopped' });
  expect(adapter.calls.filter((call) => call === 'continue 1')).toHaveLength(1);
});

test('a call that waits for its turn can be cancelled, and is then not carried out', async () => {
  const { session, adapter } = await stopped();
  const evaluation = held<unknown>();
  adapter.answers.set('evaluate', () => evaluation.promise);
  const first = session.inspection.evaluate(QUESTION);
  const abort = new AbortController();
  const second = session.resume('continue', { timeoutMs: 5_000, signal: abort.signal });
  abort.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  evaluation.resolve(undefined);
  await first;
  await sleep(5);
  expect(adapter.calls).not.toContain('continue 1');
  expect(session.state.kind).toBe('stopped');
});

test('a resume that waits for its turn longer than its limit is refused, and not carried out later', async () => {
  const { session, adapter } = await stopped();
  const evaluation = held<unknown>();
  adapter.answers.set('evaluate', () => evaluation.promise);
  const first = session.inspection.evaluate(QUESTION);
  await expect(session.resume('continue', { timeoutMs: 10 })).rejects.toMatchObject({ code: 'request_timeout' });
  evaluation.resolve(undefined);
  await first;
  await sleep(5);
  expect(adapter.calls).not.toContain('continue 1');
});

test('pause is answered while another call of the session is under way', async () => {
  const { session, adapter } = await started();
  const setting = held<unknown>();
  adapter.answers.set('setBreakpoints', () => setting.promise);
  const set = session.breakpoints.set({ target: { kind: 'line', path: '/a.js', line: 1 } });
  adapter.answers.set('pause', async () => adapter.stop({ reason: 'pause' }));
  expect(await session.pause()).toMatchObject({ kind: 'stopped' });
  setting.resolve(undefined);
  await set;
});

test('a run-to is over with the first stop, also when another breakpoint was hit', async () => {
  const { session, adapter } = await stopped();
  const target = { kind: 'line', path: '/a.js', line: 5 } as const;
  await session.breakpoints.set({ target, oneShot: true });
  expect(adapter.lines).toHaveLength(1);
  const resumed = session.resume('continue', { timeoutMs: 5_000 });
  await sleep(5);
  adapter.stop();
  await resumed;
  await session.breakpoints.set({ target: { ...target, line: 6 } });
  expect(adapter.lines.map(({ line }) => line)).toEqual([6]);
});

test.each(['continue', 'next', 'stepIn', 'stepOut'] as const)(
  'a stop that comes between two calls is what the next %s answers with, once, and the program stays there',
  async (command) => {
    const { session, adapter } = await started();
    expect(await session.waitForStop({ timeoutMs: 1 })).toMatchObject({ kind: 'running' });
    adapter.stop({ functionName: 'between' });
    expect(await session.resume(command, { timeoutMs: 500 })).toMatchObject({ functionName: 'between' });
    expect(adapter.calls).not.toContain(`${command} 1`);
    expect(await session.resume(command, { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
    expect(adapter.calls).toContain(`${command} 1`);
  },
);

test('pausing a program that has stopped between two calls reports that stop, and the next continue leaves it', async () => {
  const { session, adapter } = await started();
  adapter.stop({ reason: 'breakpoint' });
  expect(await session.pause()).toMatchObject({ kind: 'stopped', reason: 'breakpoint' });
  expect(adapter.calls).not.toContain('pause 1');
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
});

test('a stop that comes while a wait that is over asks where the program is, is the answer of that wait', async () => {
  const { session, adapter } = await started();
  adapter.answers.set('whereabouts', async () => adapter.stop());
  expect(await session.waitForStop({ timeoutMs: 1 })).toMatchObject({ kind: 'stopped' });
  adapter.answers.delete('whereabouts');
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
});

test('stops of several processes that came between two calls are reported one after another, each once', async () => {
  const { session, adapter } = await started();
  for (const threadId of [1, 2, 3]) adapter.stop({ threadId });
  for (const threadId of [1, 2, 3]) {
    expect(await session.resume('continue', { timeoutMs: 500 })).toMatchObject({ kind: 'stopped', threadId });
  }
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
  expect(continuesOf(adapter)).toEqual(['continue 1', 'continue 2', 'continue 3']);
});

test('a stop that takes the place of one whose process has ended is not left before it was reported', async () => {
  const { session, adapter } = await stopped();
  adapter.stop({ threadId: 2 });
  adapter.events.emit('thread', { threadId: 1, reason: 'exited' });
  expect(await session.resume('next', { timeoutMs: 500 })).toMatchObject({ kind: 'stopped', threadId: 2 });
  expect(adapter.calls).not.toContain('next 2');
});

test('a stop that comes while a continue waits for its turn is not left by it', async () => {
  const { session, adapter } = await stopped();
  const evaluation = held<unknown>();
  adapter.answers.set('evaluate', () => evaluation.promise);
  const evaluated = session.inspection.evaluate(QUESTION);
  const resumed = session.resume('continue', { timeoutMs: 5_000 });
  // The thread goes on by itself, and stops elsewhere.
  adapter.events.emit('continued', { threadId: 1 });
  adapter.stop({ functionName: 'elsewhere' });
  evaluation.resolve(undefined);
  await evaluated;
  expect(await resumed).toMatchObject({ kind: 'stopped', functionName: 'elsewhere' });
  expect(continuesOf(adapter)).toEqual([]);
});

test('a stop whose answer came to nothing is what the next continue answers with', async () => {
  const { session, adapter } = await started();
  adapter.stop();
  const outcome = await session.waitForStop();
  if (outcome.kind === 'stopped') session.notShown(outcome);
  expect(session.hasUnshownStop).toBe(true);
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'stopped' });
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'running' });
});

test('a wait that was cancelled as the program stopped leaves the stop to the next call', async () => {
  const { session, adapter } = await started();
  const abort = new AbortController();
  const waiting = session.waitForStop({ timeoutMs: 5_000, signal: abort.signal });
  abort.abort();
  adapter.stop();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'stopped' });
});

test('a stop of a program that has been started anew is not taken for the one that was reported before', async () => {
  const { session, adapters } = await stopped();
  await session.restart(REQUEST);
  adapters[1]?.stop();
  expect(await session.resume('continue', { timeoutMs: 1 })).toMatchObject({ kind: 'stopped' });
});

test('a session that is ended while it restarts leaves no program behind', async () => {
  const { session, adapter, adapters } = await started();
  const ended = held();
  adapter.answers.set('terminate', () => ended.promise);
  const restarted = session.restart(REQUEST);
  const end = session.end();
  ended.resolve();
  await end;
  await expect(restarted).rejects.toMatchObject({ code: 'cancelled' });
  expect(adapters).toHaveLength(1);
});

test('nor one that is ended while its new program starts', async () => {
  const { session, adapters } = await started();
  const restarted = session.restart(REQUEST);
  await expect.poll(() => adapters[1]?.calls ?? []).toContain('launch');
  await session.end();
  await restarted.catch(() => {});
  expect(adapters[1]?.calls).toContain('terminate');
});
