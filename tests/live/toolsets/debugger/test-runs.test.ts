import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/v4';
import { DebuggerToolbox } from '../../../support/debugger-toolbox.ts';
import { type GeneratedValue, primitive } from '../../../support/generated-values.ts';

const RUNNERS = fileURLToPath(new URL('../../../../.cache/ts-tools/node_modules', import.meta.url));
/** Tests of one run: each of them is an iteration. */
const CASES = 100;

const place = z.object({ function: z.string(), file: z.string(), line: z.number() });
const reportSchema = z.looseObject({
  passed: z.boolean(),
  frameworks: z.array(z.string()),
  failures: z.array(
    z.looseObject({
      kind: z.string(),
      name: z.string(),
      file: z.string().optional(),
      message: z.string(),
      stack: z.string(),
      frames: z.array(place),
      location: place.optional(),
      variables: z
        .array(z.looseObject({ name: z.string(), type: z.string(), value: z.unknown().optional() }))
        .optional(),
      unseen: z.string().optional(),
    }),
  ),
  output: z.array(z.object({ category: z.string(), text: z.string() })),
});

/** A test, passing or failing in one of many ways. */
interface TestCase {
  readonly value: GeneratedValue;
  readonly text: string;
  readonly fails: 'no' | 'throws' | 'asserts' | 'rejects' | 'in a helper' | 'type error' | 'after an await';
  readonly stdout: string;
  readonly stderr: string;
}

const said = fc.stringMatching(/^[A-Za-z0-9 .:;_=+-]{1,24}$/);
const testCase: fc.Arbitrary<TestCase> = fc.record({
  value: primitive,
  text: fc.stringMatching(/^[a-z][a-z ]{0,14}[a-z]$/),
  fails: fc.constantFrom('no', 'throws', 'asserts', 'rejects', 'in a helper', 'type error', 'after an await'),
  stdout: said,
  stderr: said,
});
/** The same for all runners of one run of this file. */
const suite = fc.array(testCase, { minLength: CASES, maxLength: CASES });

const marked = (kind: string, index: number, text: string) => `${kind}<${index}:${text}>`;

/** The statement in which a test fails, at the line that is to be reported. */
function failureOf({ fails, text }: TestCase): string {
  const message = JSON.stringify(`broken: ${text}`);
  switch (fails) {
    case 'no':
      return 'void own;';
    case 'throws':
      return `throw new Error(${message});`;
    case 'asserts':
      return `require('node:assert').strictEqual(own, unique, ${message});`;
    case 'rejects':
      return `return Promise.reject(new RangeError(${message}));`;
    case 'in a helper':
      return `helper(own, ${message});`;
    case 'type error':
      return 'missing.nothing();';
    case 'after an await':
      return `await null; throw new Error(${message});`;
  }
}

/** A test file, one test in seven lines. */
function suiteText(cases: readonly TestCase[]): string {
  const head = `const define = globalThis.test ?? globalThis.it;
const unique = Symbol('unique');
const missing = undefined;
function helper(given, message) { const inHelper = given; throw new TypeError(message); }
`;
  const tests = cases.map((each, index) => {
    const out = JSON.stringify(marked('out', index, each.stdout));
    const err = JSON.stringify(marked('err', index, each.stderr));
    return `define('case ${index}', async () => {
  const own = ${each.value.source};
  const number = ${index};
  console.log(${out});
  process.stderr.write(${err} + '\\n');
  ${failureOf(each)}
});`;
  });
  return `${head}${tests.join('\n')}\n`;
}

let toolbox: DebuggerToolbox;
beforeAll(() => {
  toolbox = new DebuggerToolbox();
  symlinkSync(RUNNERS, join(toolbox.folder, 'node_modules'), 'junction');
});
afterAll(() => toolbox?.[Symbol.asyncDispose]());

const COMMANDS = {
  mocha: (file: string) => ({ command: 'node_modules/.bin/mocha', args: [file] }),
  jest: (file: string) => ({
    command: 'node_modules/.bin/jest',
    args: ['--rootDir', '.', '--testEnvironment', 'node', '--cacheDirectory', './jest-cache', '--runTestsByPath', file],
  }),
  vitest: (file: string) => ({
    command: 'node_modules/.bin/vitest',
    args: ['run', '--globals', '--config', './vitest.config.mjs', file],
  }),
};

describe.each(['mocha', 'jest', 'vitest'] as const)('a run of %s', (runner) => {
  // Feature: mcp-debugger-tool, Property 13: Test output capture completeness
  // *For any* test execution, all output written to stdout and stderr by the test process should be captured and returned by the MCP
  // Server.
  //
  // Feature: mcp-debugger-tool, Property 14: Test failure information completeness
  // *For any* failing test, the MCP Server should return the failure message, complete stack trace, and execution context including
  // variable values at the failure point.
  test('returns all that its tests wrote, and of each that failed the message, the stack and the values where it failed', async () => {
    toolbox.write('vitest.config.mjs', "export default { cacheDir: './.vite', test: { include: ['*.test.js'] } };\n");
    toolbox.write('jest.config.cjs', 'module.exports = { transform: {} };\n');
    await fc.assert(
      fc.asyncProperty(suite, async (cases) => {
        const file = toolbox.write(`${runner}-cases.test.js`, suiteText(cases));
        const answer = reportSchema.parse(
          await toolbox.ok('run_tests', { ...COMMANDS[runner](file), timeout: 120_000 }),
        );
        expect(answer.frameworks).toEqual([runner]);
        const output = answer.output.map(({ text }) => text).join('');
        const failed = cases.flatMap(({ fails }, index) => (fails === 'no' ? [] : `case ${index}`));
        expect(answer.failures.map(({ name }) => name).sort()).toEqual(failed.sort());
        for (const [index, each] of cases.entries()) {
          expect(output, `case ${index}`).toContain(marked('out', index, each.stdout));
          expect(output, `case ${index}`).toContain(marked('err', index, each.stderr));
          if (each.fails !== 'no')
            expectFailure(
              each,
              index,
              answer.failures.find(({ name }) => name === `case ${index}`),
            );
        }
      }),
      // A hundred tests in one run.
      { numRuns: 1, endOnFailure: true },
    );
  }, 180_000);
});

function expectFailure(
  each: TestCase,
  index: number,
  failure: z.output<typeof reportSchema>['failures'][number] | undefined,
) {
  const what = `case ${index}, which ${each.fails}: ${JSON.stringify(failure)}`;
  const line = 4 + 7 * index + 6;
  const wanted = each.fails === 'type error' ? /nothing/ : `broken: ${each.text}`;
  expect(failure?.message, what).toMatch(wanted);
  expect(failure?.stack, what).toMatch(/\n\s+at .*cases\.test\.js:\d+:\d+/);
  expect(
    failure?.frames.map((frame) => frame.line),
    what,
  ).toContain(line);
  const isHelper = each.fails === 'in a helper';
  expect(failure?.location, what).toMatchObject({ line: isHelper ? 4 : line });
  const value = failure?.variables?.find(({ name }) => name === (isHelper ? 'inHelper' : 'own'));
  expect(value, what).toMatchObject({ type: each.value.shown.type, value: each.value.shown.value });
}
