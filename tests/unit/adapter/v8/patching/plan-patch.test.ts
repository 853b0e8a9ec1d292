import { describe, expect, test } from 'vitest';
import { movedPlaces } from '../../../../../src/adapter/v8/patching/moved-places.ts';
import { planPatch } from '../../../../../src/adapter/v8/patching/plan-patch.ts';

const OLD = `let used = 1, lonely = 2;
function f(a) { return used + a; }
class K { x = 1; m() { return f(this.x); } }
function outer() {
  return () => { return f(1); };
}
const twice = (x) => x * 2;
`;

/** The plan, as one text. */
function planned(old: string, now: string): string {
  const plan = planPatch(OLD, OLD.replace(old, now), 'commonjs');
  if (plan.kind === 'refused') return `refused: ${plan.why}`;
  return plan.changes.map(({ name, line, obstacle }) => `${name}:${line}${obstacle ? ` ${obstacle}` : ''}`).join(', ');
}

describe('what a new text means for the functions of the old one', () => {
  test.each([
    ['return used + a', 'return used - a', 'f:2'],
    ['f(a) {', 'f(a = 2) {', 'f:2'],
    ['return f(this.x)', '/* why */\n\nreturn f(this.x)', ''],
    ['return f(this.x)', 'return f(this.x) + 1', 'K.m:3'],
    ['return f(1)', 'return f(2)', '(anonymous):5'],
    ['return () =>', 'const one = 1; return () =>', 'outer:4'],
  ])('%s → %s', (old, now, expected) => {
    expect(planned(old, now)).toBe(expected);
  });

  test.each([
    ['lonely = 2', 'lonely = 3', /^refused: the code outside of functions differs/],
    ['x = 1', 'x = 2', /^refused: the code outside/],
    ['function f', 'function g', /^refused: the code outside/],
    ['function f', 'async function f', /^refused: the code outside/],
    ['return used', 'return (used', /^refused: the new text does not parse/],
    ['return used + a', 'return used + lonely', /^f:2 it uses lonely, which no function/],
    ['return used + a', 'return a', /^f:2 it no longer uses used, which no other function/],
    ['return used + a', 'return require(a) + used', /^f:2 it uses require/],
    ['return used + a', 'return eval(used)', /^f:2 eval in it/],
    ['return f(this.x)', 'return f(K.length)', /^K\.m:3 it uses K/],
    ['return used + a', `return used /* ${'x'.repeat(800)} */ + a + 1`, /^f:2 it ends on a line of more than 790/],
    ['x * 2', 'x * 3', /^twice:7 it has another first or last character/],
    ['return used + a', 'class P { #q = 1; } return used', /^f:2 the fields or private members/],
  ])('is not planned: %s → %s', (old, now, expected) => {
    expect(planned(old, now)).toMatch(expected);
  });
});

test('places of a text are found again in the other one', () => {
  const body = '{\n  const a = 1;\n  const b = 2;\n  return a;\n}';
  const old = `x;\nf() ${body} y;\nz;\n`;
  const start = old.indexOf('{');
  const text = '{\n  first();\n  const a = 1;\n  return a + 1;\n}';
  const move = movedPlaces(old, { start, end: start + body.length }, text);
  const lineOf = (lineNumber: number, columnNumber = 2) => move({ lineNumber, columnNumber }).lineNumber;
  expect([0, 1, 2, 3, 4, 5, 6].map((line) => lineOf(line))).toEqual([0, 1, 3, 4, 4, 5, 6]);
  expect(move({ lineNumber: 5, columnNumber: 2 })).toEqual({ lineNumber: 5, columnNumber: 2 });
});
