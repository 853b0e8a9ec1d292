import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { functionsIn, moveWarning, nodesAround } from '../../../../../src/adapter/v8/source/source-structure.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const folder = temporaryFolder('structure-');
afterAll(() => rmSync(folder, { recursive: true }));

test('functions have the names that people call them by', () => {
  const source = `
function declared() {}
const arrow = () => 1;
const named = function inner() {};
class Cart { total() {} static of() {} #secret() {} get size() { return 1; } field = () => {}; }
const Made = class { run() {} };
const tools = { shorten() {}, longer: () => 1, 'odd name': function () {} };
Cart.prototype.deposit = function () {};
exports.later = () => 1;
later = function () {};
const kept = __name(() => 1, 'kept');
class Keeps { field = __name(() => 1, 'field'); }
const result = run(() => {}, 'a title');
run(() => {});
`;
  expect(functionsIn(source).map(({ name }) => name)).toEqual([
    ...['declared', 'arrow', 'inner', 'Cart.total', 'Cart.of', 'Cart.#secret', 'Cart.size', 'Cart.field', 'Made.run'],
    ...['tools.shorten', 'tools.longer', 'tools.odd name', 'Cart.deposit', 'exports.later', 'later', 'kept'],
    ...['Keeps.field', '(anonymous)', '(anonymous)'],
  ]);
});

test('a body begins behind its brace, or with its expression', () => {
  const [block, expression] = functionsIn('function f() { return 1 }\nconst g = (a) => a + 1');
  expect(block).toMatchObject({ body: { line: 1, column: 14 }, startLine: 1, endLine: 1 });
  expect(expression).toMatchObject({ body: { line: 2, column: 17 } });
});

test('what is not JavaScript has no functions, and neither has an endless text', () => {
  expect(functionsIn('interface A { b: string }')).toEqual([]);
  expect(functionsIn(`function f() {}${' '.repeat(1_000_001)}`)).toEqual([]);
  expect(functionsIn('#!/usr/bin/env node\nfunction f() {}')).toHaveLength(1);
});

test('a breakpoint that moved warns when it has left or entered a function, and not otherwise', () => {
  const path = join(folder, 'moved.js');
  writeFileSync(path, 'function f() {\n  // nothing\n  return 1;\n}\n\nlet a = 1;\nconst g = () => {\n  a = 2;\n};\n');
  expect(moveWarning(path, 2, 3)).toBeUndefined();
  expect(moveWarning(path, 5, 6)).toBeUndefined();
  expect(moveWarning(path, 5, 8)).toMatch(/inside g\(\)/);
  expect(moveWarning(path, 2, 6)).toMatch(/outside f\(\)/);
  expect(moveWarning(join(folder, 'missing.js'), 1, 2)).toBeUndefined();
});

test('the nodes around a place end with the innermost one', () => {
  const types = nodesAround('if (a) {\n  b(c);\n}', 2, 4)?.nodes.map(({ type }) => type);
  expect(types?.slice(0, 3)).toEqual(['Program', 'IfStatement', 'BlockStatement']);
  expect(types?.at(-1)).toBe('Identifier');
  expect(nodesAround('if (', 1, 0)).toBeUndefined();
});

test('a syntax tree is kept for the next one who asks, also that of a small source, but not for ever', () => {
  const source = 'function total() { return 1; }';
  const treeOf = (text: string) => nodesAround(text, 1, 0)?.nodes[0];
  const tree = treeOf(source);
  expect(treeOf(source)).toBe(tree);
  for (let other = 0; other < 19; other++) treeOf(`total(${other})`);
  expect(treeOf(source)).toBe(tree);
  for (let other = 0; other < 20; other++) treeOf(`total(-${other})`);
  expect(treeOf(source)).not.toBe(tree);
});
