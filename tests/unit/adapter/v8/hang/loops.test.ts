import { describe, expect, test } from 'vitest';
import { drivesItself, placeText } from '../../../../../src/adapter/v8/hang/loops.ts';

/** The loops around the mark `|` in a source text. */
function at(marked: string) {
  const before = marked.slice(0, marked.indexOf('|'));
  const line = before.split('\n').length;
  return placeText(marked.replace('|', ''), line, before.length - before.lastIndexOf('\n') - 1);
}

describe('the loops around a place', () => {
  test('are reported innermost first, up to the edge of the function', () => {
    const loops = at(`while (outer) {
  items.forEach(() => {
    for (let i = 0; i < 9; i++) {
      do { |x(); } while (more);
    }
  });
}`)?.loops;
    expect(loops?.map(({ condition }) => condition)).toEqual(['more', 'i < 9']);
  });

  test('leave out what runs before the first round', () => {
    expect(at('for (let i = |first(); i < 9; i++) {}')?.loops).toEqual([]);
    expect(at('for (let i = 0; |i < 9; i++) {}')?.loops).toHaveLength(1);
  });

  test.each([
    ['while (true) { |x(); }', 'endless', []],
    ['for (;;) { |x(); if (done) break; }', 'open', [{ operator: 'truth', left: 'done' }]],
    ['while (1) { |x(); if (n > 5) return; }', 'open', [{ operator: '<=', left: 'n', right: '5' }]],
    ['while (true) { |x(); for (;;) break; }', 'endless', []],
    ['while (true) { |x(); (() => { return; })(); }', 'endless', []],
    ['for (const y of list) { |x(y); }', 'counted', []],
    [
      'while (!done && a.b !== c) { |x(); }',
      'open',
      [
        { operator: 'truth', left: 'done' },
        { operator: '!=', left: 'a.b', right: 'c' },
      ],
    ],
    ['while ((m = next()) !== null) { |x(); }', 'open', [{ operator: '!=', left: 'm', right: 'null' }]],
    ['while (!(i < n)) { |x(); }', 'open', [{ operator: '>=', left: 'i', right: 'n' }]],
    ['while (left--) { |x(); }', 'open', [{ operator: 'truth', left: 'left' }]],
  ])('%s ends by its tests', (source, ending, tests) => {
    const loop = at(`function f() { ${source} }`)?.loops.at(-1);
    expect(loop).toMatchObject({ ending, tests });
  });

  test('name the variables of the condition, then those that the body assigns', () => {
    const loop = at('while (!state.done && Math.abs(x) > 1) { |n += 1; m++; }')?.loops[0];
    expect(loop?.names).toEqual(['state', 'x', 'n', 'm']);
  });

  test('say whether they wait in each round', () => {
    expect(at('async function f() { while (x) { |await y; } }')?.loops[0]?.awaits).toBe(true);
    expect(at('async function f() { while (x) { |z(async () => { await y; }); } }')?.loops[0]?.awaits).toBe(false);
  });
});

test.each([
  ['for (let i = 0; i < n; i++) { |x(); }', 'towards its limit'],
  ['for (let i = 9; i > 0; i -= 2) { |x(); }', 'towards its limit'],
  ['for (let i = 1; i < n; i--) { |x(); }', 'away from its limit'],
  ['for (let i = 0; i < n; i++) { |i = 0; }', undefined],
  ['for (let i = 0; i < list.length; i++) { |list.push(i); }', undefined],
])('%s: the counter goes %s', (source, course) => {
  expect(at(source)?.loops[0]?.course).toBe(course);
});

test('the call at a place is the one that V8 stands in', () => {
  expect(at('check(Atomics.|wait(cell, 0, 0));')?.call).toBe('Atomics.wait(cell, 0, 0)');
  expect(at('|check(Atomics.wait(cell, 0, 0));')?.call).toBe('check(Atomics.wait(cell, 0, 0))');
});

test.each([
  ['async function f() {\n  x();\n  while (x) await y();\n}', 'f', { likelihood: 2, linesToLoop: 2 }],
  ['function poll() { setTimeout(poll, 5); }', 'poll', { likelihood: 1 }],
  ['poll() { setImmediate(() => poll()); }', 'poll', { likelihood: 1 }],
  ['() => work()', '', { likelihood: 0 }],
])('%s drives itself', (text, name, drive) => {
  expect(drivesItself(text, name)).toEqual(drive);
});
