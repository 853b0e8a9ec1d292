import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, DebuggerToolbox, lineOf, variableIn } from '../../../support/debugger-toolbox.ts';

// A hundred runs take seconds on a machine at rest, and much longer on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let toolbox: DebuggerToolbox;
beforeAll(() => {
  toolbox = new DebuggerToolbox();
});
afterAll(() => toolbox?.[Symbol.asyncDispose]());

/** True if a process is there; one that has ended and is not reaped yet is not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function isListening(inspectorUrl: string): Promise<boolean> {
  const { host } = new URL(inspectorUrl);
  return fetch(`http://${host}/json/version`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + 5_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

describe('starting', () => {
  const argument = fc.oneof(
    fc.stringMatching(/^[a-z0-9=.:/-]{1,8}$/),
    fc.constantFrom('--flag', 'two words', '"quoted"', "it's"),
  );
  const form = fc.record({
    args: fc.array(argument, { maxLength: 3 }),
    folder: fc.constantFrom('.', 'deep/er', 'with space'),
    extension: fc.constantFrom('js', 'cjs', 'mjs'),
    way: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('args', 'line', 'file', 'flag', 'node -e') },
      { weight: 2, arbitrary: fc.constant('shell') },
    ),
  });

  function commandOf({
    way,
    folder,
    extension,
    args,
  }: {
    way: string;
    folder: string;
    extension: string;
    args: string[];
  }) {
    const file = `${folder}/main.${extension}`;
    switch (way) {
      case 'line':
        return { command: `node '${file}'`, args };
      case 'file':
        return { command: file, args };
      case 'flag':
        return { command: 'node', args: ['--stack-size=900', file, ...args] };
      case 'node -e':
        return { command: 'node', args: ['-e', 'globalThis.started = true; setTimeout(() => {}, 1);', '--', ...args] };
      case 'shell':
        return { command: 'sh', args: ['-c', 'node "$0" "$@"', file, ...args] };
      default:
        return { command: 'node', args: [file, ...args] };
    }
  }

  // Feature: mcp-debugger-tool, Property 5: Process start with inspector attachment
  // *For any* valid Node.js command with arguments, when the MCP Server starts that command, then the resulting process should have the
  // Inspector Protocol attached and be in a paused state.
  test('any command attaches to its process, paused before its first line, with its arguments', async () => {
    const text = 'globalThis.started = true;\nconsole.log(process.argv.length);\n';
    for (const folder of ['.', 'deep/er', 'with space']) {
      for (const extension of ['js', 'cjs', 'mjs']) toolbox.write(`${folder}/main.${extension}`, text);
    }
    await fc.assert(
      fc.asyncProperty(fc.array(form, { minLength: 3, maxLength: 3 }), async (forms) => {
        await Promise.all(
          forms.map(async (each) => {
            const started = await toolbox.ok('start', commandOf(each));
            const { sessionId, pid = 0, inspectorUrl = '' } = started;
            expect(started, JSON.stringify(each)).toMatchObject({ state: 'paused', reason: 'entry' });
            expect(isAlive(pid)).toBe(true);
            expect(inspectorUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/[\w-]+$/);
            const facts = await toolbox.ok('inspect', {
              sessionId,
              expression: 'JSON.stringify([process.pid, typeof started, process.argv.slice(-2)])',
            });
            const reported: unknown = JSON.parse(String(facts.value));
            const passed = each.args.slice(-2);
            expect(reported).toMatchObject([pid, 'undefined', expect.arrayContaining(passed)]);
            const end = await toolbox.ok('continue', { sessionId });
            expect(end).toMatchObject({ state: 'terminated', exitCode: 0 });
            await toolbox.ok('stop_session', { sessionId });
          }),
        );
      }),
      // Three commands in each.
      { numRuns: 34 },
    );
  });
});

describe('ends', () => {
  const crash = fc.oneof(
    fc
      .integer({ min: 1, max: 120 })
      .map((code) => ({ text: `process.exit(${code});`, exitCode: code, signal: null, crashed: false })),
    fc.constantFrom('Error', 'TypeError', 'RangeError').map((name) => ({
      text: `throw new ${name}('broken on purpose');`,
      exitCode: 1,
      signal: null,
      crashed: true,
    })),
    fc.constantFrom('SIGKILL', 'SIGTERM', 'SIGINT').map((signal) => ({
      text: `process.kill(process.pid, '${signal}'); for (;;);`,
      exitCode: null,
      signal,
      crashed: true,
    })),
    fc.constantFrom(
      { text: 'Promise.reject(new Error("broken on purpose"));', exitCode: 1, signal: null, crashed: true },
      { text: '(function deeper() { deeper(); })();', exitCode: 1, signal: null, crashed: true },
      { text: 'setTimeout(() => { throw 7; }, 5);', exitCode: 1, signal: null, crashed: true },
    ),
  );
  const when = fc.constantFrom('running', 'stepping', 'paused');

  // Feature: mcp-debugger-tool, Property 17: Crash detection and cleanup
  // *For any* Debug Session, if the Target Process crashes or terminates unexpectedly, then the MCP Server should detect the termination,
  // clean up all debugging resources, and report the error without leaving orphaned resources.
  test('that nobody expected are reported, with what is known of them, and leave nothing behind', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(crash, when), { minLength: 3, maxLength: 3 }), async (crashes) => {
        await Promise.all(
          crashes.map(async ([{ text, exitCode, signal, crashed }, at]) => {
            const file = toolbox.write(
              `crash-${++number}.cjs`,
              `let before = 1;\nlet line = 2;\n${text}\nlet after = 4;\n`,
            );
            const {
              sessionId,
              pid = 0,
              inspectorUrl = '',
            } = await toolbox.ok('start', { command: 'node', args: [file] });
            await toolbox.ok('set_breakpoint', { sessionId, file, line: 3 });
            await toolbox.ok('continue', { sessionId });
            const end = await ending(at, sessionId, pid);
            const wanted =
              at === 'paused' ? { exitCode: null, signal: 'SIGKILL', crashed: true } : { exitCode, signal, crashed };
            expect({ crashed: false, ...end }, text).toMatchObject({ state: 'terminated', ...wanted });
            for (const tool of ['continue', 'step_over', 'get_stack', 'get_local_variables', 'pause']) {
              const refused = await toolbox.call(tool, { sessionId });
              expect(refused, tool).toMatchObject({ status: 'error', code: 'PROCESS_EXITED', context: { sessionId } });
            }
            expect(await eventually(() => !isAlive(pid))).toBe(true);
            expect(await isListening(inspectorUrl)).toBe(false);
            await toolbox.ok('stop_session', { sessionId });
            expect(await toolbox.call('get_stack', { sessionId })).toMatchObject({
              code: 'SESSION_NOT_FOUND',
              message: `Session ${sessionId} not found`,
            });
          }),
        );
      }),
      { numRuns: 34 },
    );
    expect(toolbox.engine.sessions.list()).toEqual([]);
  });

  /** The report when the process ends in one way or another. */
  async function ending(
    at: 'running' | 'stepping' | 'paused',
    sessionId: string | undefined,
    pid: number,
  ): Promise<Answer> {
    if (at === 'running') return toolbox.ok('continue', { sessionId });
    if (at === 'paused') {
      process.kill(pid, 'SIGKILL');
      return killed(sessionId);
    }
    for (let steps = 0; steps < 50; steps++) {
      const step = await toolbox.ok(steps < 3 ? 'step_over' : 'continue', { sessionId });
      if (step.state !== 'paused') return step;
    }
    throw new Error('the program does not end');
  }

  /** The end shows in the first call after it. */
  async function killed(sessionId: string | undefined): Promise<Answer> {
    const refused = await toolbox.call('inspect', { sessionId, expression: '1' });
    expect(refused).toMatchObject({ status: 'error', code: 'PROCESS_EXITED' });
    return { ...refused, state: 'terminated', exitCode: null, signal: 'SIGKILL', crashed: true };
  }
});

describe('two sessions', () => {
  const PROGRAM = `globalThis.round = 0;
function work(n) {
  let own = n;
  own += 1;
  own += 2;
  own += 3;
  return own;
}
for (;;) {
  debugger;
  globalThis.round = work(globalThis.round);
}
`;
  const line = fc.integer({ min: 3, max: 7 });
  const operation = fc.oneof(
    fc.record({ tool: fc.constant('set_breakpoint' as const), line }),
    fc.record({ tool: fc.constant('remove' as const), line }),
    fc.record({ tool: fc.constant('toggle' as const), line }),
    fc.record({
      tool: fc.constantFrom('continue' as const, 'step_over' as const, 'step_into' as const, 'watch' as const),
    }),
    fc.record({ tool: fc.constant('assign' as const), line }),
    fc.record({ tool: fc.constant('fail' as const) }),
  );

  // Feature: mcp-debugger-tool, Property 19: Debug session isolation
  // *For any* two concurrent Debug Sessions, operations performed on one session should not affect the state, breakpoints, or execution
  // of the other session.
  test('of one program do not see what is done in the other', async () => {
    const file = toolbox.write('twin.cjs', PROGRAM);
    const start = async () => {
      const { sessionId } = await toolbox.ok('start', { command: 'node', args: ['twin.cjs'] });
      await toolbox.ok('continue', { sessionId });
      return sessionId;
    };
    const sessions = await Promise.all([start(), start()]);
    /** All that can be seen of a session. */
    const sight = async (sessionId: string | undefined) => {
      const [{ breakpoints }, { stack }, { variables }, { watches }, { value }] = await Promise.all([
        toolbox.ok('list_breakpoints', { sessionId }),
        toolbox.ok('get_stack', { sessionId }),
        toolbox.ok('get_local_variables', { sessionId }),
        toolbox.ok('get_watches', { sessionId }),
        toolbox.ok('inspect', { sessionId, expression: 'JSON.stringify([globalThis.round, globalThis.mark])' }),
      ]);
      const plain = variables?.map(({ name, type, value: shown }) =>
        typeof shown === 'object' ? { name, type } : { name, shown },
      );
      return {
        breakpoints,
        stack,
        plain,
        watched: watches?.map(({ watchId, expression }) => ({ watchId, expression })),
        value,
      };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), operation), { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const [which, step] of steps) {
          const [mine, others] = [sessions[which], sessions[1 - which]];
          const before = await sight(others);
          await perform(mine, step);
          expect(await sight(others)).toEqual(before);
        }
        // Both at once: neither waits for the other, and each gets its own answer.
        const [a, b] = sessions;
        const [first, second] = await Promise.all([
          toolbox.ok('inspect', { sessionId: a, expression: 'process.pid' }),
          toolbox.ok('inspect', { sessionId: b, expression: 'process.pid' }),
        ]);
        expect(first.value).not.toBe(second.value);
      }),
      { numRuns: 100 },
    );
    for (const sessionId of sessions) await toolbox.ok('stop_session', { sessionId });

    async function perform(sessionId: string | undefined, step: { tool: string; line?: number }): Promise<void> {
      const { breakpoints = [] } = await toolbox.ok('list_breakpoints', { sessionId });
      const breakpointId = breakpoints.find((each) => each.line === step.line)?.id;
      switch (step.tool) {
        case 'set_breakpoint':
          await toolbox.ok('set_breakpoint', { sessionId, file, line: step.line });
          return;
        case 'remove':
          if (breakpointId !== undefined) await toolbox.ok('remove_breakpoint', { sessionId, breakpointId });
          return;
        case 'toggle':
          if (breakpointId !== undefined) await toolbox.ok('toggle_breakpoint', { sessionId, breakpointId });
          return;
        case 'watch':
          await toolbox.ok('add_watch', { sessionId, expression: 'globalThis.round' });
          return;
        case 'assign':
          await toolbox.ok('inspect', { sessionId, expression: `globalThis.mark = ${step.line}` });
          return;
        case 'fail':
          await toolbox.call('inspect', { sessionId, expression: 'not.there' });
          return;
        default: {
          const stop = await toolbox.ok(step.tool, { sessionId });
          expect(stop.state).toBe('paused');
          expect(lineOf(stop)).toBeGreaterThan(1);
        }
      }
    }
  });

  test('are kept apart by their own variables', async () => {
    const file = toolbox.write('kept-apart.cjs', 'const own = process.argv[2];\nmodule.exports = own;\n');
    const started = await Promise.all(
      ['a', 'b'].map((own) => toolbox.ok('start', { command: 'node', args: [file, own] })),
    );
    for (const [index, { sessionId }] of started.entries()) {
      await toolbox.ok('step_over', { sessionId });
      const { variables } = await toolbox.ok('get_local_variables', { sessionId });
      expect(variableIn(variables, 'own')).toBe(['a', 'b'][index]);
      await toolbox.ok('stop_session', { sessionId });
    }
  });
});
