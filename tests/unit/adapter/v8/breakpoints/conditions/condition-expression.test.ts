import { describe, expect, it } from 'vitest';
import {
  conditionExpression,
  type ExpressionUse,
} from '../../../../../../src/adapter/v8/breakpoints/conditions/condition-expression.ts';
import { forgetExpression } from '../../../../../../src/adapter/v8/breakpoints/conditions/hit-condition.ts';
import type { BreakpointOptions } from '../../../../../../src/model/breakpoints/breakpoint-options.ts';

const HOLDER = Symbol.for('mcp-debugger');

/**
 * The parts that the expression of a log message hands over, as the program would: texts, and expressions as they are written.
 */
function partsOf(logMessage: string): object[] {
  let parts: readonly (string | (() => unknown))[] = [];
  Reflect.set(globalThis, HOLDER, { log: (_id: number, given: typeof parts) => (parts = given) });
  new Function(`return ${conditionExpression({ id: 1, logMessage })}`)();
  Reflect.deleteProperty(globalThis, HOLDER);
  return parts.map((part) => {
    if (typeof part === 'string') return { text: part };
    return { expression: /^\(\) => \((.*)\)$/s.exec(part.toString())?.[1] };
  });
}

/** The passes that count, of eight with the variable `i` from 1 on, as the program would evaluate them. */
function passes(gate: BreakpointOptions, use?: ExpressionUse): number[] {
  Reflect.deleteProperty(globalThis, HOLDER);
  const expression = conditionExpression({ id: 3, ...gate }, use);
  const isHit = new Function('i', `return Boolean(${expression})`);
  const counted = [1, 2, 3, 4, 5, 6, 7, 8].filter((i) => isHit(i));
  Reflect.deleteProperty(globalThis, HOLDER);
  return counted;
}

describe('the expression of a breakpoint', () => {
  it('is none without anything to decide', () => {
    expect(conditionExpression({ id: 1 })).toBeUndefined();
  });

  it.each([
    ['5', [5]],
    [' == 5 ', [5]],
    ['===5', [5]],
    ['=5', [5]],
    ['>=5', [5, 6, 7, 8]],
    ['>5', [6, 7, 8]],
    ['<3', [1, 2]],
    ['<=3', [1, 2, 3]],
    ['%3', [3, 6]],
  ])('counts the passes of the hit condition %s', (hitCondition, expected) => {
    expect(passes({ hitCondition })).toEqual(expected);
  });

  it('counts only passes in which the condition is true', () => {
    expect(passes({ condition: 'i % 2 === 0', hitCondition: '>=3' })).toEqual([6, 8]);
  });

  it.each([
    ['i > 6, false || i > 7', [8]],
    ['i > 7 // the last', [8]],
    ['i > 7 /* the last */', [8]],
    ['i > 6 ? i > 7 : false', [8]],
  ])('keeps the condition %s in one piece', (condition, expected) => {
    expect(passes({ condition, hitCondition: '1' })).toEqual(expected);
  });

  it('counts anew when its passes are forgotten', () => {
    const gate = { id: 9, hitCondition: '>=2' };
    const isHit = new Function(`return Boolean(${conditionExpression(gate, { number: 4 })})`);
    expect([isHit(), isHit()]).toEqual([false, true]);
    new Function(forgetExpression(gate) ?? '')();
    expect([isHit(), isHit()]).toEqual([false, true]);
    Reflect.deleteProperty(globalThis, HOLDER);
  });

  it('of a log message hands over its parts and is never true', () => {
    const logged: unknown[] = [];
    const log = (id: number, parts: unknown[]) =>
      logged.push(id, ...parts.map((part) => (typeof part === 'function' ? part() : part)));
    Reflect.set(globalThis, HOLDER, { log });
    const expression = conditionExpression({
      id: 7,
      condition: 'i > 1',
      logMessage: 'i is {i}, {[i].map((e) => ({ e }))[0].e // twice\n}!',
    });
    const isHit = new Function('i', `return Boolean(${expression})`);
    expect([isHit(1), isHit(2)]).toEqual([false, false]);
    expect(logged).toEqual([7, 'i is ', 2, ', ', 2, '!']);
    Reflect.deleteProperty(globalThis, HOLDER);
  });

  it('of a log message is true where nothing logs yet, for the pass to be recorded at the pause', () => {
    expect(passes({ logMessage: 'i is {i}' })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(passes({ logMessage: 'i is {i}', condition: 'i > 6' })).toEqual([7, 8]);
  });
});

describe('a hit condition', () => {
  it.each(['', '0', '-1', '5.5', 'five', '>= ', '5 6', '!=5', '=>5', '%0'])('"%s" is refused', (text) => {
    expect(() => conditionExpression({ id: 1, hitCondition: text })).toThrow(/not understood/);
  });
});

describe('a log message', () => {
  const text = (value: string) => ({ text: value });
  const expression = (value: string) => ({ expression: value });

  it.each([
    ['plain', [text('plain')]],
    ['{a}', [expression('a')]],
    ['a is { a } and b is {b}', [text('a is '), expression('a'), text(' and b is '), expression('b')]],
    ['{({ a: { b: 1 } }).a.b}', [expression('({ a: { b: 1 } }).a.b')]],
    ['{"}" + a}', [expression('"}" + a')]],
    ["{'{' + a}", [expression("'{' + a")]],
    ['{`}\\`` + a}', [expression('`}\\`` + a')]],
    ['{"\\"}" + a}', [expression('"\\"}" + a')]],
    ['\\{a\\} \\\\ }', [text('{a} \\ }')]],
    ['C:\\new', [text('C:\\new')]],
    ['', []],
  ])('%s is taken apart', (message, expected) => {
    expect(partsOf(message)).toEqual(expected);
  });

  it.each(['{a', 'a {b {c}', '{"}', '{`'])('%s lacks a brace', (message) => {
    expect(() => conditionExpression({ id: 1, logMessage: message })).toThrow(/without its \}/);
  });

  it.each(['{a b}', '{}', '{if (a) b}', '{await a}'])('with %s does not parse', (logMessage) => {
    expect(() => conditionExpression({ id: 1, logMessage })).toThrow(/does not parse/);
  });
});
