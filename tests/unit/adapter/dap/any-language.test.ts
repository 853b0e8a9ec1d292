import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUILT_IN } from '../../../../src/adapter/languages/languages.ts';

const folder = fileURLToPath(new URL('../../../../src/adapter/dap/', import.meta.url));
/** Names that stand for a language in a text: a recipe knows it, the code for all of them does not. */
const names = [
  ...BUILT_IN.flatMap(({ id, names }) => [id, ...names]),
  'pydevd',
  'pytest',
  'go',
  'delve',
  'ruby',
  'rust',
];
const named = new RegExp(`['"\`](${names.map((name) => name.replace('.', '\\.')).join('|')})['"\`]|debugpy`, 'i');

test('no code that serves every debug adapter asks for a language', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(15);
  const found = files.flatMap((name) => named.exec(readFileSync(folder + name, 'utf8'))?.[0] ?? []);
  expect(found).toEqual([]);
});

test('the rule can fail', () => {
  expect(named.test("if (recipe.id === 'python') return;")).toBe(true);
  expect(named.test("connection.on('debugpyAttach', open);")).toBe(true);
});
