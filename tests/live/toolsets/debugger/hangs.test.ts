import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, DebuggerToolbox } from '../../../support/debugger-toolbox.ts';

/** Programs that run at the same time, so that the waiting is not added up. */
const BATCH = 5;

let toolbox: DebuggerToolbox;
let programs = 0;
beforeAll(() => {
  toolbox = new DebuggerToolbox();
});
afterAll(() => toolbox?.[Symbol.asyncDispose]());

const watch = fc.record({
  timeout: fc.integer({ min: 60, max: 200 }),
  sampleInterval: fc.integer({ min: 10, max: 30 }),
});

const loop = fc.record({
  head: fc.constantFrom(
    'while (true) {',
    'for (;;) {',
    'do {',
    'for (let k = 0; k >= 0; k = k % 7) {',
    'while (n !== -1) {',
  ),
  body: fc.array(fc.constantFrom('n += 1;', 'n %= 1000;', 'helper(n);', 'list[n & 7] = n;', 'if (n > 5) n = 1;'), {
    minLength: 1,
    maxLength: 4,
  }),
  inside: fc.constantFrom('function', 'method', 'arrow', 'async function', 'timer', 'module'),
  before: fc.nat(4),
});
type Loop = typeof loop extends fc.Arbitrary<infer T> ? T : never;

/** A program that never leaves its loop, and the lines of that. */
function loopProgram({ head, body, inside, before }: Loop): { text: string; first: number; last: number } {
  const around: Record<string, readonly [string, string]> = {
    function: ['function spin(n) {', '}\nspin(1);'],
    method: ['class Spinner { spin(n) {', '} }\nnew Spinner().spin(1);'],
    arrow: ['const spin = (n) => {', '};\n[1].forEach(spin);'],
    'async function': ['async function spin(n) { await null;', '}\nspin(1);'],
    timer: ['setTimeout(() => { let n = 1;', '}, 1);'],
    module: ['{ let n = 1;', '}'],
  };
  const [opening, closing] = around[inside] ?? ['', ''];
  const lines = [
    'const list = [];',
    'function helper(given) { return given * 2; }',
    ...Array.from({ length: before }, (_, index) => `const before${index} = ${index};`),
    opening,
  ];
  const first = lines.length + 1;
  lines.push(head, ...body, head === 'do {' ? '} while (true);' : '}');
  return { text: `${lines.join('\n')}\n${closing}\n`, first, last: lines.length };
}

/** Programs that go on for ever without computing. */
const waiting = fc.constantFrom(
  'setInterval(function tick() {}, 1e6);\n',
  "require('node:http').createServer(() => {}).listen(0, '127.0.0.1');\n",
  'setTimeout(() => {}, 1e6);\nnew Promise(() => {});\n',
  'process.stdin.resume();\nsetInterval(() => {}, 5e5);\n',
);

async function detect(
  text: string,
  given: { timeout: number; sampleInterval: number },
): Promise<Answer & { path: string }> {
  const path = toolbox.write(`hang-${++programs}.cjs`, text);
  return { path, ...(await toolbox.ok('detect_hang', { command: 'node', args: [path], ...given })) };
}

/** A hang, with the place in its message and a stack of files that are there. */
function expectHang(answer: Answer & { path: string }, timeout: number, text: string): void {
  const { location, stack = [], message, duration } = answer;
  expect(answer, text).toMatchObject({ hung: true, location: expect.stringMatching(/^\/.*:\d+$|^\(event loop\)$/) });
  expect(message).toContain(location);
  expect(duration).toBeGreaterThanOrEqual(timeout);
  for (const { file } of stack) expect(isAbsolute(file) && existsSync(file), file).toBe(true);
}

describe('a program that does not end', () => {
  // Feature: mcp-debugger-tool, Property 11: Timeout-based hang detection
  // *For any* Target Process and specified timeout duration, if the process executes for longer than the timeout without completing,
  // then the MCP Server should pause the process and report a hang condition with the current call stack.
  //
  // Feature: mcp-debugger-tool, Property 12: Infinite loop detection via sampling
  // *For any* Target Process being monitored with a sample interval, if the execution location remains unchanged across consecutive
  // samples for the specified duration, then the MCP Server should report an infinite loop condition with the loop location.
  test('is reported with where it is; one in a loop, with the lines of that', async () => {
    const batch = fc.record({
      loops: fc.array(fc.tuple(loop, watch), { minLength: BATCH, maxLength: BATCH }),
      waits: fc.tuple(waiting, watch),
    });
    await fc.assert(
      fc.asyncProperty(batch, async ({ loops, waits }) => {
        await Promise.all([
          ...loops.map(async ([each, given]) => {
            const { text, first, last } = loopProgram(each);
            const answer = await detect(text, given);
            expectHang(answer, given.timeout, text);
            // Of a loop with a condition it is only a guess whether it will come true; of a number that goes up and down, not even that.
            const causes = each.head === 'while (n !== -1) {' ? ['busy loop', 'progressing', 'busy'] : ['busy loop'];
            expect(causes, text).toContain(answer.cause);
            const [, file, line] = /^(.*):(\d+)$/.exec(String(answer.location)) ?? [];
            expect(file).toBe(answer.path);
            expect(Number(line), text).toBeGreaterThanOrEqual(first);
            expect(Number(line), text).toBeLessThanOrEqual(last);
            const frames = answer.stack?.filter(
              (frame) => frame.file === file && frame.line >= first && frame.line <= last,
            );
            expect(frames?.length, text).toBeGreaterThan(0);
          }),
          (async () => {
            const [text, given] = waits;
            const answer = await detect(text, given);
            expectHang(answer, given.timeout, text);
            // One that listens is not stuck, but has not completed either, which is what `hung` says here.
            expect(answer.cause, text).toBe(text.includes('listen(') ? 'idle' : 'waiting');
          })(),
        ]);
      }),
      // Five loops in each: a hundred.
      { numRuns: 20, endOnFailure: true },
    );
  }, 240_000);
});

describe('a program that ends in time', () => {
  const ending = fc.record({
    times: fc.integer({ min: 0, max: 2_000 }),
    exitCode: fc.nat(100),
    how: fc.constantFrom('at once', 'after a timer', 'after a promise'),
  });

  test('is reported as completed, with its exit code, however it loops', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ending, { minLength: 4, maxLength: 4 }), async (endings) => {
        await Promise.all(
          endings.map(async ({ times, exitCode, how }) => {
            const end = `process.exitCode = ${exitCode};`;
            const last: Record<string, string> = {
              'at once': end,
              'after a timer': `setTimeout(() => { ${end} }, 10);`,
              'after a promise': `Promise.resolve().then(() => { ${end} });`,
            };
            const text = `let n = 0;\nfor (let i = 0; i < ${times}; i++) {\n  n += i;\n}\n${last[how]}\n`;
            const answer = await detect(text, { timeout: 20_000, sampleInterval: 20 });
            expect(answer, text).toMatchObject({ hung: false, completed: true, exitCode });
            expect(answer.duration).toBeLessThan(20_000);
          }),
        );
      }),
      { numRuns: 10 },
    );
  });
});
