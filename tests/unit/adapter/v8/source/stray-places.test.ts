import { expect, test } from 'vitest';
import { noPlaceReason, strayReason } from '../../../../../src/adapter/v8/source/stray-places.ts';

/** The line that contains `<<` is asked for; V8 puts the breakpoint at `@@`. */
function reasonOf(marked: string): string | undefined {
  const lines = marked.split('\n');
  const asked = lines.findIndex((line) => line.includes('<<'));
  const at = lines.findIndex((line) => line.includes('@@'));
  const columnNumber = lines[at]?.replace('<<', '  ').indexOf('@@') ?? 0;
  const text = marked.replaceAll(/<<|@@/g, '  ');
  return strayReason(text, { lineNumber: asked, columnNumber: 0 }, { lineNumber: at, columnNumber });
}

test.each([
  ['a comment before a statement of its block', 'function f() {\n  // note<<\n  @@a();\n}\nf();'],
  ['the first line of a function', 'function f(a) { //<<\n  @@a();\n}\nf();'],
  ['a parameter', 'function f(\n  a,<<\n) {\n  @@a();\n}\nf();'],
  ['the first line of a method', 'class A {\n  total() { //<<\n    return @@1;\n  }\n}'],
  ['a line within a statement', 'const a = {\n  b: 1,<<\n};\n@@f();'],
  ['the last line of a block, before what follows it', 'if (a) {\n  b();\n} //<<\n@@c();'],
  ['the line of an else', 'if (a) {\n  b();\n} else { //<<\n  @@c();\n}'],
  ['an import', "import a from 'a'; //<<\n@@a();"],
  ['a comment at the end of a function, whose end returns', 'function f() {\n  a();\n  // note<<\n@@}\nf();'],
  ['the label of a case', 'switch (a) {\n  case 1: //<<\n    @@b();\n}'],
  ['a text that does not parse', 'interface A {<<\n@@a: 1'],
])('%s stands for what follows', (_what, marked) => {
  expect(reasonOf(marked)).toBeUndefined();
});

test.each([
  ['what follows an uncaught throw, at the beginning', '@@f();\nthrow 1;\na();<<\nfunction f() {}'],
  ['dead code, at the end of its function', 'function f() {\n  if (false) {\n    a();<<\n  }\n@@}\nf();'],
  ['a comment at the end of a block', 'for (const a of b) {\n  c(a);\n  // note<<\n}\n@@d();'],
  ['a comment above a function', '// note<<\nfunction f() {\n  @@a();\n}\nf();'],
  ['a property before an arrow function', 'a({\n  b: [],<<\n  c: () => @@1,\n});'],
  ['the last line of a method, in the next one', 'class A {\n  b() { c(); }\n  // note<<\n  d() {\n    @@e();\n  }\n}'],
])('%s is no place', (_what, marked) => {
  expect(reasonOf(marked)).toBe('no code there');
});

test.each([
  ['in the next function', 'function a(x) {\n  return x;<<\n}\nfunction b() {\n  @@c();\n}\nb();', 'a'],
  ['on its first line', 'function $a(x) { //<<\n  return x;\n}\nfunction b() {\n  @@c();\n}\nb();', '$a'],
  ['in a function of it', 'function a(x) {\n  return () => {\n    x();<<\n  };\n}\n@@b();', 'a'],
])('a function that nothing names is named, %s', (_what, marked, name) => {
  expect(reasonOf(marked)).toBe(`no code there: ${name}() is never used, V8 left it out`);
});

test.each([
  [
    'a function that nothing names',
    'function a(x) {\n  return x;\n}\n',
    'no code there: a() is never used, V8 left it out',
  ],
  ['one that is exported', 'export function a(x) {\n  // nothing\n}\n', 'no code there'],
  ['one that is used', 'function a(x) {\n  // nothing\n}\na();\n', 'no code there'],
])('where V8 has no place at all, %s is judged by its text', (_what, text, reason) => {
  expect(noPlaceReason(text, { lineNumber: 1, columnNumber: 0 })).toBe(reason);
});
