import { describe, expect, test } from 'vitest';
import { rangesOf, writePlaces } from '../../../../../src/adapter/v8/source/write-places.ts';
import { writtenVariable } from '../../../../../src/adapter/v8/source/write-sites.ts';

// What is known of the variable `x` where an empty comment stands.
function found(text: string) {
  const before = text.slice(0, text.indexOf('/**/'));
  const line = before.split('\n').length;
  const place = { line, column: before.length - before.lastIndexOf('\n') - 1 };
  return writtenVariable({ kind: 'variable', name: 'x' }, text, place);
}

const lines = (text: string) => found(text)?.sites.map(({ place }) => place.line);

test.each([
  [
    'every kind of write',
    'let x;/**/\nx = 1;\nx++;\n[x] = [];\n({ a: { x = 2 } } = {});\nfor (x of []);\nx ??= 1;',
    [2, 3, 4, 5, 6, 7],
  ],
  ['other variables of its name', 'let x; /**/\n(x) => { x = 1; };\n{ let x; x = 2; }\n{ x = 3; }', [4]],
  ['other functions', 'function f(x) { /**/ }\nfunction g(x) {\nx = 1; }', []],
  ['a property of its name', 'let x; /**/ const o = {};\no.x = 1;\no[x] = 2;\n({ x: o.y } = {});', []],
  ['a var in a block', 'function f() { /**/\n{ var x = 1; }\nx = 2; }', [2, 3]],
])('finds the writes of a variable: %s', (_what, text, expected) => {
  expect(lines(text)).toEqual(expected);
});

test.each([
  ['let x; /**/ x = 1;', false, true],
  ['let x; /**/ x = 1; () => x;', true, true],
  ['function f() { let x = 0; /**/ x = 1; }', false, false],
  ['async function f() { let x = 0; /**/ x = 1; } f();', false, true],
  ['const f = async () => { let x = 0; /**/ x = 1; }; f().catch(String);', false, true],
  ['(async () => { let x = 0; /**/ x = 1; })();', false, true],
  ['async function f() { let x = 0; /**/ x = 1; } f(); f();', false, false],
  ['async function f() { let x = 0; /**/ x = 1; } for (;;) f();', false, false],
  ['async function f() { let x = 0; /**/ x = 1; } export { f };', false, false],
  ['async function f() { let x = 0; /**/ x = 1; f(); }', false, false],
  ['async function f() { let x = 0; /**/ x = 1; } [1].map(f);', false, false],
  ['function g() { (async () => { let x = 0; /**/ x = 1; })(); }', false, false],
])('knows which variables there is one of: %s', (text, isShared, runsOnce) => {
  expect(found(text)).toMatchObject({ isShared, runsOnce });
});

test('says where eval or with may write it', () => {
  expect(found('let x; /**/ x = 1; eval("x = 2");')?.mayBeWrittenUnseen).toBe(true);
  expect(found('let x; /**/ x = 1; { let eval2; }')?.mayBeWrittenUnseen).toBe(false);
});

describe('the places behind a write', () => {
  /** Stops at each `@`, which is taken out; the numbers of those at which the first write is looked at, and is over. */
  function places(marked: string) {
    const offsets: number[] = [];
    let text = '';
    for (const part of marked.split('@')) {
      text += part;
      offsets.push(text.length);
    }
    const written = found(text);
    if (!written) throw new Error('x is not declared');
    const stops = offsets.slice(0, -1).map((offset) => ({ offset, isReturn: text[offset] === '}' }));
    const inRange = stops.filter(({ offset }) =>
      rangesOf(written).some(({ start, end }) => start <= offset && offset <= end),
    );
    return writePlaces(written, inRange)
      .filter(({ closes }) => closes.includes(0))
      .map(({ stop }) => stops.findIndex(({ offset }) => offset === stop.offset))
      .sort((one, other) => one - other);
  }

  test.each([
    ['the next statement', 'let x; /**/ @x = 1; @f(); @g();', [1]],
    ['both ways of a branch', 'let x; /**/ if (@a) { @x = 1; } else { @b(); } @c();', [2, 3]],
    [
      'the head of a loop, its body and what follows',
      'let x; /**/ for (; @a; @b) { @c(); @x = 1; } @d();',
      [0, 1, 2, 4],
    ],
    [
      'a handler and a finalizer',
      'let x; /**/ try { @x = 1; @a(); } catch { @b(); } finally { @c(); } @d();',
      [1, 2, 3, 4],
    ],
    ['the end of a function', 'let x; /**/ () => { @x = 1; @}; @a();', [1]],
    ['all of the next statement', 'let x; /**/ @x = 1; while ((@a()) @> 0) @b(); @c();', [1, 2]],
    ['not what another function does', 'let x; /**/ @x = 1; () => { @a(); @}; @b();', [3]],
  ])('are %s', (_what, marked, expected) => {
    expect(places(marked)).toEqual(expected);
  });
});
