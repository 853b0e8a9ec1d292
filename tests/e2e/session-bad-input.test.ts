import { expect, test } from 'vitest';
import { converseInSession } from '../support/session-programs.ts';

const SCRIPT = 'javascript_test_comprehensive.js';

test('bad input is refused with what to do, and the session lives on', async () => {
  await converseInSession(async ({ ask, get, stderr }) => {
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language: 'javascript' });
    await ask('set_breakpoint', { sessionId, file: SCRIPT, line: 40 });
    await ask('start_debugging', { sessionId, scriptPath: SCRIPT });
    const calls: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
      ['set_breakpoint', { file: 'nope.js', line: 1 }, /"success":false,"error":"Cannot set .*there is no file/],
      ['set_breakpoint', { file: SCRIPT, line: 999 }, /line 999 is past the end/],
      ['set_breakpoint', { file: SCRIPT, line: 0 }, /-32602.*`line`: expected at least 1, got 0/],
      ['set_breakpoint', { file: SCRIPT, line: 'ten' }, /-32602.*`line`: expected integer, got \\"ten\\"/],
      ['set_breakpoint', { file: SCRIPT, line: 40, condition: 'x >' }, /does not parse.*Write an expression/],
      ['set_breakpoint', { file: SCRIPT }, /-32602.*missing argument `line`/],
      ['set_breakpoint', { file: SCRIPT, line: 40, colour: 'red' }, /-32602.*unknown argument `colour`/],
      ['remove_breakpoint', { breakpointId: 'nothing' }, /"success":false,"message":"Breakpoint not found: nothing"/],
      ['get_scopes', { frameId: 99_999 }, /Frame 99999 is not on the stack.*get_stack_trace/],
      ['get_variables', { scope: 99_999 }, /99999 is not a reference to a value/],
      ['get_variables', { scope: 'local' }, /-32602.*`scope`: expected integer/],
      ['evaluate_expression', { expression: '' }, /-32602.*`expression`: expected a text that is not empty/],
      ['evaluate_expression', { expression: 'x', frameId: 99_999 }, /Frame 99999 is not on the stack/],
      ['evaluate_expression', { expression: 'x +' }, /"success":false,"error":"Syntax error in expression/],
      ['evaluate_expression', { expression: 'null.x' }, /"success":false,"error":"Type error: TypeError/],
      [
        'evaluate_expression',
        { expression: 'while (true);' },
        /"success":false,"error":"Evaluation timed out after 5000/,
      ],
      ['get_source_context', { file: 'nope.py', line: 1 }, /File not found: .*nope\.py.*Give an absolute path/],
      ['get_source_context', { file: '.', line: 1 }, /File not found: .*it is not a file/],
      ['get_source_context', { file: SCRIPT, line: 999 }, /Line 999 is past the end/],
    ];
    for (const [tool, args, says] of calls) {
      const answer = await ask(tool, { sessionId, ...args });
      expect({ tool, args, text: JSON.stringify(answer) }).toEqual({ tool, args, text: expect.stringMatching(says) });
      expect(await ask('evaluate_expression', { sessionId, expression: 'x' })).toMatchObject({ result: '10' });
    }
    expect(stderr()).toBe('');
  });
});

test('a program that cannot be started leaves a session that can be started again', async () => {
  await converseInSession(async ({ ask, get }) => {
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language: 'javascript' });
    const start = (scriptPath: string, more = {}) => ask('start_debugging', { sessionId, scriptPath, ...more });
    expect(await start('nope.js', { dryRunSpawn: true })).toMatchObject({ success: false, isError: true });
    expect(await ask('list_debug_sessions')).toMatchObject({ sessions: [{ state: 'created' }] });
    expect(await start('nope.js')).toMatchObject({
      success: false,
      error: expect.stringContaining('There is no file "nope.js"'),
      isError: true,
    });
    expect(await ask('list_debug_sessions')).toMatchObject({ sessions: [{ state: 'error' }] });
    await ask('set_breakpoint', { sessionId, file: SCRIPT, line: 40 });
    expect(await start(SCRIPT)).toMatchObject({ state: 'paused' });
    expect(await start(SCRIPT, { dapLaunchArgs: { stopOnEntry: 'perhaps' } })).toMatchObject({ code: -32602 });
  });
});

test('an interpreter that is not there, and a port where nobody listens', async () => {
  await converseInSession(async ({ ask, get }) => {
    const create = (args: object) =>
      get<string>('sessionId', 'create_debug_session', { language: 'javascript', ...args });
    const noNode = { sessionId: await create({ executablePath: './no-such-node' }), scriptPath: SCRIPT };
    expect(await ask('start_debugging', noNode)).toMatchObject({
      success: false,
      error: expect.stringContaining('no-such-node'),
    });
    const nobody = { sessionId: await create({ port: 1 }), scriptPath: SCRIPT };
    expect(await ask('start_debugging', nobody)).toMatchObject({
      success: false,
      error: expect.stringContaining('127.0.0.1:1'),
    });
    expect(await ask('create_debug_session', { language: 'javascript', port: 70_000 })).toMatchObject({ code: -32602 });
  });
});

test('before the start, what needs a program says so', async () => {
  await converseInSession(async ({ ask, get }) => {
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language: 'javascript' });
    for (const tool of [
      'continue_execution',
      'step_over',
      'pause_execution',
      'get_stack_trace',
      'get_local_variables',
    ]) {
      expect(await ask(tool, { sessionId })).toEqual({
        success: false,
        error: 'Session is not started',
        message: `Cannot ${tool.replaceAll('_', ' ')}. Start the session with start_debugging first.`,
        isError: true,
      });
    }
    expect(await ask('restart_debugging', { sessionId })).toMatchObject({ error: 'Session is not started' });
    expect(await ask('get_output', { sessionId })).toMatchObject({ success: true, output: [] });
  });
});
