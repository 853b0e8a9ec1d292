import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DebuggerBench } from '../../../support/debugger-bench.ts';
import type { Answer } from '../../../support/debugger-toolbox.ts';

// A hundred runs take seconds on a machine at rest, and much longer on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const CODES =
  `SESSION_NOT_FOUND SESSION_START_FAILED STOP_SESSION_FAILED BREAKPOINT_SET_FAILED BREAKPOINT_NOT_FOUND NOT_PAUSED CONTINUE_FAILED
  STEP_OVER_FAILED STEP_INTO_FAILED STEP_OUT_FAILED PAUSE_FAILED INSPECT_FAILED INSPECT_OBJECT_FAILED GET_STACK_FAILED
  SWITCH_FRAME_FAILED WATCH_NOT_FOUND ADD_WATCH_FAILED HANG_DETECTION_FAILED PROCESS_EXITED INVALID_ARGUMENT`.split(
    /\s+/,
  );

let bench: DebuggerBench;
let path: string;
beforeAll(async () => {
  bench = await DebuggerBench.start();
  path = bench.toolbox.write('programs/target.cjs', 'let own = 41;\nown += 1;\n\n// no code\nmodule.exports = own;\n');
});
afterAll(() => bench?.[Symbol.asyncDispose]());
beforeEach(() => bench.finish());

/** The three parts of an error, twice over, in a form that a program can work with. */
function assertError(answer: Answer): void {
  const { status, code, message, context, error } = answer;
  expect(status).toBe('error');
  expect(CODES).toContain(code);
  expect(message).toMatch(/\S/);
  expect(error).toEqual({ code, message, context });
}

const word = fc.stringMatching(/^[a-z]{3,8}$/);

describe('what cannot be done', () => {
  const brokenText = fc.constantFrom('a +', ')', '"', 'if (', 'a b', '}{', '`${', 'x =>', '1 = 2', 'return 1 +');
  const throwing = fc.oneof(
    word.map((name) => `no_${name}`),
    word.map((name) => `null.${name}`),
    word.map((name) => `(() => { throw new TypeError('${name}'); })()`),
    fc.constantFrom('(function f() { f(); })()', '1n + 1', 'undefined()', 'new Array(-1)', 'JSON.parse("{")'),
  );
  const mistake: fc.Arbitrary<{ tool: string; args: Record<string, unknown>; code: string }> = fc.oneof(
    fc
      .integer({ min: 6, max: 1e6 })
      .map((line) => ({ tool: 'set_breakpoint', args: { file: 'TARGET', line }, code: 'BREAKPOINT_SET_FAILED' })),
    fc
      .integer({ min: -5, max: 0 })
      .map((line) => ({ tool: 'set_breakpoint', args: { file: 'TARGET', line }, code: 'INVALID_ARGUMENT' })),
    word.map((name) => ({
      tool: 'set_breakpoint',
      args: { file: `missing/${name}.cjs`, line: 1 },
      code: 'BREAKPOINT_SET_FAILED',
    })),
    brokenText.map((condition) => ({
      tool: 'set_breakpoint',
      args: { file: 'TARGET', line: 2, condition },
      code: 'BREAKPOINT_SET_FAILED',
    })),
    brokenText.map((expression) => ({ tool: 'inspect', args: { expression }, code: 'INSPECT_FAILED' })),
    throwing.map((expression) => ({ tool: 'inspect', args: { expression }, code: 'INSPECT_FAILED' })),
    brokenText.map((expression) => ({ tool: 'add_watch', args: { expression }, code: 'ADD_WATCH_FAILED' })),
    word.map((breakpointId) => ({ tool: 'remove_breakpoint', args: { breakpointId }, code: 'BREAKPOINT_NOT_FOUND' })),
    fc
      .integer({ min: 1e6 })
      .map((breakpointId) => ({ tool: 'toggle_breakpoint', args: { breakpointId }, code: 'BREAKPOINT_NOT_FOUND' })),
    word.map((watchId) => ({ tool: 'remove_watch', args: { watchId }, code: 'WATCH_NOT_FOUND' })),
    fc
      .integer({ min: 50, max: 1e6 })
      .map((frameIndex) => ({ tool: 'switch_stack_frame', args: { frameIndex }, code: 'SWITCH_FRAME_FAILED' })),
    word.map((objectId) => ({ tool: 'inspect_object', args: { objectId }, code: 'INSPECT_OBJECT_FAILED' })),
    word.map((sessionId) => ({ tool: 'get_stack', args: { sessionId }, code: 'SESSION_NOT_FOUND' })),
    word.map((command) => ({
      tool: 'start',
      args: { command: `./missing-${command}` },
      code: 'SESSION_START_FAILED',
    })),
  );

  // Feature: mcp-debugger-tool, Property 18: Error handling without process crash
  // *For any* invalid operation (invalid breakpoint location, invalid expression evaluation), the MCP Server should return a clear error
  // message without causing the Target Process to crash or become unresponsive.
  test('is refused with a code and a reason, and the program stands where it stood and goes on', async () => {
    await bench.load('let own = 41;\ndebugger;\nown += 1;\nmodule.exports = own;\n');
    await bench.ok('continue');
    const before = await bench.ok('get_stack');
    await fc.assert(
      fc.asyncProperty(mistake, async ({ tool, args, code }) => {
        const given = args.file === 'TARGET' ? { ...args, file: path } : args;
        const answer = await (tool === 'start' ? bench.toolbox.call(tool, given) : bench.call(tool, given));
        assertError(answer);
        expect(answer.code, JSON.stringify(args)).toBe(code);
        if (code !== 'INVALID_ARGUMENT') {
          const { sessionId: _session, file: _file, ...passed } = args;
          const pairs = Object.entries(answer.context ?? {}).map(([name, value]) => `${name}=${value}`);
          for (const [name, value] of Object.entries(passed)) expect(pairs).toContain(`${name}=${value}`);
        }
        expect((await bench.ok('get_stack')).stack).toEqual(before.stack);
        expect(await bench.value('own + 1')).toBe(42);
        expect((await bench.ok('list_breakpoints')).breakpoints).toEqual([]);
        process.kill(bench.pid, 0);
      }),
      { numRuns: 200 },
    );
    const step = await bench.ok('step_over');
    expect(step).toMatchObject({ state: 'paused', location: { line: 3 } });
    expect(bench.isBetween(await bench.ok('continue'))).toBe(true);
    expect(await bench.value('globalThis.result')).toBe(42);
  });
});

describe('any call', () => {
  const anything = fc.oneof(
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(word, { maxLength: 2 }),
    fc.dictionary(word, word),
  );
  const names =
    'sessionId file line condition breakpointId expression objectId maxDepth watchId frameIndex timeout command'.split(
      ' ',
    );
  const fields = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        name === 'sessionId' ? fc.oneof({ weight: 3, arbitrary: fc.constant('BENCH') }, anything) : anything,
      ]),
    ),
    { requiredKeys: [] },
  );
  const valid = fc.oneof(
    fc.constantFrom<[string, Record<string, unknown>]>(
      ['list_breakpoints', {}],
      ['get_stack', {}],
      ['get_local_variables', {}],
      ['get_global_variables', {}],
      ['get_watches', {}],
      ['inspect', { expression: '({ a: [1, { b: 2 }] })' }],
      ['add_watch', { expression: 'own' }],
      ['switch_stack_frame', { frameIndex: 0 }],
      ['set_breakpoint', { file: 'programs/target.cjs', line: 2 }],
      ['step_over', {}],
      ['step_into', {}],
      ['step_out', {}],
      ['continue', { timeout: 20_000 }],
      ['pause', {}],
    ),
    fc
      .stringMatching(/^[a-z0-9 +*()]{1,12}$/)
      .map((expression): [string, Record<string, unknown>] => ['inspect', { expression }]),
  );

  // Feature: mcp-debugger-tool, Property 20: Response format consistency
  // *For any* debugging operation, the MCP Server should return a structured JSON response containing an operation status field and
  // either a results object or an error object with code, message, and context.
  test('is answered with one JSON object that has a status, and either results or an error', async () => {
    const calls = [...bench.toolbox.toolNames].map((name) => name.replace(/^debugger_/, ''));
    // What starts processes, or ends the one that all runs share, gets wrong arguments only.
    const guarded = new Set(['start', 'stop_session', 'detect_hang', 'run_tests']);
    const wrong = fc.tuple(fc.constantFrom(...calls), fields);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(wrong, valid), async ([tool, args]) => {
        const given = { ...(args.sessionId === 'BENCH' ? { ...args, sessionId: bench.sessionId } : args) };
        const isWrong = guarded.has(tool);
        const whole =
          Object.keys(args).length === 0 || !('sessionId' in args) ? { sessionId: bench.sessionId, ...given } : given;
        // The toolbox compares text, structured content, isError and output schema of each answer.
        const answer = await bench.toolbox.call(tool, isWrong ? { ...whole, sessionId: 'none', nonsense: 1 } : whole);
        seen.add(`${tool} ${answer.status}`);
        if (isWrong || answer.status === 'error') assertError(answer);
        else {
          const { status: _status, ...results } = answer;
          expect(Object.keys(results).length).toBeGreaterThan(0);
          expect(results).not.toHaveProperty('error.code');
        }
      }),
      { numRuns: 400 },
    );
    expect(seen.size).toBeGreaterThan(calls.length);
  });
});

describe('a call stack', () => {
  const link = fc.constantFrom(
    'call',
    'map',
    'sort',
    'timer',
    'promise',
    'emitter',
    'module',
    'esm',
    'constructor',
    'vm',
    'json',
    'microtask',
  );

  // Feature: mcp-debugger-tool, Property 22: Call stack absolute path requirement
  // *For any* call stack returned by the MCP Server, every stack frame should include an absolute file path, not a relative path.
  test('names an absolute file in each frame, whatever called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 5 }), async (links) => {
        await bench.finish();
        const names = links.map((each, index) =>
          bench.toolbox.write(`programs/links/${each}-${index}.cjs`, linkText(each, index)),
        );
        const forget = `for (const key of Object.keys(require.cache)) if (key.includes('/links/')) delete require.cache[key];`;
        bench.toolbox.write(
          `programs/links/link-${links.length}.cjs`,
          'exports.run = function last(done) { debugger; done(); };\n',
        );
        for (const [index, file] of names.entries()) {
          bench.toolbox.write(
            `programs/links/link-${index}.cjs`,
            `module.exports = require(${JSON.stringify(file)});\n`,
          );
        }
        const first = JSON.stringify(`${bench.toolbox.folder}/programs/links/link-0.cjs`);
        await bench.load(`${forget}\nmodule.exports = new Promise((done) => require(${first}).run(done));\n`);
        const stop = await bench.ok('continue');
        expect(stop).toMatchObject({ reason: 'debugger statement', function: 'last' });
        const { stack = [] } = await bench.ok('get_stack');
        expect(stack[0]).toMatchObject({ function: 'last', file: expect.stringMatching(/link-\d+\.cjs$/) });
        for (const { file, line } of stack) {
          expect(isAbsolute(file), file).toBe(true);
          if (!file.endsWith('.vm')) expect(existsSync(file), file).toBe(true);
          expect(line).toBeGreaterThan(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  /** A module that calls the next one in one of many ways. */
  function linkText(kind: string, index: number): string {
    const next = `require('./link-${index + 1}.cjs').run(done)`;
    const calls: Record<string, string> = {
      call: `${next};`,
      map: `[1].map(() => ${next});`,
      sort: `let once = false; [2, 1].sort(() => { if (!once) { once = true; ${next}; } return 0; });`,
      timer: `setTimeout(() => ${next}, 0);`,
      promise: `Promise.resolve().then(() => ${next});`,
      emitter: `const e = new (require('node:events'))(); e.on('x', () => ${next}); e.emit('x');`,
      module: `const m = new (require('node:module'))('m${index}'); m.paths = []; (() => ${next})();`,
      esm: `import('data:text/javascript,export const go = (f) => f();').then(({ go }) => go(() => ${next}));`,
      constructor: `new (class Made { constructor() { ${next}; } })();`,
      vm: `require('node:vm').runInThisContext('(f) => f()', { filename: 'relative-${index}.vm' })(() => ${next});`,
      json: `JSON.stringify({ toJSON() { ${next}; return 1; } });`,
      microtask: `queueMicrotask(() => ${next});`,
    };
    return `exports.run = function step${index}(done) { ${calls[kind]} };\n`;
  }
});
