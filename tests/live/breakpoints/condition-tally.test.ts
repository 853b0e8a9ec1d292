import { describe, expect, test } from 'vitest';
import { breakpointVerdicts } from '../../../src/session/breakpoints/breakpoint-verdicts.ts';
import { DebuggedProgram, type PlannedBreakpoint } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const HOT = `function hot(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += i;
  }
  return sum;
}
console.log(hot(10), Object.keys(globalThis).some((name) => name.includes('Debugger')));
setTimeout(() => {}, 1);
`;
const BODY = 'sum += i';

/** Deeds of a program before a condition is set in it. */
const HIDERS = ['Object.freeze(globalThis);', 'globalThis.Symbol = undefined;', 'Object.freeze(BigInt.prototype);'];
/** And one that leaves no place for what conditions call. */
const LAST_HIDER = 'Object.freeze(globalThis); Object.freeze(BigInt.prototype);';

/** Verdicts on a breakpoint's condition at the end. */
const VERDICTS: readonly (readonly [Omit<PlannedBreakpoint, 'at'>, string])[] = [
  [
    { condition: 'nope > 3' },
    'never hit: its line was reached 10 times, nope > 3 was never true and failed 10 times: ReferenceError: nope is not defined (in scope there: i, sum, n)',
  ],
  [
    { condition: 'i < 2 ? i.x.y : false' },
    "never hit: its line was reached 10 times, i < 2 ? i.x.y : false was never true and failed 2 times: TypeError: Cannot read properties of undefined (reading 'y')",
  ],
  [{ condition: 'i > 30' }, 'never hit: its line was reached 10 times, i > 30 was never true'],
  [{ hitCondition: '12' }, 'never hit: its line was reached 10 times, the hit condition 12 was never met'],
  [
    { condition: 'i > 3', hitCondition: '12' },
    'never hit: its line was reached 10 times, i > 3 was true 6 times, the hit condition 12 was never met',
  ],
  [
    { condition: 'i === 5 || nope' },
    'hit once; its condition failed 9 times: ReferenceError: nope is not defined (in scope there: i, sum, n)',
  ],
];

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test.each(VERDICTS)('the end of %o says what came of the condition', async (gate, verdict) => {
    const options = { breakpoints: [{ at: BODY, ...gate }] };
    await using program = await DebuggedProgram.start(node, { 'main.cjs': HOT }, options);
    await program.valuesAtStops('i');
    const [text] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(text).toBe(`Breakpoint 1 at x: ${verdict}`);
    expect(program.output('stdout')).toBe('45 false\n');
  });

  test('the names in scope are those that V8 has there', async () => {
    const source = `import { sep } from 'node:path';
import * as os from 'node:os';
const top = 1, used = 2;
export const exported = 4;
function outer(n, unused) {
  const lost = n, held = n + 1;
  const inner = (x, skipped) => {
    const here = x + held;
    return here + used;
  };
  return inner(1) + lost;
}
class Kind { go() { return outer(3); } }
console.log(new Kind().go(), top, typeof os);
`;
    const scopes = [
      ['return here', 'here, x, skipped, held, used, exported, outer, sep'],
      ['return inner', 'lost, held, inner, n, unused, used, exported, outer, sep'],
    ] as const;
    for (const [at, names] of scopes) {
      const breakpoints = [{ at, condition: 'nope' }];
      await using program = await DebuggedProgram.start(node, { 'main.mjs': source }, { breakpoints });
      await program.firstStop();
      const [text = ''] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
      const said = /in scope there: (.*)\)/.exec(text)?.[1];
      expect(said).toBe(names);
      const all = ['here', 'x', 'skipped', 'held', 'lost', 'inner', 'n', 'unused', 'outer', 'Kind', 'top', 'used'];
      const asked = [...all, 'exported', 'sep', 'os'].map((name) => `${name} {typeof ${name}}`).join();
      await using logged = await DebuggedProgram.start(
        node,
        { 'main.mjs': source },
        { breakpoints: [{ at, logMessage: asked }] },
      );
      await logged.firstStop();
      const there = logged.output('log').trim().split(',');
      const defined = there.filter((each) => !each.endsWith(' undefined')).map((each) => each.split(' ')[0]);
      // What has no value yet, or no argument, is there nevertheless.
      expect(names.split(', ').filter((name) => !defined.includes(name))).toEqual(
        at === 'return here' ? ['skipped'] : ['unused'],
      );
      expect(defined.filter((name) => !names.split(', ').includes(name ?? ''))).toEqual([]);
    }
  });

  test('a line that was not reached is not said to have had a false condition', async () => {
    const breakpoints = [{ at: 'return 2', condition: 'true' }];
    const source = 'function f(x) {\n  if (x) return 1;\n  return 2;\n}\nf(1);\n';
    await using program = await DebuggedProgram.start(node, { 'main.mjs': source }, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    const [text] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(text).toBe('Breakpoint 1 at x: never hit: its line was not reached');
  });

  test('a function breakpoint says it, too', async () => {
    await using program = await DebuggedProgram.start(node, { 'main.cjs': HOT }, { stopOnEntry: true });
    await program.firstStop();
    await program.session.breakpoints.set({ target: { kind: 'function', name: 'hot' }, condition: 'nope' });
    expect(await program.go()).toBe('exited 0');
    const [text] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    expect(text).toContain(
      'was reached once, nope was never true and failed once: ReferenceError: nope is not defined',
    );
  });

  const afterDeed = (deed: string) => {
    const source = `${deed}\ndebugger;\n${HOT.replace(/console.log.*\n/, 'hot(10);\n')}`;
    return DebuggedProgram.start(node, { 'main.cjs': source });
  };
  const verdictOf = ({ session }: DebuggedProgram) =>
    breakpointVerdicts(session.breakpoints.list(), { place: () => 'x' })[0];

  test.each(HIDERS)('a condition holds and is counted after %s', async (deed) => {
    for (const gate of [{ condition: 'i === 4' }, { hitCondition: '5' }, { condition: 'i > 30' }]) {
      await using program = await afterDeed(deed);
      await program.firstStop();
      await program.breakpoint({ at: BODY, ...gate });
      const stop = await program.go();
      if (gate.condition === 'i > 30') {
        expect(stop).toBe('exited 0');
        expect(verdictOf(program)).toMatch(/: never hit: its line was reached 10 times, i > 30 was never true$/);
        continue;
      }
      expect(stop).toMatch(/^breakpoint/);
      expect(await program.value('i')).toBe('4');
      expect(await program.go()).toBe('exited 0');
    }
  });

  test('where nothing can be put, a condition holds, no more is said of it than is known, and the rest is refused', async () => {
    await using program = await afterDeed(LAST_HIDER);
    await program.firstStop();
    for (const gate of [{ hitCondition: '5' }, { logMessage: '{i}' }])
      await expect(program.breakpoint({ at: BODY, ...gate })).rejects.toMatchObject({ code: 'unsupported' });
    await program.breakpoint({ at: BODY, condition: 'i === 4' });
    expect(await program.go()).toMatch(/^breakpoint/);
    expect(await program.value('i')).toBe('4');
    await program.breakpoint({ at: BODY, condition: 'i > 30' });
    await expect(program.session.inspection.writes.add({ expression: 'sum', isLogged: true })).rejects.toThrow(
      /frozen/,
    );
    expect(await program.go()).toBe('exited 0');
    expect(verdictOf(program)).toMatch(/hit once$|: never hit: its line was not reached, or i > 30 was never true$/);
  });

  test('a hot loop reports now and then, and says so', async () => {
    const breakpoints = [{ at: BODY, condition: 'i < 0' }];
    const files = { 'main.mjs': HOT.replace('hot(10)', 'hot(15_000)') };
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    const [text = ''] = breakpointVerdicts(program.session.breakpoints.list(), { place: () => 'x' });
    const passes = Number(/reached at least ([\d,]+) times/.exec(text)?.[1]?.replaceAll(',', ''));
    expect(passes).toBeGreaterThan(14_500);
    expect(passes).toBeLessThanOrEqual(15_000);
    const messages = program.wire.filter((line) => line.includes('Runtime.bindingCalled')).length;
    expect(messages).toBeLessThan(1_000);
  });
});
