import { expect, test } from 'vitest';
import { unseenReturns } from '../../../../../src/adapter/v8/source/unseen-returns.ts';

function lastOf(source: string): string[] {
  return unseenReturns(source).last.map(({ start, end }) => source.slice(start, end));
}

test.each([
  ['in a loop over an iterator', 'function f(a) { for (const x of a) { if (x) return x; } return 0; }', ['return x;']],
  ['in an awaiting one', 'async function f(a) { for await (const x of a) return x; }', ['return x;']],
  ['in front of a finally', 'function f() { try { return 1; } finally { g(); } }', ['return 1;', '{ g(); }']],
  ['in a catch with a finally', 'function f() { try { g(); } catch { return 1; } finally {} }', ['return 1;', '{}']],
  ['behind a resource', 'function f() { using a = b(); return 1; }', ['return 1;']],
  [
    'of a method and an arrow',
    'class A { m() { for (const x of y) return () => { return x; }; } }',
    ['return () => { return x; };'],
  ],
])('a return %s is not seen', (_name, source, last) => {
  expect(lastOf(source)).toEqual(last);
  expect(unseenReturns(source).functions).toHaveLength(1);
});

test.each([
  ['in other loops', 'function f(a) { for (const x in a) return x; for (;;) return 1; while (1) return 2; }'],
  ['of a function within one', 'function f(a) { for (const x of a) a.map(function () { return x; }); return 0; }'],
  ['in a try without finally', 'function f() { try { return 1; } catch { return 2; } }'],
  ['of a finally itself', 'function f() { try { g(); } finally { return 2; } }'],
  ['of a text that does not parse', 'function f( { for (const x of a) return x; }'],
])('a return %s is', (_name, source) => {
  expect(unseenReturns(source)).toEqual({ functions: [], last: [], returns: [] });
});
