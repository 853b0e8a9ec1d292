import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const MAIN = `const kept = { kept: true };
function price(n) {
  if (n > 5) return n;
  const p = n * 2;
  return p;
}
const double = (n) => price(n) * 2;
function down(n) {
  if (n === 0) return 1;
  const below = down(n - 1);
  return below + n;
}
function* each() {
  const got = yield 1;
  return got;
}
function silent() {
  kept.at = 1;
}
function guarded() {
  try {
    return kept.at;
  } finally {
    kept.at = 2;
  }
}
function broken(n) {
  if (n) throw new Error('broken');
  return 1;
}
async function later() {
  const asked = await 1;
  return asked;
}
class Shop {
  sold = silent();
  constructor() {
    this.name = 'x';
  }
}
console.log(double(1), price(1), price(9));
console.log(down(3));
console.log([...(function* () { yield yield* each(); })()].length);
console.log(silent(), guarded());
try {
  broken(1);
} catch (error) {
  console.log(error.message);
}
new Shop();
later().then((value) => console.log(value, JSON.stringify(kept)));
`;
const FILES = { 'main.cjs': MAIN };

/** Steps out of the innermost call with a value: what came of it, and where the program stands then. */
async function returning(program: DebuggedProgram, expression: string): Promise<string> {
  const prepared = await program.session.forceReturn(expression, { timeoutMs: 10_000 });
  if (prepared.kind === 'refused') return `refused: ${prepared.why}`;
  const stop = await program.go('stepOut');
  const returned = await prepared.end();
  return `${stop}, ${returned ? `${returned.value} instead of ${returned.own}` : 'unchanged'}`;
}

/** A program at the first pass of a line. */
async function at(node: string, ...places: readonly string[]): Promise<DebuggedProgram> {
  const program = await DebuggedProgram.start(node, FILES, { breakpoints: places.map((place) => ({ at: place })) });
  await program.firstStop();
  return program;
}

/** Runs to the end, past all breakpoints. */
async function end(program: DebuggedProgram): Promise<string> {
  for (const { id } of program.session.breakpoints.list()) await program.session.breakpoints.remove(id);
  expect(await program.go()).toBe('exited 0');
  return program.output('stdout');
}

const PLAIN = '4 2 9\n7\n2\nundefined 1\nbroken\n1 {"kept":true,"at":1}\n';

describe.each(nodeVersions())('on Node $major', ({ path: node }) => {
  test('a call returns the value, and the calls after it what they compute', async () => {
    await using program = await at(node, 'const p =');
    expect(await returning(program, 'n + 40')).toBe(`step main.cjs:${program.line('const double')}, 41 instead of 2`);
    expect(await end(program)).toBe(PLAIN.replace('4 2 9', '82 2 9'));
  });

  test.each([
    [
      'an object of the program, not a copy',
      '(kept.again = 1, kept)',
      '{kept: true, again: 1}',
      'NaN 2 9',
      ',"again":1',
    ],
    ['what has no JSON', '-0', '-0', '0 2 9', ''],
    ['undefined', 'undefined', 'undefined', 'NaN 2 9', ''],
  ])('%s can be returned', async (_name, expression, shown, line, rest) => {
    await using program = await at(node, 'const p =');
    expect(await returning(program, expression)).toMatch(`, ${shown} instead of 2`);
    expect(await end(program)).toBe(
      PLAIN.replace('4 2 9', line).replace('"kept":true', `"kept":true${rest}`).replace(/^0 /, '-0 '),
    );
  });

  test('of a recursion, only the call that was stopped in', async () => {
    await using program = await at(node, 'const below');
    expect(await program.go()).toBe(`breakpoint [1] main.cjs:${program.line('const below')}`);
    await program.session.breakpoints.remove(1);
    expect(await returning(program, '100')).toMatch(/^step .*, 100 instead of 4$/);
    expect(await end(program)).toBe(PLAIN.replace('\n7\n', '\n103\n'));
  });

  test.each(['missing', 'n;n', '', '(() => { throw new Error("no") })()'])(
    '%j is no value, and said to be none',
    async (expression) => {
      await using program = await at(node, 'const p =');
      await expect(program.session.forceReturn(expression)).rejects.toMatchObject({ code: 'invalid_argument' });
      expect(await end(program)).toBe(PLAIN);
    },
  );

  test('a generator ends with it, and a function without a return has one', async () => {
    await using program = await at(node, 'return got', 'kept.at = 1');
    expect(await returning(program, '"end"')).toMatch(/, "end" instead of undefined$/);
    expect(await program.go()).toBe(`breakpoint [2] main.cjs:${program.line('kept.at = 1')}`);
    expect(await returning(program, '7')).toMatch(/, 7 instead of undefined$/);
    expect(await end(program)).toBe(PLAIN.replace('undefined 1', '7 1'));
  });

  test('a call that throws, or stops before, is reported as unchanged', async () => {
    await using program = await at(node, 'if (n) throw', 'const below', 'return below');
    expect(await returning(program, '100')).toBe(`breakpoint [2] main.cjs:${program.line('const below')}, unchanged`);
    await program.session.breakpoints.remove(2);
    expect(await program.go()).toBe(`breakpoint [3] main.cjs:${program.line('return below')}`);
    await program.session.breakpoints.remove(3);
    expect(await program.go()).toBe(`breakpoint [1] main.cjs:${program.line('if (n) throw')}`);
    expect(await returning(program, '100')).toMatch(/^step .*, unchanged$/);
    expect(await end(program)).toBe(PLAIN);
  });

  test('a return that V8 does not stop at is refused', async () => {
    await using program = await at(node, 'return kept.at');
    expect(await returning(program, '100')).toMatch(/^refused: guarded returns from within a loop .* or a `finally`/);
    expect(await end(program)).toBe(PLAIN);
  });

  test('what V8 would lose the value of, or not survive, is refused', async () => {
    const places = ['return asked', "this.name = 'x'", 'sold = silent()', 'console.log(down'];
    await using program = await at(node, ...places);
    expect(await returning(program, '1')).toBe('refused: what is at the top level of a module has no caller');
    await program.go();
    expect(await returning(program, '1')).toMatch(/^refused: .* is in a field of a class, which has no caller$/);
    await program.go();
    expect(await returning(program, '1')).toMatch(/^refused: .* is a constructor, which returns its object$/);
    await program.go();
    expect(await returning(program, '1')).toMatch(/^refused: later is async: /);
    expect(await end(program)).toBe(PLAIN);
  });
});
