import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf } from '../../../../../src/investigate/test-run/why/choose-origin.ts';
import type { WantedValue } from '../../../../../src/investigate/test-run/why/wanted-values.ts';
import type { TestFailure } from '../../../../../src/model/tests/test-report.ts';
import type { TracedFunction, TracedPlace, ValueOrigin } from '../../../../../src/model/trace/trace-report.ts';

const CART = '/p/cart.js';
const TEST = '/p/cart.test.js';
const ASSERTION_LINE = 12;

function fn(name: string, path: string, line: number, endLine: number): TracedFunction {
  return { name, path, line, endLine, key: `${path}:${line}:${name}` };
}
const price = fn('price', CART, 1, 5);
const order = fn('order', CART, 7, 9);
const failing = fn('(anonymous)', TEST, 10, 14);
const other = fn('(anonymous)', TEST, 20, 24);

function place(called: TracedFunction, line: number, how: TracedPlace['how'], name?: string): TracedPlace {
  return { function: called, number: 1, line, how, ...(name === undefined ? {} : { name }) };
}

function origin(at: TracedPlace, more: Partial<ValueOrigin> = {}): ValueOrigin {
  const value = { text: '36', type: 'number', number: 36 };
  const facts = {
    text: 0,
    likeness: 'equal',
    process: 0,
    startedAtMs: 0,
    value,
    depth: 1,
    outermost: 0,
    times: 1,
  } as const;
  return { ...facts, place: at, path: [], callers: [], ...more };
}

function wanted(text = '36', path = ''): WantedValue {
  const frame = { name: '(anonymous)', location: { path: TEST, line: ASSERTION_LINE, column: 1 } };
  const failure: TestFailure = {
    kind: 'test',
    name: 'order',
    error: { name: '', message: '', stack: [frame], stackText: '' },
    moreErrors: [],
    site: { kind: 'unseen', cause: 'not thrown', reason: '' },
  };
  return { failure, value: { shown: text, text, path } };
}

function chosen({ failure, value }: WantedValue, origins: readonly ValueOrigin[]): ReturnType<typeof originOf> {
  return value && originOf(failure, value, origins);
}

const reaches = origin(place(price, 3, 'returned'), { path: [place(failing, ASSERTION_LINE, 'result', 'price')] });
const reachesCall = origin(place(price, 4, 'returned'), { path: [place(failing, 11, 'set', 'got')] });
const inside = origin(place(price, 2, 'set', 'base'), { callers: [{ function: failing, number: 1 }] });
const passed = origin(place(failing, 11, 'passed', 'group'), { path: [place(failing, 11, 'result', 'group')] });
const elsewhere = origin(place(order, 8, 'returned'), { callers: [{ function: other, number: 1 }] });

describe('of several places where a value came to be', () => {
  test('the one that came to the line of the assertion counts most', () => {
    expect(chosen(wanted(), [elsewhere, inside, reachesCall, reaches, elsewhere])).toEqual(
      expect.objectContaining({ origin: reaches, isTied: true }),
    );
  });

  test('then the one that came to the call that asserts, then the one inside of it', () => {
    expect(chosen(wanted(), [elsewhere, inside, reachesCall])?.origin).toBe(reachesCall);
    expect(chosen(wanted(), [elsewhere, inside])?.origin).toBe(inside);
  });

  test('of an object, the one that was given the name of the property', () => {
    const total = origin(place(order, 8, 'set', 'line.total'), { callers: inside.callers });
    const named = origin(place(order, 9, 'set', 'line.price'), { callers: inside.callers });
    for (const path of ['.items[2].price', "['items'][2]['price']", '.get("price")'])
      expect(chosen(wanted('36', path), [named, total])?.origin).toBe(named);
  });

  test('a value of its own is found without a tie, and said to have none', () => {
    expect(chosen(wanted(), [elsewhere])).toEqual(expect.objectContaining({ origin: elsewhere, isTied: false }));
  });

  test('one that spreads came from where it was first', () => {
    const later = origin(place(price, 5, 'returned'), { path: reaches.path });
    expect(chosen(wanted('NaN'), [reaches, later])?.origin).toBe(reaches);
    expect(chosen(wanted('36'), [reaches, later])?.origin).toBe(later);
  });

  test('what only is a part of another value is none', () => {
    expect(chosen(wanted(), [origin(place(price, 3, 'returned'), { ...reaches, likeness: 'part' })])).toBeUndefined();
  });

  test('the assertion itself, which reads it, is none', () => {
    expect(chosen(wanted(), [origin(place(failing, ASSERTION_LINE, 'passed', 'expect'))])).toBeUndefined();
  });
});

// Feature: mcp-debugger-tool, Property 33: a value that is everywhere is never said to come from a place that is not tied to its assertion
test('a common value is followed from its assertion only', () => {
  const common = fc.constantFrom('0', '1', 'true', 'false', 'undefined', 'null', 'None', 'False', '""', "''");
  const origins = fc.array(fc.constantFrom(elsewhere, inside, passed, reachesCall, reaches));
  fc.assert(
    fc.property(common, origins, (text, found) => {
      const best = chosen(wanted(text), found);
      const ties = found.filter((each) => each === reaches || each === reachesCall);
      expect(best === undefined).toBe(ties.length === 0);
      if (best) expect(ties).toContain(best.origin);
    }),
  );
});
