import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DebuggerBench } from '../../../support/debugger-bench.ts';
import { lineOf } from '../../../support/debugger-toolbox.ts';

// A hundred runs take seconds on a machine at rest, and much longer on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

/** Lines 3 to 12 can be stopped at, and are passed in this order each time the module is run. */
const FIRST_LINE = 3;
const LAST_LINE = 12;
const PROGRAM = `module.exports = run;
function run(n) {
  let a = n;
  a += 1;
  a *= 2;
  a -= n;
  a += 3;
  a *= 3;
  a -= 1;
  a += 5;
  a %= 97;
  return a;
}
`;
/** Runs the program each time it is asked to, because a module is loaded once only. */
const RUNNER = `const run = require('./program.cjs');
module.exports = { then(resolve) { run(globalThis.round ?? 0); resolve(1); } };
`;

let bench: DebuggerBench;
let path: string;
let other: string;

beforeAll(async () => {
  bench = await DebuggerBench.start();
  path = bench.toolbox.write('programs/program.cjs', PROGRAM);
  other = bench.toolbox.write('programs/never-loaded.cjs', PROGRAM);
  bench.toolbox.write('programs/runner.cjs', RUNNER);
  await bench.subject(`${bench.toolbox.folder}/programs/runner.cjs`);
  await bench.ok('continue');
});
afterAll(() => bench?.[Symbol.asyncDispose]());

/** The program that the present test runs. */
let subject = '';
beforeEach(() => {
  subject = `${bench.toolbox.folder}/programs/runner.cjs`;
});

/** Whatever the run before left behind, in case it failed. */
async function reset(): Promise<void> {
  await bench.finish();
  await bench.subject(subject);
}

const line = fc.integer({ min: FIRST_LINE, max: LAST_LINE });
/** Rare, because a condition is edited into the running text, which costs a round some ten milliseconds. */
const condition = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'n >= 0', 'typeof n === "number"') },
);

/** One round of the program: the lines where it stopped. */
async function stopsOfRound(): Promise<(number | undefined)[]> {
  const lines: (number | undefined)[] = [];
  for (let stop = await bench.ok('continue'); !bench.isBetween(stop); stop = await bench.ok('continue')) {
    lines.push(lineOf(stop));
    if (lines.length > 100) throw new Error('the round does not end');
  }
  return lines;
}

async function listed(): Promise<
  { id: string; file: string; line: number; condition?: string | undefined; enabled: boolean }[]
> {
  const { breakpoints = [] } = await bench.ok('list_breakpoints');
  return breakpoints.map(({ id, file, line: at, condition: when, enabled }) => ({
    id,
    file,
    line: at,
    ...(when === undefined ? {} : { condition: when }),
    enabled,
  }));
}

describe('breakpoints', () => {
  // Feature: mcp-debugger-tool, Property 1: Breakpoint creation and retrieval consistency
  // *For any* valid file path and line number, when a breakpoint is created at that location, then retrieving the breakpoint list
  // should include that breakpoint with the correct file path and line number.
  test('one that is set is listed with its file, line and condition, and stops there', async () => {
    const place = fc.record({ file: fc.constantFrom('loaded', 'not loaded', 'relative'), line, condition });
    await fc.assert(
      fc
        .asyncProperty(fc.array(place, { minLength: 1, maxLength: 5 }), async (places) => {
          const wanted = new Map<string, unknown>();
          const files = { loaded: path, 'not loaded': other, relative: 'programs/program.cjs' };
          for (const each of places) {
            const file = each.file === 'not loaded' ? other : path;
            const set = await bench.ok('set_breakpoint', { ...each, file: files[each.file] });
            expect(set).toMatchObject({ file, line: each.line, enabled: true, verified: each.file !== 'not loaded' });
            const when = each.condition === undefined ? {} : { condition: each.condition };
            wanted.set(`${file}:${each.line}`, { id: set.breakpointId, file, line: each.line, ...when, enabled: true });
            expect(await listed()).toContainEqual(wanted.get(`${file}:${each.line}`));
          }
          expect(new Set(await listed())).toEqual(new Set(wanted.values()));
          const lines = places.filter(({ file }) => file !== 'not loaded').map((each) => each.line);
          expect(await stopsOfRound()).toEqual([...new Set(lines)].sort((a, b) => a - b));
        })
        .beforeEach(reset),
      { numRuns: 100 },
    );
  });

  // Feature: mcp-debugger-tool, Property 2: Conditional breakpoint evaluation
  // *For any* conditional breakpoint with a valid condition expression, the Target Process should only pause at that breakpoint when
  // the condition evaluates to true.
  test('one with a condition stops exactly when the language says that it is true', async () => {
    const value = fc.constantFrom('i', 'total', 'text', 'list.length', 'even');
    const constant = fc.oneof(
      fc.integer({ min: -2, max: 12 }).map(String),
      fc.constantFrom('null', '"aa"', 'true', 'NaN'),
    );
    const comparison = fc
      .tuple(value, fc.constantFrom('<', '>=', '===', '!==', '==', '%', '&'), constant)
      .map((parts) => parts.join(' '));
    const simple = fc.oneof(comparison, value, constant.map(String));
    const whole = fc.oneof(
      simple,
      fc.tuple(simple, fc.constantFrom('&&', '||'), simple).map(([a, op, b]) => `(${a}) ${op} !(${b})`),
    );
    const loop = bench.toolbox.write(
      'programs/loop.cjs',
      `module.exports = { then(resolve) { loop(); resolve(1); } };
function loop() {
  let total = 0;
  const list = [];
  for (let i = 0; i < 8; i++) {
    const text = 'a'.repeat(i);
    const even = i % 2 === 0;
    total += i;
    list.push(total);
  }
}
`,
    );
    subject = loop;
    await fc.assert(
      fc
        .asyncProperty(whole, async (expression) => {
          const expected: number[] = [];
          const test = new Function('i', 'total', 'text', 'list', 'even', `return !!(${expression})`);
          const list: number[] = [];
          for (let i = 0, total = 0; i < 8; i++) {
            if (test(i, total, 'a'.repeat(i), list, i % 2 === 0)) expected.push(i);
            total += i;
            list.push(total);
          }
          await bench.ok('set_breakpoint', { file: loop, line: 8, condition: expression });
          const passes: unknown[] = [];
          while (!bench.isBetween(await bench.ok('continue'))) passes.push(await bench.value('i'));
          expect(passes, expression).toEqual(expected);
        })
        .beforeEach(reset),
      { numRuns: 100 },
    );
  });

  // Feature: mcp-debugger-tool, Property 3: Breakpoint removal completeness
  // *For any* breakpoint that exists in the system, when that breakpoint is removed by its identifier, then subsequent breakpoint list
  // retrievals should not include that breakpoint.
  test('one that is removed is in no list any more, and stops nothing', async () => {
    const chosen = fc.uniqueArray(fc.record({ line, goes: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
      selector: (each) => each.line,
    });
    await fc.assert(
      fc
        .asyncProperty(chosen, async (choices) => {
          const ids = new Map<number, string | undefined>();
          for (const each of choices) {
            ids.set(each.line, (await bench.ok('set_breakpoint', { file: path, line: each.line })).breakpointId);
          }
          for (const each of choices.filter(({ goes }) => goes)) {
            const breakpointId = ids.get(each.line);
            expect(await bench.ok('remove_breakpoint', { breakpointId })).toMatchObject({
              breakpointId,
              removed: true,
            });
            expect((await listed()).map(({ id }) => id)).not.toContain(breakpointId);
            const again = await bench.call('remove_breakpoint', { breakpointId });
            expect(again).toMatchObject({ status: 'error', code: 'BREAKPOINT_NOT_FOUND' });
          }
          const left = choices.filter(({ goes }) => !goes).map((each) => each.line);
          expect((await listed()).map((each) => each.line).sort((a, b) => a - b)).toEqual(
            [...left].sort((a, b) => a - b),
          );
          expect(await stopsOfRound()).toEqual([...left].sort((a, b) => a - b));
        })
        .beforeEach(reset),
      { numRuns: 100 },
    );
  });

  // Feature: mcp-debugger-tool, Property 4: Breakpoint toggle preserves identity
  // *For any* breakpoint, when its state is toggled between enabled and disabled, the breakpoint should remain in the breakpoint list
  // with the same identifier and location but with updated state.
  test('one that is switched keeps its id, place and condition, and stops only while it is on', async () => {
    const chosen = fc.uniqueArray(fc.record({ line, condition, times: fc.nat(3) }), {
      minLength: 1,
      maxLength: 5,
      selector: (each) => each.line,
    });
    await fc.assert(
      fc
        .asyncProperty(chosen, async (choices) => {
          for (const each of choices) {
            const { times, ...wanted } = each;
            const { breakpointId } = await bench.ok('set_breakpoint', { file: path, ...wanted });
            const before = (await listed()).find(({ id }) => id === breakpointId);
            for (let time = 1; time <= times; time++) {
              const enabled = time % 2 === 0;
              const toggled = await bench.ok('toggle_breakpoint', { breakpointId });
              expect(toggled).toMatchObject({ breakpointId, file: path, line: each.line, enabled });
              expect((await listed()).find(({ id }) => id === breakpointId)).toEqual({ ...before, enabled });
            }
          }
          const on = choices.filter(({ times }) => times % 2 === 0).map((each) => each.line);
          expect(await stopsOfRound()).toEqual([...on].sort((a, b) => a - b));
        })
        .beforeEach(reset),
      { numRuns: 100 },
    );
  });
});
