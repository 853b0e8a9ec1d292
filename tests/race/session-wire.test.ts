import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { NodeAdapter } from '../../src/adapter/node/node-adapter.ts';
import { DebugSession } from '../../src/session/debug-session.ts';
import { type FakeInspector, startFakeInspector } from '../fakes/fake-inspector.ts';
import { PlayedInspector } from '../fakes/played-inspector.ts';

const FILE = fileURLToPath(new URL('../programs/demo/invoices.js', import.meta.url));
const URL_OF_FILE = pathToFileURL(FILE).href;
const cleanup: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
});

const RESUMED = { method: 'Debugger.resumed', params: {} };

function paused(hitBreakpoints: string[] = []): object {
  const location = { scriptId: '7', lineNumber: 4, columnNumber: 0 };
  const frame = {
    callFrameId: 'f',
    functionName: 'main',
    location,
    url: '',
    scopeChain: [],
    this: { type: 'undefined' },
  };
  return { method: 'Debugger.paused', params: { callFrames: [frame], reason: 'other', hitBreakpoints } };
}

async function attached(): Promise<{ session: DebugSession; inspector: PlayedInspector }> {
  const fake: FakeInspector = await startFakeInspector({ product: 'node.js/v20.0.0' });
  cleanup.push(async () => fake[Symbol.asyncDispose]());
  const createAdapter = () => new NodeAdapter();
  const target = { kind: 'url', url: fake.url } as const;
  const session = new DebugSession(
    { id: 'wire', language: 'node', createAdapter },
    { kind: 'attach', target, cwd: '/', label: 'fake' },
  );
  cleanup.push(() => session.end());
  const start = session.start({ timeoutMs: 5_000 });
  const inspector = new PlayedInspector(await fake.peer());
  await start;
  inspector.say({ method: 'Debugger.scriptParsed', params: { scriptId: '7', url: URL_OF_FILE } });
  return { session, inspector };
}

test('a stop that arrives before the resume reply is not lost', async () => {
  const { session, inspector } = await attached();
  inspector.say(paused());
  await session.waitForStop({ timeoutMs: 5_000 });
  inspector.answers.set('Debugger.stepOver', (id) => [RESUMED, paused(), { id, result: {} }]);
  expect(await session.resume('next', { timeoutMs: 5_000 })).toMatchObject({ kind: 'stopped', reason: 'step' });
});

test('a stop that is read together with the reply that names its breakpoint is a stop at that breakpoint', async () => {
  const { session, inspector } = await attached();
  const location = { scriptId: '7', lineNumber: 4, columnNumber: 0 };
  inspector.answers.set('Debugger.setBreakpointByUrl', (id) => [
    { id, result: { breakpointId: 'b', locations: [location] } },
    paused(['b']),
  ]);
  const { id } = await session.breakpoints.set({ target: { kind: 'line', path: FILE, line: 5 } });
  expect(await session.waitForStop({ timeoutMs: 5_000 })).toMatchObject({
    reason: 'breakpoint',
    hitBreakpointIds: [id],
  });
});

test('a pause that V8 swallows, because it has not left the pause before, is asked for again', async () => {
  const { session, inspector } = await attached();
  inspector.say(paused());
  await session.waitForStop({ timeoutMs: 5_000 });
  inspector.answers.set('Debugger.resume', (id) => [{ id, result: {} }]);
  inspector.answers.set('Debugger.pause', (id) => {
    const isFirst = inspector.count('Debugger.pause') === 1;
    return [{ id, result: {} }, isFirst ? RESUMED : paused()];
  });
  await session.resume('continue', { signal: AbortSignal.timeout(5) }).catch(() => {});
  expect(await session.pause({ timeoutMs: 5_000 })).toMatchObject({ kind: 'stopped', reason: 'pause' });
  expect(inspector.count('Debugger.pause')).toBe(2);
});

test('a pause that arrives together with a breakpoint hit is one stop', async () => {
  const { session, inspector } = await attached();
  const location = { scriptId: '7', lineNumber: 4, columnNumber: 0 };
  inspector.answers.set('Debugger.setBreakpointByUrl', (id) => [
    { id, result: { breakpointId: 'b', locations: [location] } },
  ]);
  await session.breakpoints.set({ target: { kind: 'line', path: FILE, line: 5 } });
  inspector.answers.set('Debugger.pause', (id) => [paused(['b']), { id, result: {} }]);
  expect(await session.pause()).toMatchObject({ kind: 'stopped', reason: 'breakpoint' });
  await sleep(20);
  expect(session.breakpoints.list()).toMatchObject([{ hits: 1 }]);
});

test('a connection that breaks while a report is gathered ends the report with an error', async () => {
  const { session, inspector } = await attached();
  inspector.say(paused());
  await session.waitForStop({ timeoutMs: 5_000 });
  inspector.answers.set('Runtime.callFunctionOn', () => []);
  const report = session.report({ depth: 0, maxChildren: 1, maxTextLength: 10 });
  await sleep(20);
  await cleanup.shift()?.();
  await expect(report).rejects.toMatchObject({ code: 'connection_closed' });
  expect(session.state.kind).toBe('lost');
});

test('a breakpoint that is hit while it is being removed does not stop the program', async () => {
  const { session, inspector } = await attached();
  const location = { scriptId: '7', lineNumber: 4, columnNumber: 0 };
  inspector.answers.set('Debugger.setBreakpointByUrl', (id) => [
    { id, result: { breakpointId: 'b', locations: [location] } },
  ]);
  const { id } = await session.breakpoints.set({ target: { kind: 'line', path: FILE, line: 5 } });
  await session.breakpoints.remove(id);
  inspector.say(paused(['b']));
  await expect.poll(() => inspector.count('Debugger.resume'), { timeout: 5_000 }).toBe(1);
  expect(session.state.kind).toBe('running');
});
