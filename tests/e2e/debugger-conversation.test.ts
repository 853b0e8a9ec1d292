import { expect, test } from 'vitest';
import * as z from 'zod/v4';
import { copyPrograms, pathWithDebuggee } from '../support/debug-programs.ts';
import { expectGolden } from '../support/golden.ts';
import { type RunningServer, type ServerStart, startServer } from '../support/mcp-client.ts';

const answerSchema = z.looseObject({
  status: z.enum(['success', 'error']),
  sessionId: z.string().optional(),
  breakpointId: z.string().optional(),
  watchId: z.string().optional(),
  objectId: z.string().optional(),
  code: z.string().optional(),
});
type Answer = z.output<typeof answerSchema>;

interface Conversation {
  readonly server: RunningServer;
  readonly folder: string;
  /** Calls `debugger_<name>` and keeps the question and the answer. */
  ask(name: string, args?: Record<string, unknown>): Promise<Answer>;
  transcript(): string;
}

async function converse(start: ServerStart, talk: (conversation: Conversation) => Promise<void>): Promise<void> {
  const { folder, remove } = copyPrograms();
  const server = await startServer({
    cwd: folder,
    env: { PATH: pathWithDebuggee() },
    args: ['--toolset', 'debugger'],
    ...start,
  });
  const lines: string[] = [];
  const ask = async (name: string, args: Record<string, unknown> = {}) => {
    // The client holds each answer against the tool's output schema.
    const {
      content,
      structuredContent,
      isError = false,
    } = await server.client.callTool({ name: `debugger_${name}`, arguments: args });
    const answer = answerSchema.parse(structuredContent);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    expect(isError).toBe(answer.status === 'error');
    lines.push(
      `> debugger_${name} ${JSON.stringify(args)}${isError ? '  [error]' : ''}`,
      JSON.stringify(answer, volatile, 1),
      '',
    );
    return answer;
  };
  try {
    await talk({ server, folder, ask, transcript: () => lines.join('\n') });
  } finally {
    await server.close();
    remove();
  }
}

/** Masks values that differ from run to run, beyond those that goldens mask by themselves. */
function volatile(this: unknown, key: string, value: unknown): unknown {
  if (key === 'pid' || key === 'duration' || key === 'samples') return `<${key}>`;
  if (key === 'details' || (key === 'column' && typeof value === 'number')) return `<${key}>`;
  if (key === 'inspectorUrl') return String(value).replace(/:\d+\/.*/, ':<port>/<id>');
  // The second copy of an error is the first one.
  if (key === 'error' && typeof value === 'object') return '<the same>';
  if (key === 'stderr') return String(value).replace(/node:\S+:\d+:\d+/g, 'node:…');
  if (key === 'stack' && typeof value === 'string') return value.replace(/\(node:.*\)/g, '(node:…)');
  if (key === 'output' && Array.isArray(value)) {
    const text = value.map((each) => outputText(each)).join('');
    return [text.replace(/\d+\.\d+/g, '<n>').replace(/\(node:\d+\)/g, '(node:<pid>)')];
  }
  return value;
}

function outputText(chunk: unknown): string {
  return typeof chunk === 'object' && chunk !== null && 'text' in chunk ? String(chunk.text) : '';
}

test('all 22 tools, in the order in which a program is debugged with them', async () => {
  await converse({}, async ({ server, ask, transcript }) => {
    const { sessionId } = await ask('start', { command: 'node', args: ['app.js'] });
    const { breakpointId } = await ask('set_breakpoint', { sessionId, file: 'app.js', line: 10, condition: 'i > 0' });
    await ask('set_breakpoint', { sessionId, file: 'app.js', line: 12 });
    await ask('list_breakpoints', { sessionId });
    await ask('add_watch', { sessionId, expression: 'total' });
    await ask('continue', { sessionId });
    await ask('get_local_variables', { sessionId });
    await ask('get_global_variables', { sessionId });
    const { objectId } = await ask('inspect', { sessionId, expression: 'list' });
    await ask('inspect_object', { sessionId, objectId, maxDepth: 2 });
    await ask('step_over', { sessionId });
    const { watches } = await ask('get_watches', { sessionId });
    expect(watches).toMatchObject([{ expression: 'total', changed: true, oldValue: 6 }]);
    await ask('get_stack', { sessionId });
    await ask('switch_stack_frame', { sessionId, frameIndex: 1 });
    await ask('get_local_variables', { sessionId });
    await ask('toggle_breakpoint', { sessionId, breakpointId });
    await ask('remove_breakpoint', { sessionId, breakpointId });
    await ask('remove_watch', { sessionId, watchId: '1' });
    await ask('continue', { sessionId });
    await ask('step_out', { sessionId });
    await ask('step_into', { sessionId });
    await ask('continue', { sessionId });
    await ask('stop_session', { sessionId });
    const busy = await ask('start', { command: 'node busy.js' });
    await ask('continue', { sessionId: busy.sessionId, timeout: 200 });
    await ask('pause', { sessionId: busy.sessionId });
    await ask('stop_session', { sessionId: busy.sessionId });
    await ask('detect_hang', { command: 'node', args: ['busy.js'], timeout: 300 });
    await ask('detect_hang', { command: 'node', args: ['app.js'], timeout: 20_000 });
    const run = await ask('run_tests', { command: 'node', args: ['--test', '--test-reporter=dot', 'cart.test.cjs'] });
    expect(run).toMatchObject({ passed: false, failures: [{ name: 'the total of a full one' }] });
    expect(server.stderr()).toBe('');
    const { tools } = await server.client.listTools();
    for (const { name } of tools) expect(transcript()).toContain(`> ${name} `);
    expect(tools).toHaveLength(22);
    expectGolden('debugger/all-tools', transcript());
  });
});

test('what goes wrong has a code, a message and a context', async () => {
  await converse({}, async ({ ask, transcript }) => {
    await ask('get_stack', { sessionId: 'nobody' });
    await ask('start', { command: './missing.js' });
    await ask('start', { command: 'node', args: ['broken-syntax.js'] });
    await ask('start', { command: 'node', args: ['app.js'], timeout: 10_000_000 });
    const { sessionId } = await ask('start', { command: 'node', args: ['app.js'] });
    await ask('set_breakpoint', { sessionId, file: 'missing.js', line: 1 });
    await ask('set_breakpoint', { sessionId, file: 'app.js', line: 900 });
    await ask('set_breakpoint', { sessionId, file: 'app.js', line: 10, condition: 'i >' });
    await ask('set_breakpoint', { sessionId, file: 'app.js' });
    await ask('inspect', { sessionId, expression: 'nope.nope' });
    await ask('inspect', { sessionId, expression: 'a b' });
    await ask('inspect_object', { sessionId, objectId: 'object-900' });
    await ask('switch_stack_frame', { sessionId, frameIndex: 7 });
    await ask('remove_breakpoint', { sessionId, breakpointId: 7 });
    await ask('remove_watch', { sessionId, watchId: 7 });
    await ask('add_watch', { sessionId, expression: '(' });
    await ask('nonsense', { sessionId });
    await ask('continue', { sessionId });
    await ask('step_over', { sessionId });
    await ask('stop_session', { sessionId });
    await ask('run_tests', { command: 'node', args: ['app.js'], framework: 'karma' });
    await ask('detect_hang', { command: './missing.js', timeout: 100 });
    expectGolden('debugger/errors', transcript());
  });
});

test.each(['legacy', 'modern'] as const)('the tools are those of the golden list in the %s era', async (era) => {
  const server = await startServer({ era, args: ['--toolset', 'debugger'] });
  try {
    const { tools } = await server.client.listTools();
    expectGolden('debugger/tools-list', JSON.stringify(tools, undefined, 1));
    for (const { name, title, annotations = {}, outputSchema } of tools) {
      expect({ name, title, outputSchema }).toMatchObject({
        title: expect.any(String),
        outputSchema: { type: 'object' },
      });
      expect(Object.keys(annotations)).toHaveLength(4);
    }
  } finally {
    await server.close();
  }
});
