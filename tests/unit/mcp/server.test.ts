import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/v4';
import { ToolCalls } from '../../../src/calls/tool-calls.ts';
import { type McpServerHandle, serveMcp } from '../../../src/mcp/server.ts';
import { DebugError } from '../../../src/model/debug-error.ts';
import { arrayOf, integer } from '../../../src/toolsets/schema.ts';
import { bindToolsets, defineTool, type ToolContext, type Toolset } from '../../../src/toolsets/tool.ts';
import { callTool, type Era, negotiation } from '../../support/mcp-client.ts';

/** An engine that shows what reached it. */
class Engine {
  readonly calls: unknown[] = [];
  waiting: AbortSignal | undefined;
  closed = 0;
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const noArguments = z.strictObject({});

function failing(name: string, thrown: unknown) {
  return defineTool({
    ...{ name, title: name, description: name, annotations, schema: noArguments },
    handler: () => Promise.reject(thrown),
  });
}

const toolset: Toolset<Engine> = {
  name: 'made-up',
  instructions: 'Call add first.',
  actions: { pause: 'debug_pause' },
  tools: [
    defineTool({
      name: 'add',
      title: 'Add',
      description: 'Adds.',
      annotations,
      schema: z.strictObject({
        line: integer({ min: 1 }),
        mode: z.enum(['a', 'b']).optional(),
        paths: arrayOf(z.string()).optional(),
      }),
      handler: async (args, { engine }: ToolContext<Engine>) => {
        engine.calls.push(args);
        return { text: `line ${args.line + 1}` };
      },
    }),
    defineTool({
      name: 'wait',
      title: 'Wait',
      description: 'Waits until cancelled.',
      annotations,
      schema: noArguments,
      handler: async (_args, { engine, signal, progress }: ToolContext<Engine>) => {
        progress('first');
        engine.waiting = signal;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { text: 'never seen' };
      },
    }),
    failing(
      'broken',
      new DebugError('not_stopped', 'The program runs.', { advice: ['Call ', { action: 'pause' }, '.'] }),
    ),
    failing('silent', new DebugError('not_stopped', 'The program runs.')),
    failing('defect', new TypeError('x is undefined')),
    failing('text', 'a thrown text'),
    defineTool({
      ...{ name: 'both', title: 'Both', description: 'Both.', annotations, schema: noArguments },
      handler: async () => ({ text: '{"a":1}', structured: { a: 1 } }),
    }),
  ],
};

/** A toolset with its own form of failures, and answers without text. */
const formal: Toolset<Engine> = {
  name: 'formal',
  instructions: '',
  actions: {},
  tools: [
    failing('formal-broken', new DebugError('not_stopped', 'The program runs.')),
    failing('formal-defect', new TypeError('x is undefined')),
    defineTool({
      ...{ name: 'formal-value', title: 'Value', description: 'Value.', annotations, schema: noArguments },
      outputSchema: z.object({ a: z.number() }),
      handler: async () => ({ structured: { a: 1 } }),
    }),
  ],
  failure: (failure) => {
    if (failure.kind === 'defect') return { rejected: 'defect', message: 'it broke' };
    return { structured: { error: failure.kind }, isError: true };
  },
};

let server: McpServerHandle | undefined;
let client: Client | undefined;

async function connect(era: Era = 'legacy') {
  const engine = new Engine();
  const log: string[] = [];
  const [here, there] = InMemoryTransport.createLinkedPair();
  const bound = bindToolsets([toolset, formal], engine, async () => {
    engine.closed += 1;
  });
  const calls = new ToolCalls(bound, { log: (line) => log.push(line), masksSecrets: false });
  const loadTools = vi.fn(async () => calls);
  const { instructions } = toolset;
  server = serveMcp({
    name: 'x',
    title: 'X',
    version: '1',
    instructions,
    loadTools,
    log: (line) => log.push(line),
    transport: there,
  });
  const connected = new Client({ name: 'tests', version: '1' }, negotiation(era));
  client = connected;
  await connected.connect(here);
  return {
    client: connected,
    engine,
    log,
    loadTools,
    call: (name: string, args = {}) => callTool(connected, name, args),
  };
}

afterEach(async () => {
  await client?.close();
  await server?.close();
});

describe.each(['legacy', 'modern'] as const)('in the %s era', (era) => {
  test('instructions, tools in their order, and trimmed schemas arrive', async () => {
    const { client, loadTools } = await connect(era);
    expect(client.getInstructions()).toBe('Call add first.');
    const { tools } = await client.listTools();
    const all = [...toolset.tools, ...formal.tools];
    expect(tools.map((tool) => tool.name)).toEqual(all.map((tool) => tool.name));
    expect(tools[0]).toEqual({
      name: 'add',
      title: 'Add',
      description: 'Adds.',
      annotations,
      inputSchema: {
        type: 'object',
        properties: {
          line: { type: 'integer' },
          mode: { type: 'string', enum: ['a', 'b'] },
          paths: { type: 'array', items: { type: 'string' } },
        },
        required: ['line'],
      },
    });
    expect(loadTools).toHaveBeenCalledTimes(1);
  });

  test('arguments reach the handler as the types of the schema', async () => {
    const { call, engine } = await connect(era);
    expect(await call('add', { line: '10', paths: '["a"]' })).toEqual({ text: 'line 11', isError: false });
    expect(engine.calls).toEqual([{ line: 10, paths: ['a'] }]);
  });

  test('an answer in both forms is sent in both', async () => {
    const { client } = await connect(era);
    const result = await client.callTool({ name: 'both', arguments: {} });
    expect(result.structuredContent).toEqual({ a: 1 });
    expect(result.content).toEqual([{ type: 'text', text: '{"a":1}' }]);
  });

  test('wrong arguments are each named, and what is expected is listed', async () => {
    const { call, engine } = await connect(era);
    const { text, isError } = await call('add', { lin: 1, mode: 'c', paths: [1] });
    expect(isError).toBe(true);
    expect(text).toBe(
      [
        'add was not carried out, its arguments are wrong:',
        '- missing argument `line` (expected integer)',
        '- `mode`: expected one of "a", "b", got "c"',
        '- `paths[0]`: expected string, got 1',
        '- unknown argument `lin`: did you mean `line`?',
        'add takes: line (integer, required), mode ("a" | "b"), paths (array of string).',
        'Correct them and call add again.',
      ].join('\n'),
    );
    expect(engine.calls).toEqual([]);
  });

  test('a number out of range is reported with its bound', async () => {
    const { call } = await connect(era);
    expect((await call('add', { line: 0 })).text).toContain('`line`: expected at least 1, got 0');
  });

  test('a tool without arguments says so', async () => {
    const { call } = await connect(era);
    expect((await call('both', { a: 1 })).text).toContain('unknown argument `a`\nboth takes no arguments.');
  });

  test('an error of the engine becomes its message and its advice', async () => {
    const { call, log } = await connect(era);
    expect(await call('broken')).toEqual({ text: 'The program runs.\nCall debug_pause.', isError: true });
    expect(await call('silent')).toEqual({ text: 'The program runs.', isError: true });
    expect(log).toEqual([]);
  });

  test('a defect becomes one line for the model and a stack for the log, and the server lives on', async () => {
    const { call, log } = await connect(era);
    const { text, isError } = await call('defect');
    expect(isError).toBe(true);
    expect(text).toBe(
      'defect failed inside mcp-debugger: x is undefined\nThis is a defect of the debugger, not of the program.',
    );
    expect(log).toEqual([expect.stringMatching(/^defect failed: TypeError: x is undefined\n +at /)]);
    expect((await call('text')).text).toContain('a thrown text');
    expect((await call('both')).isError).toBe(false);
  });

  test('a toolset words its failures itself, as an answer or as an error of the protocol', async () => {
    const { client, call } = await connect(era);
    const broken = { structuredContent: { error: 'debugError' }, content: [], isError: true };
    expect(await client.callTool({ name: 'formal-broken', arguments: {} })).toMatchObject(broken);
    const refused = { structuredContent: { error: 'arguments' }, isError: true };
    expect(await client.callTool({ name: 'formal-broken', arguments: { a: 1 } })).toMatchObject(refused);
    await expect(call('formal-defect')).rejects.toMatchObject({ code: -32603, message: 'it broke' });
  });

  test('a structured answer is advertised with its schema, and may come without text', async () => {
    const { client } = await connect(era);
    const { tools } = await client.listTools();
    const listed = tools.find(({ name }) => name === 'formal-value');
    expect(listed?.outputSchema).toMatchObject({ type: 'object', properties: { a: { type: 'number' } } });
    const answer = await client.callTool({ name: 'formal-value', arguments: {} });
    expect(answer).toMatchObject({ structuredContent: { a: 1 }, content: [] });
  });

  test('an unknown tool is an error of the protocol that lists the known ones', async () => {
    const { call } = await connect(era);
    await expect(call('subtract')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Tools: add, wait'),
    });
  });

  test('cancelling a call aborts its signal', async () => {
    const { client, engine } = await connect(era);
    const cancel = new AbortController();
    const call = client.callTool({ name: 'wait', arguments: {} }, { signal: cancel.signal });
    await vi.waitUntil(() => engine.waiting);
    expect(engine.waiting?.aborted).toBe(false);
    cancel.abort('enough');
    await expect(call).rejects.toThrow();
    await vi.waitUntil(() => engine.waiting?.aborted);
  });

  test('progress is reported only to a client that asked', async () => {
    const { client, engine } = await connect(era);
    const cancel = new AbortController();
    const seen: unknown[] = [];
    const options = { signal: cancel.signal, onprogress: (progress: unknown) => seen.push(progress) };
    const call = client.callTool({ name: 'wait', arguments: {} }, options);
    await vi.waitUntil(() => seen.length > 0);
    expect(seen).toEqual([expect.objectContaining({ message: 'first' })]);
    cancel.abort();
    await expect(call).rejects.toThrow();
    expect(engine.waiting).toBeDefined();
  });
});

test('closing ends the engine, once it was loaded', async () => {
  const { client, engine } = await connect();
  await client.listTools();
  await server?.close();
  expect(engine.closed).toBe(1);
});
