import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DebuggerToolbox, variableIn } from '../../../support/debugger-toolbox.ts';

const TICKING = `let ticks = 0;
function tick() {
  ticks += 1;
}
setInterval(tick, 20);
`;
const IDLE = `const { createServer } = require('node:http');
globalThis.shared = { requests: 0 };
const server = createServer((request, response) => {
  shared.requests += 1;
  response.end('answered');
});
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`;

/** The way to a program's own code is some sixty steps, each of which takes its time on a busy machine. */
const PAUSE_MS = 20_000;

let toolbox: DebuggerToolbox;
beforeAll(() => {
  toolbox = new DebuggerToolbox();
  toolbox.write('ticking.cjs', TICKING);
  toolbox.write('idle.cjs', IDLE);
});
afterAll(() => toolbox[Symbol.asyncDispose]());

async function started(...args: readonly string[]): Promise<string> {
  const { sessionId = '' } = await toolbox.ok('start', { command: 'node', args });
  return sessionId;
}

async function running(file: string): Promise<string> {
  const sessionId = await started(file);
  expect(await toolbox.ok('continue', { sessionId, timeout: 200 })).toMatchObject({ state: 'running' });
  return sessionId;
}

describe('a program that runs', () => {
  test.each([
    ['continue', {}, 'CONTINUE_FAILED'],
    ['step_over', {}, 'STEP_OVER_FAILED'],
    ['step_into', {}, 'STEP_INTO_FAILED'],
    ['step_out', {}, 'STEP_OUT_FAILED'],
    ['inspect', { expression: '1' }, 'INSPECT_FAILED'],
    ['inspect_object', { objectId: 'object-1' }, 'INSPECT_OBJECT_FAILED'],
    ['get_stack', {}, 'GET_STACK_FAILED'],
    ['switch_stack_frame', { frameIndex: 0 }, 'SWITCH_FRAME_FAILED'],
    ['get_local_variables', {}, 'NOT_PAUSED'],
    ['get_global_variables', {}, 'NOT_PAUSED'],
  ])('refuses %s, and runs on', async (tool, args, code) => {
    const sessionId = await running('ticking.cjs');
    const answer = await toolbox.call(tool, { sessionId, ...args });
    expect(answer).toMatchObject({ status: 'error', code, error: { code }, context: { sessionId, state: 'running' } });
    expect(answer.message).toMatch(/^Process must be paused: session \S+ is running/);
    expect(await toolbox.ok('pause', { sessionId, timeout: PAUSE_MS })).toMatchObject({ state: 'paused' });
    await toolbox.ok('stop_session', { sessionId });
  });

  test('is waited for by a continue that is told to', async () => {
    const sessionId = await running('ticking.cjs');
    const { breakpointId } = await toolbox.ok('set_breakpoint', { sessionId, file: 'ticking.cjs', line: 3 });
    expect(await toolbox.ok('continue', { sessionId, wait: true })).toMatchObject({
      state: 'paused',
      location: { line: 3 },
      breakpointIds: [breakpointId],
    });
    await toolbox.ok('stop_session', { sessionId });
  });

  test('pauses in its own code, not in the timers of the runtime', async () => {
    const sessionId = await running('ticking.cjs');
    expect(await toolbox.ok('pause', { sessionId, timeout: PAUSE_MS })).toMatchObject({
      state: 'paused',
      function: 'tick',
      reason: 'pause',
    });
    expect((await toolbox.ok('get_stack', { sessionId })).stack).toMatchObject([{ function: 'tick', line: 3 }]);
    await toolbox.ok('stop_session', { sessionId });
  });
});

describe('a program that is paused', () => {
  test('is not paused again', async () => {
    const sessionId = await started('ticking.cjs');
    const answer = await toolbox.call('pause', { sessionId });
    expect(answer).toMatchObject({
      status: 'error',
      code: 'PAUSE_FAILED',
      context: { state: 'paused', location: { line: 1 }, function: '(module)' },
    });
    expect(answer.message).toMatch(/^Process is paused already/);
    expect((await toolbox.ok('get_stack', { sessionId })).stack).toMatchObject([{ line: 1 }]);
    await toolbox.ok('stop_session', { sessionId });
  });

  test('answers a pause with the stop that no answer has shown', async () => {
    const sessionId = await running('ticking.cjs');
    await toolbox.ok('set_breakpoint', { sessionId, file: 'ticking.cjs', line: 3 });
    const session = toolbox.engine.sessions.list().find(({ id }) => id === sessionId);
    await expect.poll(() => session?.state.kind).toBe('stopped');
    expect(await toolbox.ok('pause', { sessionId, timeout: PAUSE_MS })).toMatchObject({
      state: 'paused',
      reason: 'breakpoint',
    });
    expect(await toolbox.call('pause', { sessionId })).toMatchObject({ code: 'PAUSE_FAILED' });
    await toolbox.ok('stop_session', { sessionId });
  });
});

test('an idle program is paused where it waits, and goes on as if nothing had been', async () => {
  const sessionId = await running('idle.cjs');
  const printed = () => {
    const session = toolbox.engine.sessions.list().find(({ id }) => id === sessionId);
    return (
      session?.output
        .since(0, 1_000)
        .chunks.map(({ text }) => text)
        .join('') ?? ''
    );
  };
  await expect.poll(printed, { timeout: 10_000 }).toMatch(/^port \d+\n$/);
  const paused = await toolbox.ok('pause', { sessionId, timeout: PAUSE_MS });
  expect(paused).toMatchObject({ state: 'paused', function: '(idle)', message: expect.stringMatching(/was idle/) });
  expect((await toolbox.ok('get_stack', { sessionId })).stack).toEqual([]);
  const { variables } = await toolbox.ok('get_global_variables', { sessionId });
  expect(variables?.map(({ name }) => name)).toEqual(['shared']);
  expect(await toolbox.ok('inspect', { sessionId, expression: 'shared.requests' })).toMatchObject({ value: 0 });
  const port = Number(printed().slice('port '.length));
  const answered = new Promise<number | undefined>((resolve, reject) =>
    get({ port, host: '127.0.0.1' }, ({ statusCode }) => resolve(statusCode)).on('error', reject),
  );
  expect(await toolbox.ok('continue', { sessionId, timeout: 300 })).toMatchObject({ state: 'running' });
  expect(await answered).toBe(200);
  // Idle again, or on the way through the timers of the connection.
  expect(await toolbox.ok('pause', { sessionId, timeout: PAUSE_MS })).toMatchObject({ state: 'paused' });
  expect(await toolbox.ok('inspect', { sessionId, expression: 'shared.requests' })).toMatchObject({ value: 1 });
  await toolbox.ok('stop_session', { sessionId });
});

describe('a name that another frame has', () => {
  const PROGRAM = `const rate = 3;
function outer(price) {
  const doubled = price * 2;
  return inner(doubled);
}
function inner(x) {
  const hidden = (only) => only;
  debugger;
  return hidden(x);
}
outer(4);
`;

  test('is answered with that frame, where it can be inspected', async () => {
    toolbox.write('frames.cjs', PROGRAM);
    const sessionId = await started('frames.cjs');
    await toolbox.ok('continue', { sessionId });
    for (const [expression, name, frameIndex, frameName, value] of [
      ['price', 'price', 1, 'outer', 4],
      ['x + doubled', 'doubled', 1, 'outer', undefined],
      ['rate', 'rate', 2, '(module)', 3],
    ] as const) {
      const answer = await toolbox.call('inspect', { sessionId, expression });
      expect(answer).toMatchObject({
        code: 'INSPECT_FAILED',
        context: { expression, frameIndex, function: frameName },
      });
      expect(answer.message).toBe(
        `ReferenceError: ${name} is not defined. ${name} is a variable of frame ${frameIndex} (${frameName}).`,
      );
      await toolbox.ok('switch_stack_frame', { sessionId, frameIndex });
      if (value !== undefined) expect(await toolbox.ok('inspect', { sessionId, expression })).toMatchObject({ value });
      await toolbox.ok('switch_stack_frame', { sessionId, frameIndex: 0 });
    }
    await toolbox.ok('switch_stack_frame', { sessionId, frameIndex: 1 });
    expect((await toolbox.call('inspect', { sessionId, expression: 'hidden' })).message).toMatch(
      /frame 0 \(inner\)\.$/,
    );
    expect((await toolbox.call('inspect', { sessionId, expression: 'only' })).message).toBe(
      'ReferenceError: only is not defined',
    );
    await toolbox.ok('stop_session', { sessionId });
  });
});

describe('global variables', () => {
  const TOP = `let count = 1;
const settings = { depth: 2 };
class Shop {}
globalThis.shared = 'all';
`;
  const CALL = `function call(count) {
  debugger;
  return count;
}
call('shadow');
`;
  const WANTED = { count: 1, settings: undefined, Shop: undefined, call: undefined };

  test.each([
    ['a CommonJS module', 'top.cjs', `${TOP}${CALL}`],
    ['an ES module', 'top.mjs', `import 'node:fs';\n${TOP}await 0;\n${CALL}`],
  ])('of %s are all of its top level, whether a function uses them or not', async (_, file, source) => {
    toolbox.write(file, source);
    const sessionId = await started(file);
    await toolbox.ok('continue', { sessionId });
    const globals = async () => {
      const { variables = [] } = await toolbox.ok('get_global_variables', { sessionId });
      return { module: variables.filter(({ scope }) => scope === 'module'), all: variables };
    };
    const { module, all } = await globals();
    expect(module.map(({ name }) => name).sort()).toEqual(Object.keys(WANTED).sort());
    expect(all.filter(({ scope }) => scope === 'global')).toMatchObject([{ name: 'shared', value: 'all' }]);
    expect(variableIn(all, 'count')).toBe(1);
    // What was evaluated may have changed any of them: they are read again, each in the frame that has it.
    await toolbox.ok('switch_stack_frame', { sessionId, frameIndex: 1 });
    await toolbox.ok('inspect', { sessionId, expression: 'count = 5' });
    await toolbox.ok('switch_stack_frame', { sessionId, frameIndex: 0 });
    expect(variableIn((await globals()).all, 'count')).toBe(5);
    await toolbox.ok('stop_session', { sessionId });
  });

  test("of a script are its own, without the runtime's", async () => {
    const { sessionId = '' } = await toolbox.ok('start', {
      command: 'node',
      args: ['-e', 'let top = 1; var old = 2; function call(a) { debugger; return a; } call(3);'],
    });
    await toolbox.ok('continue', { sessionId });
    const { variables = [] } = await toolbox.ok('get_global_variables', { sessionId });
    expect(variables.map(({ name }) => name)).toEqual(['top', 'old', 'call']);
    await toolbox.ok('stop_session', { sessionId });
  });
});
