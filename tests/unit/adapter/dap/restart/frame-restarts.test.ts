import { describe, expect, test } from 'vitest';
import { DapDebugAdapter } from '../../../../../src/adapter/dap/dap-debug-adapter.ts';
import type { AdapterRecipe } from '../../../../../src/adapter/dap/recipe/adapter-recipe.ts';
import type { RestartPlan, RestartQuestions } from '../../../../../src/adapter/dap/recipe/restart-questions.ts';
import { connectFakeDapPeer, type FakeDapPeer } from '../../../../fakes/fake-dap-peer.ts';

const SOURCE = { path: '/app.x' };
const frame = (line: number, more = {}) => ({ id: line, name: 'total', line, column: 1, source: SOURCE, ...more });
const PLAN: RestartPlan = { kind: 'planned', line: 2, assigned: ['n'], shared: [] };

/** As a language would ask: what is evaluated is JSON that the fake program answers. */
const questions: RestartQuestions = {
  installation: () => 'install',
  plan: (takesText) => `plan ${takesText}`,
  readPlan: (result) => (result === '' ? undefined : JSON.parse(result)),
  kept: () => 'kept',
  readKept: (result) => JSON.parse(result),
};

interface Stopped extends AsyncDisposable {
  readonly adapter: DapDebugAdapter;
  readonly fake: FakeDapPeer;
  readonly events: string[];
  /** The frame that it is stopped in. */
  readonly frameId: number;
  /** Answers an evaluation. */
  says(expression: string, result: string): Promise<void>;
  /** Stops the program and asks for its frames. */
  stops(reason: string, line: number): Promise<void>;
}

/** A program of no known language, stopped in line 4. */
async function stopped(capabilities: object, restarts?: RestartQuestions, more = {}): Promise<Stopped> {
  const { transport, adapter: fake } = await connectFakeDapPeer();
  const recipe: AdapterRecipe = {
    launch: () => Promise.reject(new Error('not launched here')),
    attach: async () => ({
      started: undefined,
      label: 'fake',
      onSession: (take) => take({ transport, command: 'attach', arguments: {} }),
      close: () => {},
    }),
    quirks: { exceptions: { filters: () => [] }, ...(restarts ? { threads: { restarts } } : {}) },
  };
  const adapter = new DapDebugAdapter({ recipe });
  const events: string[] = [];
  const frameIds: number[] = [];
  adapter.events.on('stopped', ({ reason, location, frameId }) => {
    events.push(`stopped ${reason} ${location.line}`);
    frameIds.push(frameId);
  });
  adapter.events.on('continued', () => events.push('continued'));
  const attached = adapter.attach({ kind: 'port', host: '127.0.0.1', port: 1 }, { timeoutMs: 5_000 });
  const threads = { threads: [{ id: 7, name: 'main' }] };
  fake.serve({ initialize: capabilities, attach: {}, setExceptionBreakpoints: {}, threads, disconnect: {} });
  fake.event('initialized');
  await attached;
  const stops = async (reason: string, line: number) => {
    fake.event('stopped', { reason, threadId: 7 });
    fake.answer(await fake.request('stackTrace'), { stackFrames: [frame(line, more)] });
  };
  await stops('breakpoint', 4);
  await expect.poll(() => events).toEqual(['stopped breakpoint 4']);
  const says = async (expression: string, result: string) => {
    const asked = await fake.request('evaluate');
    expect(asked.arguments.expression).toBe(expression);
    fake.answer(asked, { result, variablesReference: 0 });
  };
  const [frameId = 0] = frameIds;
  return { adapter, fake, events, frameId, says, stops, [Symbol.asyncDispose]: () => adapter.disconnect() };
}

describe('an adapter that restarts frames', () => {
  test('is asked to, and its stop is that of a restart', async () => {
    await using program = await stopped({ supportsRestartFrame: true });
    const { adapter, fake, events, frameId, stops } = program;
    const restarted = adapter.restartFrame(frameId);
    const request = await fake.request('restartFrame');
    expect(request.arguments).toEqual({ frameId: 4 });
    fake.event('continued', { threadId: 7 });
    await stops('step', 2);
    fake.answer(request);
    expect(await restarted).toEqual({ kind: 'restarted' });
    expect(events).toEqual(['stopped breakpoint 4', 'stopped restart 2']);
  });

  test('and refuses, or says beforehand that it will: nothing has changed', async () => {
    await using program = await stopped({ supportsRestartFrame: true });
    const { adapter, fake, events, frameId } = program;
    const restarted = adapter.restartFrame(frameId);
    fake.refuse(await fake.request('restartFrame'), 'native frame');
    expect(await restarted).toEqual({ kind: 'refused', why: 'native frame' });
    // It is stopped still: that it goes on by itself is news.
    fake.event('continued', { threadId: 7 });
    await expect.poll(() => events).toEqual(['stopped breakpoint 4', 'continued']);
    await using other = await stopped({ supportsRestartFrame: true }, undefined, { canRestart: false });
    expect(await other.adapter.restartFrame(other.frameId)).toMatchObject({ kind: 'refused' });
  });
});

describe('an adapter that jumps', () => {
  const able = { supportsGotoTargetsRequest: true };

  test('jumps to where the language says that the call begins', async () => {
    await using program = await stopped(able, questions);
    const { adapter, fake, events, frameId, says, stops } = program;
    const restarted = adapter.restartFrame(frameId, { takesText: true });
    await says('install', '');
    await says('plan true', JSON.stringify(PLAN));
    const targets = await fake.request('gotoTargets');
    expect(targets.arguments).toEqual({ source: SOURCE, line: 2 });
    fake.answer(targets, {
      targets: [
        { id: 8, label: 'x', line: 3 },
        { id: 9, label: 'y', line: 2 },
      ],
    });
    const jump = await fake.request('goto');
    expect(jump.arguments).toEqual({ threadId: 7, targetId: 9 });
    fake.answer(jump);
    await stops('goto', 2);
    expect(events).toEqual(['stopped breakpoint 4']);
    await says('kept', '{"kept":["due"],"others":true}');
    expect(await restarted).toEqual({
      kind: 'restarted',
      variables: { assigned: ['n'], shared: [], kept: ['due'], others: true },
    });
    expect(events).toEqual(['stopped breakpoint 4', 'stopped restart 2']);
  });

  test('a jump that is answered and leads elsewhere is an error, and where it led is shown', async () => {
    await using program = await stopped(able, questions);
    const { adapter, fake, events, frameId, says, stops } = program;
    const restarted = adapter.restartFrame(frameId);
    await says('install', '');
    await says('plan false', JSON.stringify(PLAN));
    fake.answer(await fake.request('gotoTargets'), { targets: [{ id: 9, label: 'y', line: 2 }] });
    fake.answer(await fake.request('goto'));
    await stops('goto', 3);
    await expect(restarted).rejects.toMatchObject({ code: 'protocol_error' });
    expect(events).toEqual(['stopped breakpoint 4', 'stopped restart 3']);
  });

  test.each([
    ['the language', '{"kind":"refused","why":"it is a generator"}', 'it is a generator'],
    ['a program that does not answer', '', 'the program did not say where it begins'],
  ])('%s refuses', async (_, plan, why) => {
    await using program = await stopped(able, questions);
    const restarted = program.adapter.restartFrame(program.frameId);
    await program.says('install', '');
    await program.says('plan false', plan);
    expect(await restarted).toEqual({ kind: 'refused', why });
  });

  test('has no such target, or refuses to jump', async () => {
    await using program = await stopped(able, questions);
    const { adapter, fake, frameId, says } = program;
    const none = adapter.restartFrame(frameId);
    await says('install', '');
    await says('plan false', JSON.stringify(PLAN));
    fake.answer(await fake.request('gotoTargets'), { targets: [] });
    expect(await none).toEqual({ kind: 'refused', why: 'the debugger does not jump to line 2' });
    const refused = adapter.restartFrame(frameId);
    await says('plan false', JSON.stringify(PLAN));
    fake.answer(await fake.request('gotoTargets'), { targets: [{ id: 9, label: 'y', line: 2 }] });
    fake.refuse(await fake.request('goto'), "can't jump into the middle of a block");
    expect(await refused).toEqual({ kind: 'refused', why: "can't jump into the middle of a block" });
  });

  test('where nobody knows where a call begins, or the adapter does not jump: refused', async () => {
    await using unknown = await stopped(able);
    await using unable = await stopped({}, questions);
    for (const { adapter, frameId } of [unknown, unable])
      expect(await adapter.restartFrame(frameId)).toEqual({
        kind: 'refused',
        why: 'the debugger of this language cannot',
      });
  });
});
