import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExampleLanguage, JAVASCRIPT, PYTHON } from '../support/session-languages.ts';
import { converseInSession, type SessionConversation } from '../support/session-programs.ts';
import { oneOfEach } from '../support/tier.ts';

/** Each language in each era of the protocol; a quick run has each of both once. */
const EXAMPLES = oneOfEach(
  [
    { ...JAVASCRIPT, era: 'legacy' as const },
    { ...PYTHON, era: 'modern' as const },
    { ...JAVASCRIPT, era: 'modern' as const },
    { ...PYTHON, era: 'legacy' as const },
  ],
  ({ language }) => language,
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Frames = readonly { id: number; name: string; file: string; line: number; column: number }[];
type Scopes = readonly { name: string; variablesReference: number }[];
type Variables = readonly { name: string; value: string; type: string; variablesReference: number }[];

async function created({ get }: SessionConversation, example: ExampleLanguage): Promise<string> {
  const { language, executablePath } = example;
  return get<string>('sessionId', 'create_debug_session', { language, executablePath, name: 'Test Debug Session' });
}

/** A session that is paused where the locals of `main` are those of the examples. */
async function pausedInMain(server: SessionConversation, language: ExampleLanguage): Promise<string> {
  const { script, line } = language.locals;
  const sessionId = await created(server, language);
  await server.ask('set_breakpoint', { sessionId, file: script, line });
  const started = await server.ask('start_debugging', { sessionId, scriptPath: script });
  expect(started).toMatchObject({ state: 'paused', data: { reason: 'breakpoint' } });
  return sessionId;
}

describe.each(EXAMPLES)('the examples of the reference in $language, in the $era era:', (language) => {
  const started = { era: language.era };
  const { swap, locals, numberType } = language;

  test('create_debug_session, list_debug_sessions and close_debug_session', async () => {
    await converseInSession(async ({ ask }) => {
      const answer = await ask('create_debug_session', { language: language.language, name: 'Test Debug Session' });
      expect(answer).toEqual({
        success: true,
        sessionId: expect.stringMatching(UUID),
        message: `Created ${language.language} debug session: Test Debug Session`,
        isError: false,
      });
      const { sessionId } = answer;
      expect(await ask('list_debug_sessions')).toEqual({
        success: true,
        sessions: [
          {
            id: sessionId,
            name: 'Test Debug Session',
            language: language.language,
            state: 'created',
            createdAt: expect.stringMatching(TIME),
            updatedAt: expect.stringMatching(TIME),
          },
        ],
        count: 1,
        isError: false,
      });
      expect(await ask('close_debug_session', { sessionId })).toEqual({
        success: true,
        message: `Closed debug session: ${sessionId}`,
        isError: false,
      });
      expect(await ask('close_debug_session', { sessionId })).toMatchObject({ success: false, isError: false });
      expect(await ask('list_debug_sessions')).toMatchObject({ sessions: [], count: 0 });
    }, started);
  });

  test('set_breakpoint, start_debugging, get_stack_trace and get_scopes', async () => {
    await converseInSession(async (server) => {
      const { ask, folder } = server;
      const sessionId = await created(server, language);
      const file = join(folder, swap);
      const set = await ask('set_breakpoint', { sessionId, file: swap, line: 9 });
      expect(set).toEqual({
        success: true,
        breakpointId: expect.stringMatching(UUID),
        file,
        line: 9,
        verified: false,
        message: `Breakpoint set at ${file}:9`,
        context: { lineContent: expect.any(String), surrounding: expect.any(Array) },
        isError: false,
      });
      const { lineContent, surrounding } = set.context as {
        lineContent: string;
        surrounding: readonly { line: number; content: string }[];
      };
      expect(lineContent.trim().replace(/\s+/g, ' ')).toBe(language.swapLines[2]);
      expect(surrounding.map(({ line, content }) => [line, content.trim().replace(/\s+/g, ' ')])).toEqual(
        language.swapLines.map((content, index) => [index + 7, content]),
      );

      expect(await ask('start_debugging', { sessionId, scriptPath: swap })).toEqual({
        success: true,
        state: 'paused',
        message: `Debugging started for ${swap}. Current state: paused`,
        data: { message: `Debugging started for ${swap}. Current state: paused`, reason: 'breakpoint' },
        isError: false,
      });
      expect(await ask('list_breakpoints', { sessionId })).toMatchObject({
        breakpoints: [{ breakpointId: set.breakpointId, file, line: 9, verified: true, hits: 1 }],
        count: 1,
      });

      const stack = await ask('get_stack_trace', { sessionId });
      expect(stack).toEqual({ success: true, stackFrames: expect.any(Array), count: 3, isError: false });
      const frames = stack.stackFrames as Frames;
      const place = (line: number) => ({ id: expect.any(Number), file, line, column: expect.any(Number) });
      expect(frames).toEqual([
        { ...place(9), name: language.swapFunction },
        { ...place(21), name: 'main' },
        { ...place(30), name: language.module },
      ]);

      const scopes = await ask('get_scopes', { sessionId, frameId: frames[0]?.id });
      expect(scopes).toMatchObject({ success: true, isError: false });
      const [local, ...others] = scopes.scopes as Scopes;
      expect(local).toEqual({
        name: language.scopeName,
        variablesReference: expect.any(Number),
        expensive: false,
        presentationHint: 'locals',
        source: {},
      });
      for (const scope of others) expect(scope).toMatchObject({ variablesReference: expect.any(Number), source: {} });
      expect(others.map((scope) => 'presentationHint' in scope)).not.toContain(true);

      const answer = await ask('get_variables', { sessionId, scope: local?.variablesReference });
      const simple = { type: numberType, variablesReference: 0, expandable: false };
      expect(answer).toEqual({
        success: true,
        variables: [
          { name: 'a', value: '10', ...simple },
          { name: 'b', value: '20', ...simple },
        ],
        count: 2,
        variablesReference: local?.variablesReference,
        isError: false,
      });
    }, started);
  });

  test('step_over, step_into, step_out and continue_execution', async () => {
    await converseInSession(async (server) => {
      const { ask, get } = server;
      const sessionId = await created(server, language);
      await ask('set_breakpoint', { sessionId, file: swap, line: 21 });
      await ask('start_debugging', { sessionId, scriptPath: swap });
      const where = async () => {
        const [top] = await get<Frames>('stackFrames', 'get_stack_trace', { sessionId });
        return `${top?.name}:${top?.line}`;
      };
      const paused = (message: string) => ({ success: true, state: 'paused', message, isError: false });
      expect(await where()).toBe('main:21');
      expect(await ask('step_into', { sessionId })).toEqual(paused('Stepped into'));
      expect(await where()).toBe(`${language.swapFunction}:9`);
      expect(await ask('step_over', { sessionId })).toEqual(paused('Stepped over'));
      expect(await where()).toBe(`${language.swapFunction}:10`);
      expect(await ask('step_out', { sessionId })).toEqual(paused('Stepped out'));
      expect(await where()).toMatch(/^main:2[12]$/);
      expect(await ask('continue_execution', { sessionId })).toEqual({
        success: true,
        state: 'running',
        message: 'Continued execution',
        isError: false,
      });
      await expect.poll(() => stateOf(server), { timeout: 10_000 }).toBe('stopped');
    }, started);
  });

  test('pause_execution, and a stack right after it', async () => {
    await converseInSession(async (server) => {
      const { ask, get } = server;
      const sessionId = await created(server, language);
      await ask('start_debugging', { sessionId, scriptPath: language.ticking.file });
      const paused = { success: true, state: 'paused', message: 'Paused execution', isError: false };
      expect(await ask('pause_execution', { sessionId })).toEqual(paused);
      const frames = await get<Frames>('stackFrames', 'get_stack_trace', { sessionId });
      const own = frames.find(({ file }) => file.endsWith(language.ticking.file));
      expect(own?.name).toBe(language.ticking.functionName);
      expect(await ask('pause_execution', { sessionId })).toMatchObject({ message: 'Execution was paused already' });
      expect(await ask('continue_execution', { sessionId })).toMatchObject({ success: true, state: 'running' });
    }, started);
  });

  test('get_local_variables and evaluate_expression', async () => {
    await converseInSession(async (server) => {
      const { ask, folder } = server;
      const sessionId = await pausedInMain(server, language);
      const simple = { type: numberType, variablesReference: 0, expandable: false };
      const values: Record<string, string> = { x: '10', y: '20' };
      expect(await ask('get_local_variables', { sessionId, includeSpecial: false })).toEqual({
        success: true,
        variables: locals.names.map((name) => ({ name, value: values[name], ...simple })),
        count: locals.names.length,
        frame: { name: 'main', file: join(folder, locals.script), line: locals.line },
        scopeName: language.scopeName,
        isError: false,
      });

      const evaluate = (expression: string) => ask('evaluate_expression', { sessionId, expression });
      const success = { success: true, variablesReference: 0, presentationHint: {}, isError: false };
      expect(await evaluate('x')).toEqual({ ...success, result: '10', type: numberType });
      expect(await evaluate('x + 20')).toEqual({ ...success, result: '30', type: numberType });
      const [collection, result, type] = language.collection;
      const made = await evaluate(collection);
      expect(made).toEqual({ ...success, result, type, variablesReference: expect.any(Number) });
      expect(made.variablesReference).toBeGreaterThan(0);
      const elements = await ask('get_variables', { sessionId, scope: made.variablesReference });
      const shown = (elements.variables as Variables).map(({ name, value }) => `${name} ${value}`);
      expect(shown.slice(0, 5)).toEqual(['0 0', '1 2', '2 4', '3 6', '4 8']);
      const likeAnElement = await evaluate(language.likeAnElement);
      const { variables } = await ask('get_variables', { sessionId, scope: likeAnElement.variablesReference });
      expect((variables as Variables)[0]?.name).toContain('[0]');
      for (const [expression, error] of [
        ['undefined_variable', language.unknownName],
        language.thrownInCall,
      ] as const) {
        expect(await evaluate(expression)).toEqual({
          success: false,
          error: expect.stringMatching(error),
          isError: false,
        });
      }
      await evaluate('x = 100');
      expect(await evaluate('x')).toMatchObject({ result: '100' });
    }, started);
  });

  test('get_local_variables of a scope that is empty, and of a session that is not paused', async () => {
    await converseInSession(async (server) => {
      const { ask, folder } = server;
      const { script } = locals;
      const sessionId = await created(server, language);
      const busy = { sessionId, scriptPath: script, args: ['busy'], timeoutMs: 300 };
      expect(await ask('start_debugging', busy)).toMatchObject({ success: true, state: 'running' });
      expect(await ask('get_local_variables', { sessionId })).toEqual({
        success: false,
        error: 'Session is not paused',
        message: 'Cannot get local variables. The session must be paused at a breakpoint.',
        isError: true,
      });
      expect(await ask('pause_execution', { sessionId })).toEqual({
        success: true,
        state: 'paused',
        message: 'Paused execution',
        isError: false,
      });
      const line = language.emptyLine;
      await ask('set_breakpoint', { sessionId, file: script, line });
      expect(await ask('start_debugging', { sessionId, scriptPath: script })).toMatchObject({ state: 'paused' });
      expect(await ask('get_local_variables', { sessionId })).toEqual({
        success: true,
        variables: [],
        count: 0,
        frame: { name: 'empty', file: join(folder, script), line },
        scopeName: language.scopeName,
        message: `The ${language.scopeName} scope is empty.`,
        isError: false,
      });
    }, started);
  });

  test('includeSpecial adds what every program has', async () => {
    await converseInSession(async (server) => {
      const sessionId = await created(server, language);
      const names = async (includeSpecial: boolean) => {
        const variables = await server.get<Variables>('variables', 'get_local_variables', {
          sessionId,
          includeSpecial,
        });
        return variables?.map(({ name }) => name);
      };
      await server.ask('set_breakpoint', { sessionId, file: swap, line: 9 });
      await server.ask('set_breakpoint', { sessionId, file: swap, line: 30 });
      await server.ask('start_debugging', { sessionId, scriptPath: swap, dapLaunchArgs: { stopOnEntry: false } });
      for (const special of language.special) {
        const usual = await names(false);
        expect(await names(true)).toEqual([...(usual ?? []), ...special]);
        await server.ask('continue_execution', { sessionId });
      }
    }, started);
  });

  test('dapLaunchArgs takes what any adapter does, and says what has no effect', async () => {
    await converseInSession(async (server) => {
      const { ask, folder } = server;
      const sessionId = await created(server, language);
      const dapLaunchArgs = { stopOnEntry: true, env: { SHOP: 'open' }, cwd: 'inside', sourceMaps: true };
      mkdirSync(join(folder, 'inside'));
      const started = await ask('start_debugging', { sessionId, scriptPath: swap, dapLaunchArgs });
      expect(started).toMatchObject({ state: 'paused', data: { reason: 'entry' } });
      expect((started.data as { warnings?: unknown }).warnings).toEqual(language.launchWarnings);
      const expression = language.environment;
      const { result } = await ask('evaluate_expression', { sessionId, expression });
      expect(result).toContain(`open in ${join(folder, 'inside')}`);
    }, started);
  });

  test('stopOnEntry pauses at the first line', async () => {
    await converseInSession(async (server) => {
      const sessionId = await created(server, language);
      const start = { sessionId, scriptPath: swap, dapLaunchArgs: { stopOnEntry: true, justMyCode: true } };
      expect(await server.ask('start_debugging', start)).toMatchObject({ state: 'paused', data: { reason: 'entry' } });
      expect(await server.ask('step_into', { sessionId })).toMatchObject({ state: 'paused' });
    }, started);
  });
});

test('an idle program is paused where it waits, and goes on', async () => {
  await converseInSession(async (server) => {
    const { ask, get, folder } = server;
    const main = join(folder, 'idle.js');
    writeFileSync(main, "globalThis.shared = 3;\nsetTimeout(() => console.log('done'), 60_000);\n");
    const sessionId = await created(server, JAVASCRIPT);
    await ask('start_debugging', { sessionId, scriptPath: main });
    expect(await ask('pause_execution', { sessionId })).toMatchObject({
      state: 'paused',
      message: expect.stringMatching(/the program was idle/),
    });
    expect(await get<Frames>('stackFrames', 'get_stack_trace', { sessionId })).toMatchObject([{ name: '(idle)' }]);
    expect(await get('result', 'evaluate_expression', { sessionId, expression: 'shared + 1' })).toBe('4');
    expect(await ask('get_local_variables', { sessionId })).toMatchObject({ success: true, variables: [] });
    expect(await ask('continue_execution', { sessionId })).toMatchObject({ state: 'running' });
    expect(await ask('pause_execution', { sessionId })).toMatchObject({ state: 'paused' });
  });
});

test('get_source_context: the example, file boundaries, and a file that changes', async () => {
  await converseInSession(async (server) => {
    const { ask, folder } = server;
    const sessionId = await created(server, JAVASCRIPT);
    const file = join(folder, 'script.py');
    expect(await ask('get_source_context', { sessionId, file: 'script.py', line: 15, linesContext: 3 })).toEqual({
      success: true,
      file,
      line: 15,
      lineContent: '    result = calculate_sum(x, y)',
      surrounding: [
        { line: 12, content: 'def main():' },
        { line: 13, content: '    x = 10' },
        { line: 14, content: '    y = 20' },
        { line: 15, content: '    result = calculate_sum(x, y)' },
        { line: 16, content: '    print(f"Result: {result}")' },
        { line: 17, content: '    return result' },
        { line: 18, content: '' },
      ],
      contextLines: 3,
      isError: false,
    });
    const lines = async (line: number) => {
      const { surrounding } = await ask('get_source_context', { sessionId, file, line });
      return (surrounding as readonly { line: number }[]).map((each) => each.line);
    };
    expect(await lines(1)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await lines(20)).toEqual([15, 16, 17, 18, 19, 20]);
    expect(await ask('get_source_context', { sessionId, file, line: 21 })).toMatchObject({ success: false });
    writeFileSync(file, 'changed = True\n');
    expect(await ask('get_source_context', { sessionId, file, line: 1 })).toMatchObject({
      lineContent: 'changed = True',
    });
  });
});

test('the error responses of the reference', async () => {
  await converseInSession(async ({ ask }) => {
    const sessionId = 'a4d1acc8-84a8-44fe-a13e-28628c5b33c7';
    const unknown = (action: string) => ({
      code: -32603,
      message: expect.stringContaining(
        `MCP error -32603: Failed to ${action}: Managed session not found: ${sessionId}`,
      ),
      isError: true,
    });
    expect(await ask('continue_execution', { sessionId })).toEqual(unknown('continue execution'));
    expect(await ask('pause_execution', { sessionId })).toEqual(unknown('pause execution'));
    expect(await ask('step_over', { sessionId })).toEqual(unknown('step over'));
    expect(await ask('get_stack_trace', { sessionId })).toEqual(unknown('get stack trace'));
    expect(await ask('set_breakpoint', { sessionId, file: 'a.js', line: 1 })).toEqual(unknown('set breakpoint'));
    expect(await ask('start_debugging', { sessionId, scriptPath: 'a.js' })).toEqual(unknown('start debugging'));
    expect(await ask('evaluate_expression', { sessionId, expression: 'x' })).toEqual(unknown('evaluate expression'));
    expect(await ask('create_debug_session', { language: 'cobol' })).toMatchObject({ code: -32602 });
    expect(await ask('get_scopes', { sessionId })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('missing argument `frameId`'),
    });
  });
});

async function stateOf({ get }: SessionConversation): Promise<string | undefined> {
  const [session] = await get<readonly { state: string }[]>('sessions', 'list_debug_sessions');
  return session?.state;
}
