import { expect, it } from 'vitest';
import { namesInScope } from '../../../../../src/adapter/v8/source/names-in-scope.ts';

const SOURCE = `const top = 1, used = 2;
function f(a, { b }, unused) {
  let c = a, lost = 0;
  for (const d of b) {
    String(d);
  }
  const inner = (x) => {
    const here = c + x;
    return here + used;
  };
  return inner(lost);
}
`;

const named = (source: string, text: string) => {
  const before = source.slice(0, source.indexOf(text)).split('\n');
  return namesInScope(source, { lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 });
};

it('names what a place can name, innermost first, and what functions keep of the scopes around it', () => {
  expect(named(SOURCE, 'String(d)')).toEqual(['d', 'c', 'lost', 'inner', 'a', 'b', 'unused', 'used']);
  expect(named(SOURCE, 'return here')).toEqual(['here', 'x', 'c', 'used']);
  expect(named(SOURCE, 'const top')).toEqual(['top', 'used', 'f']);
});

it('names what a module has in its record', () => {
  const source = `import first, { sep } from 'a';
import * as os from 'b';
export const exported = 4;
export function go() {}
const listed = 1, hidden = 2, { deep } = {};
export { listed };
export default class Main {}
function f() { return 0; }
`;
  expect(named(source, 'return 0').sort()).toEqual(['Main', 'exported', 'first', 'go', 'listed', 'sep']);
});

it('names all where code is evaluated, and the name of a function expression where the function uses it', () => {
  expect(named(`const a = 1;\nfunction f() { eval('a'); return 0; }`, 'return 0')).toEqual(['a', 'f']);
  expect(named('const a = function self() { return 0; };', 'return 0')).toEqual([]);
  expect(named('const a = function self() { self; return 0; };', 'return 0')).toEqual(['self']);
});

it('names nothing in what is no JavaScript', () => {
  expect(namesInScope('let x: number = 1;', { lineNumber: 0, columnNumber: 0 })).toEqual([]);
});
