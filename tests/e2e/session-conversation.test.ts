import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { expectGolden } from '../support/golden.ts';
import { JAVASCRIPT, PYTHON } from '../support/session-languages.ts';
import { converseInSession } from '../support/session-programs.ts';

type Frames = readonly { id: number }[];
type Scopes = readonly { variablesReference: number }[];

const SWAP = 'swap_vars.js';

test.each([JAVASCRIPT, PYTHON])('a conversation in $language goes as it is written down', async (example) => {
  const { language, executablePath, swap, outerExpression, tuple } = example;
  await converseInSession(async ({ ask, get, transcript, stderr }) => {
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language, executablePath });
    await ask('set_breakpoint', { sessionId, file: swap, line: 9, condition: 'a > 5' });
    await ask('start_debugging', { sessionId, scriptPath: swap, dryRunSpawn: true });
    await ask('start_debugging', { sessionId, scriptPath: swap });
    const frames = await get<Frames>('stackFrames', 'get_stack_trace', { sessionId });
    const scopes = await get<Scopes>('scopes', 'get_scopes', { sessionId, frameId: frames[1]?.id });
    const scope = scopes[0]?.variablesReference;
    await ask('get_variables', { sessionId, scope });
    await ask('get_local_variables', { sessionId });
    await ask('evaluate_expression', { sessionId, expression: outerExpression, frameId: frames[1]?.id });
    await ask('step_over', { sessionId });
    await ask('get_variables', { sessionId, scope });
    await ask('get_scopes', { sessionId, frameId: frames[0]?.id });
    await ask('get_scopes', { sessionId, frameId: 4711 });
    const later = await get<string>('breakpointId', 'set_breakpoint', { sessionId, file: swap, line: 22 });
    await ask('set_breakpoint', { sessionId, file: swap, line: 28 });
    await ask('list_breakpoints', { sessionId });
    await ask('continue_execution', { sessionId, timeoutMs: 10_000 });
    await ask('evaluate_expression', { sessionId, expression: tuple });
    await ask('remove_breakpoint', { sessionId, breakpointId: later });
    await ask('get_source_context', { sessionId, file: swap, line: 30, linesContext: 1 });
    await ask('restart_debugging', { sessionId });
    await ask('continue_execution', { sessionId, timeoutMs: 10_000 });
    await ask('continue_execution', { sessionId, timeoutMs: 10_000 });
    await ask('get_output', { sessionId });
    await ask('step_over', { sessionId });
    await ask('list_debug_sessions');
    await ask('close_debug_session', { sessionId });
    await ask('close_debug_session', { sessionId });
    await ask('get_local_variables', { sessionId });
    expect(stderr()).toBe('');
    expectGolden(`session/${language}`, transcript());
  });
});

test('a program that waits at a port is attached to with its breakpoints in place, and runs on when the session is closed', async () => {
  await converseInSession(async ({ ask, get, folder }) => {
    const program = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', SWAP], { cwd: folder });
    try {
      const [chunk] = await once(program.stderr, 'data');
      const port = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1]);
      const sessionId = await get<string>('sessionId', 'create_debug_session', { language: 'node', port });
      await ask('set_breakpoint', { sessionId, file: SWAP, line: 9 });
      const started = await ask('start_debugging', { sessionId, scriptPath: SWAP });
      expect(started).toMatchObject({ state: 'paused', data: { reason: 'breakpoint' } });
      expect(await ask('evaluate_expression', { sessionId, expression: 'a' })).toMatchObject({ result: '10' });
      expect(await ask('restart_debugging', { sessionId })).toMatchObject({ success: false });
      const ended = once(program, 'exit');
      expect(await ask('close_debug_session', { sessionId })).toMatchObject({ success: true });
      expect(await ended).toEqual([0, null]);
    } finally {
      program.kill('SIGKILL');
    }
  });
});

test('two sessions do not disturb each other, and one that another toolset started is used like any other', async () => {
  const start = { args: ['--toolset', 'debug,session'] };
  await converseInSession(async ({ ask, get, call, folder }) => {
    const first = await get<string>('sessionId', 'create_debug_session', { language: 'javascript', name: 'first' });
    const second = await get<string>('sessionId', 'create_debug_session', { language: 'typescript', name: 'second' });
    for (const sessionId of [first, second]) await ask('set_breakpoint', { sessionId, file: SWAP, line: 9 });
    await Promise.all([first, second].map((sessionId) => ask('start_debugging', { sessionId, scriptPath: SWAP })));
    await call('debug_launch', { program: SWAP, breakpoints: [`${folder}/${SWAP}:10`], session: 'third' });
    const { sessions } = await ask('list_debug_sessions');
    expect(sessions).toMatchObject([
      { id: first, name: 'first', language: 'javascript', state: 'paused' },
      { id: second, name: 'second', language: 'typescript', state: 'paused' },
      { id: 'third', name: SWAP, language: 'node', state: 'paused' },
    ]);
    await ask('step_over', { sessionId: first });
    const line = async (sessionId: string) => {
      const { frame } = await ask('get_local_variables', { sessionId });
      return frame;
    };
    expect(await line(first)).toMatchObject({ line: 10 });
    expect(await line(second)).toMatchObject({ line: 9 });
    expect(await line('third')).toMatchObject({ line: 10 });
    expect(await ask('list_breakpoints', { sessionId: 'third' })).toMatchObject({ count: 1 });
    expect(await ask('close_debug_session', { sessionId: 'third' })).toMatchObject({ success: true });
    expect((await call('debug_stack', { session: second })).text).toContain('swap_vars.js:9');
  }, start);
});

test('a session is updated by what happens to it', async () => {
  await converseInSession(async ({ ask, get }) => {
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language: 'javascript' });
    const times = async () => {
      const [session] = await get<readonly { createdAt: string; updatedAt: string }[]>(
        'sessions',
        'list_debug_sessions',
      );
      return [session?.createdAt ?? '', session?.updatedAt ?? ''] as const;
    };
    const [created, before] = await times();
    expect(before).toBe(created);
    await ask('set_breakpoint', { sessionId, file: SWAP, line: 9 });
    const [, afterBreakpoint] = await times();
    expect(afterBreakpoint > created).toBe(true);
    await ask('start_debugging', { sessionId, scriptPath: SWAP });
    const [same, afterStart] = await times();
    expect(same).toBe(created);
    expect(afterStart > afterBreakpoint).toBe(true);
    await ask('step_over', { sessionId });
    expect((await times())[1] > afterStart).toBe(true);
  });
});

test.each([
  [true, /calls_library\.py:4$/],
  [false, /json\/__init__\.py:\d+$/],
])('with justMyCode %s, a step into a library of Python goes where that says', async (justMyCode, place) => {
  await converseInSession(async ({ ask, get }) => {
    const { language, executablePath } = PYTHON;
    const sessionId = await get<string>('sessionId', 'create_debug_session', { language, executablePath });
    const scriptPath = 'calls_library.py';
    await ask('set_breakpoint', { sessionId, file: scriptPath, line: 3 });
    await ask('start_debugging', { sessionId, scriptPath, dapLaunchArgs: { justMyCode } });
    await ask('step_into', { sessionId });
    const [top] = await get<readonly { file: string; line: number }[]>('stackFrames', 'get_stack_trace', {
      sessionId,
      includeInternals: true,
    });
    expect(`${top?.file}:${top?.line}`).toMatch(place);
  });
});
