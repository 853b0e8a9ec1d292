import { describe, expect, test } from 'vitest';
import * as z from 'zod/v4';
import { boundedFailure } from '../../../src/calls/bounded-failure.ts';
import { ToolCalls } from '../../../src/calls/tool-calls.ts';
import { DebugError } from '../../../src/model/debug-error.ts';
import type { ToolEvent } from '../../../src/model/tool-event.ts';
import { integer } from '../../../src/toolsets/schema.ts';
import { bindToolsets, defineTool, type ToolContext, type Toolset } from '../../../src/toolsets/tool.ts';

/** The engine of the tools. */
class Engine {
  closed = 0;
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const schema = z.strictObject({});
const stopAdvice = ['Stop it with ', { action: 'pause' }, '.'] as const;

function failing(name: string, thrown: unknown) {
  return defineTool({
    ...{ name, title: name, description: name, annotations, schema },
    handler: () => Promise.reject(thrown),
  });
}

const plain: Toolset<Engine> = {
  name: 'plain',
  instructions: '',
  actions: { pause: 'plain_hold' },
  tools: [
    defineTool({
      ...{ name: 'plain_add', title: 'Add', description: 'Adds.', annotations },
      schema: z.strictObject({ line: integer({ min: 1 }) }),
      handler: async ({ line }, { progress }: ToolContext<Engine>) => {
        progress(`adding to ${line}`);
        return { text: `line ${line + 1}` };
      },
    }),
    defineTool({
      ...{ name: 'plain_read', title: 'Read', description: 'Reads.', annotations, schema },
      handler: async () => ({ text: 'password: hunter2' }),
    }),
    defineTool({
      ...{ name: 'plain_wait', title: 'Wait', description: 'Waits.', annotations, schema },
      handler: async (_args, { signal }: ToolContext<Engine>) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new DebugError('cancelled', `Cancelled: ${signal.reason}.`);
      },
    }),
    failing('plain_running', new DebugError('not_stopped', 'The program runs.', { advice: stopAdvice })),
    failing('plain_sessions', new DebugError('internal', 'No.', { advice: [{ action: 'sessions' }, ' lists them.'] })),
    failing('plain_long', new DebugError('internal', `No ${'x'.repeat(300_000)}.`)),
    failing('plain_defect', new TypeError('x is undefined')),
  ],
};

/** Arguments that are too large, and the name that the answer has for it. */
const LARGE: readonly (readonly [unknown, string])[] = [
  [{ line: 1, note: 'x'.repeat(1_000_001) }, '`note`: 1,000,001 characters'],
  [{ lines: Array.from({ length: 10_001 }, () => 1) }, '`lines`: expected at most 10,000 items, got 10,001'],
  [{ line: { ['x'.repeat(2_000_000)]: 1 } }, 'characters'],
  [JSON.parse(`{"line":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), '[0]`: expected at most 50 lists and objects'],
];

/** A toolset with its own form of failures. */
const formal: Toolset<Engine> = {
  name: 'formal',
  instructions: '',
  actions: {},
  tools: [failing('formal_running', new DebugError('not_stopped', 'It runs.')), failing('formal_defect', 'broken')],
  failure: (failure) => {
    if (failure.kind === 'debugError') return { structured: { error: failure.error.code }, isError: true };
    return { rejected: failure.kind === 'defect' ? 'defect' : 'invalidArguments', message: 'token=s3cr3tV4lue0000' };
  },
  unknownTool: (name) => ({ structured: { unknown: name }, isError: true }),
};

function toolCalls(options: { masksSecrets?: boolean; toolsets?: readonly Toolset<Engine>[] } = {}) {
  const { masksSecrets = false, toolsets = [plain, formal] } = options;
  const engine = new Engine();
  const log: string[] = [];
  const events: ToolEvent[] = [];
  const close = async () => {
    engine.closed += 1;
  };
  const calls = new ToolCalls(bindToolsets(toolsets, engine, close), {
    log: (line) => log.push(line),
    observe: (event) => events.push(event),
    masksSecrets,
  });
  const messages: string[] = [];
  const call = (name: string, args: unknown = {}, signal = AbortSignal.timeout(10_000)) =>
    calls.call(name, args, { signal, progress: (message) => messages.push(message) });
  return { calls, call, engine, log, events, messages };
}

test('tools are listed in their order, as their callers see them', () => {
  const { calls } = toolCalls();
  const listed = calls.list();
  expect(listed.map(({ name }) => name)).toEqual([...plain.tools, ...formal.tools].map(({ name }) => name));
  expect(listed[0]).toEqual({
    ...{ name: 'plain_add', title: 'Add', description: 'Adds.', annotations },
    inputSchema: { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] },
  });
});

test('a call is answered, and reports its progress', async () => {
  const { call, messages } = toolCalls();
  expect(await call('plain_add', { line: '10' })).toEqual({ kind: 'answered', answer: { text: 'line 11' } });
  expect(messages).toEqual(['adding to 10']);
  expect(await call('plain_read', undefined)).toEqual({ kind: 'answered', answer: { text: 'password: hunter2' } });
});

test('a cancelled call ends', async () => {
  const { call } = toolCalls();
  const answer = { text: 'Cancelled: enough.', isError: true };
  const cancel = new AbortController();
  const pending = call('plain_wait', {}, cancel.signal);
  cancel.abort('enough');
  expect(await pending).toEqual({ kind: 'answered', answer });
});

describe('a failure', () => {
  test('names the wrong argument and what the tool takes', async () => {
    const { call } = toolCalls();
    expect(await call('plain_add', { line: 0 })).toEqual({
      kind: 'answered',
      answer: { text: expect.stringContaining('`line`: expected at least 1, got 0\nplain_add takes:'), isError: true },
    });
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'names an unknown argument that every object has: %s',
    async (name) => {
      const outcome = await toolCalls().call('plain_add', JSON.parse(`{"line": 1, "${name}": 1}`));
      const text = expect.stringContaining(`unknown argument \`${name}\``);
      expect(outcome).toEqual({ kind: 'answered', answer: { text, isError: true } });
    },
  );

  test.each(LARGE)('names the argument that is too large', async (args, expected) => {
    const outcome = await toolCalls().call('plain_add', args);
    expect(outcome).toMatchObject({ kind: 'answered', answer: { isError: true } });
    const text = outcome.kind === 'answered' ? outcome.answer.text : '';
    expect(text).toContain('plain_add was not carried out, its arguments are too large');
    expect(text).toContain(expected);
    expect(text?.length).toBeLessThan(600);
  });

  test('is of bounded length, whatever it quotes, and stays JSON where it is', async () => {
    const { call } = toolCalls();
    const outcome = await call('plain_long');
    expect(outcome).toMatchObject({ answer: { isError: true, text: expect.stringMatching(/^No x{1900,2000}…$/) } });
    const long = { error: 'x'.repeat(300_000), context: { path: ['y'.repeat(300_000)] } };
    const failed = boundedFailure({ text: JSON.stringify(long), structured: long, isError: true });
    const bounded = { error: `${'x'.repeat(2_000)}…`, context: { path: [`${'y'.repeat(2_000)}…`] } };
    expect(failed).toEqual({ text: JSON.stringify(bounded), structured: bounded, isError: true });
  });

  test('advises by the names of its toolset, and by none that it does not have', async () => {
    const { call } = toolCalls();
    const running = { text: 'The program runs.\nStop it with plain_hold.', isError: true };
    expect(await call('plain_running')).toEqual({ kind: 'answered', answer: running });
    expect(await call('plain_sessions')).toEqual({ kind: 'answered', answer: { text: 'No.', isError: true } });
  });

  test('inside the debugger is one line for the caller and a stack for the log', async () => {
    const { call, log } = toolCalls();
    expect(await call('plain_defect')).toMatchObject({
      answer: {
        text: expect.stringMatching(/^plain_defect failed inside mcp-debugger: x is undefined\n/),
        isError: true,
      },
    });
    expect(log).toEqual([expect.stringMatching(/^plain_defect failed: TypeError: x is undefined\n +at /)]);
  });

  test('has the form that its toolset wants', async () => {
    const { call } = toolCalls();
    const answer = { structured: { error: 'not_stopped' }, isError: true };
    expect(await call('formal_running')).toEqual({ kind: 'answered', answer });
    expect(await call('formal_running', { a: 1 })).toMatchObject({ kind: 'rejected', reason: 'invalidArguments' });
    expect(await call('formal_defect')).toMatchObject({ kind: 'rejected', reason: 'defect' });
  });

  test('to find a tool is answered by the toolset that it belongs to, else rejected', async () => {
    const { call } = toolCalls();
    const answer = { structured: { unknown: 'formal_x' }, isError: true };
    expect(await call('formal_x')).toEqual({ kind: 'answered', answer });
    expect(await call('subtract')).toEqual({
      kind: 'rejected',
      reason: 'unknownTool',
      message: expect.stringMatching(/^Tool subtract not found\. Tools: plain_add, /),
    });
  });
});

test('every call and what came of it is observed, whole', async () => {
  const { call, events } = toolCalls({ masksSecrets: true });
  await call('plain_read');
  await call('formal_running');
  await call('formal_defect');
  const [first, second, third] = [0, 2, 4].map((index) => events[index]?.callId);
  expect(new Set([first, second, third]).size).toBe(3);
  const ended = { durationMs: expect.any(Number), args: {} };
  expect(events).toEqual([
    { kind: 'call', tool: 'plain_read', callId: first, args: {} },
    { kind: 'answer', tool: 'plain_read', callId: first, ...ended, text: 'password: hunter2', structured: undefined },
    { kind: 'call', tool: 'formal_running', callId: second, args: {} },
    { kind: 'failure', tool: 'formal_running', callId: second, ...ended, message: '{"error":"not_stopped"}' },
    { kind: 'call', tool: 'formal_defect', callId: third, args: {} },
    { kind: 'failure', tool: 'formal_defect', callId: third, ...ended, message: 'token=s3cr3tV4lue0000' },
  ]);
});

test('a call of a tool that there is not is observed as a failure', async () => {
  const { call, events } = toolCalls();
  await call('subtract', { a: 1 });
  await call('formal_x');
  expect(events).toMatchObject([
    { kind: 'call', tool: 'subtract', args: { a: 1 } },
    { kind: 'failure', tool: 'subtract', message: expect.stringMatching(/^Tool subtract not found/) },
    { kind: 'call', tool: 'formal_x' },
    { kind: 'failure', tool: 'formal_x', message: '{"unknown":"formal_x"}' },
  ]);
});

test('secrets are masked in what the caller gets, answers and rejections alike', async () => {
  const { call } = toolCalls({ masksSecrets: true });
  expect(await call('plain_read')).toEqual({ kind: 'answered', answer: { text: 'password: [masked]' } });
  expect(await call('formal_defect')).toMatchObject({ message: 'token=[masked]' });
});

test('closing ends the engine', async () => {
  const { calls, engine } = toolCalls();
  await calls.close();
  expect(engine.closed).toBe(1);
});
