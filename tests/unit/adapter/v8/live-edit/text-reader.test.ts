import { expect, it } from 'vitest';
import { planLiveEdit } from '../../../../../src/adapter/v8/live-edit/plan-live-edit.ts';

/** The expression for the function that holds the line with `here()`. */
function readerFor(source: string, sourceType: 'module' | 'commonjs' = 'commonjs'): string | undefined {
  const lineNumber = source.split('\n').findIndex((line) => line.includes('here()'));
  const edits = [{ id: 1, lineNumber, condition: 'true' }];
  const { placed, unsafe } = planLiveEdit({ source, sourceType, started: false, edits });
  expect(unsafe).toEqual([]);
  return placed[0]?.reader;
}

const F = 'function f(n) {\n  here();\n}\n';

it.each([
  ['a function that is only called', `${F}f(1);`, 'f'],
  ['the same in the middle of an expression', `${F}console.log(f(1) + f?.(2));`, 'f'],
  ['the top level of a CommonJS module', 'go();\nhere();', 'arguments.callee'],
  ['a class without initialisers beside it', `class A {\n  constructor() {}\n  m() {}\n}\n${F}f(1);`, 'f'],
])('%s can be read back, and by nobody else', (_name, source, reader) => {
  expect(readerFor(source)).toBe(reader);
});

it.each([
  ['is printed', `${F}console.log(String(f));`],
  ['is handed out', `${F}exports.f = f;`],
  ['is handed on as a shorthand', `${F}go({ f });`],
  ['makes objects', `${F}new f();`],
  ['is asked for its text', `${F}f.toString();`],
  ['is a tag', `${F}f\`\`;`],
  ['uses its arguments', 'function f() {\n  here();\n  go(arguments);\n}\nf();'],
  ['is a method', 'class A {\n  m() {\n    here();\n  }\n}'],
  ['is an arrow function', 'const f = () => {\n  here();\n};\nf();'],
  ['is called at once', '(function () {\n  here();\n})();'],
  ['stands in another one', 'function g() {\n  function f() {\n    here();\n  }\n  f();\n}\ng();'],
  ['is around a module that uses its arguments', 'go(arguments);\nhere();'],
  ['is around a strict module', "'use strict';\nhere();"],
  ['stands beside a class with a field', `class A {\n  list = [];\n}\n${F}f(1);`],
  ['stands beside a class with a private method', `class A {\n  #m() {}\n}\n${F}f(1);`],
  ['stands beside a class with a static block', `class A {\n  static {}\n}\n${F}f(1);`],
  ['stands beside eval', `${F}f(1);\neval(text);`],
  ['stands beside what asks for callers', `${F}f(1);\ngo(g.caller);`],
])('a function that %s is left as it is', (_name, source) => {
  expect(readerFor(source)).toBeUndefined();
});

it('a function that an ES module exports is left as it is', () => {
  expect(readerFor(`${F}f(1);\nexport { f };`, 'module')).toBeUndefined();
  expect(readerFor(`export ${F}f(1);`, 'module')).toBeUndefined();
  expect(readerFor(`${F}f(1);`, 'module')).toBe('f');
});
