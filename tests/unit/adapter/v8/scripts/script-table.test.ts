import { expect, test } from 'vitest';
import { nodeScriptNaming } from '../../../../../src/adapter/node/script-naming.ts';
import { ScriptTable } from '../../../../../src/adapter/v8/scripts/script-table.ts';

const MANY = 100_000;

/** A table of these scripts, numbered from 0. */
function tableOf(urls: Iterable<string>): ScriptTable {
  const table = new ScriptTable('/shop', nodeScriptNaming);
  let id = 0;
  for (const url of urls) {
    table.add({ scriptId: String(id++), url, executionContextId: 1, ...SPAN });
  }
  return table;
}

const SPAN = { startLine: 0, startColumn: 0, endLine: 1, endColumn: 0, hash: '', buildId: '' };

test.each([
  ['evaluated without end', (index: number) => `evaluated-${index}.js`],
  ['evaluated under one name', () => 'evalmachine.<anonymous>'],
  ['loaded again and again from one file', () => 'file:///shop/page.js'],
  ['loaded again and again with another query', (index: number) => `file:///shop/page.js?v=${index}`],
])('of scripts that are %s, the last ones are known', (_name, urlOf) => {
  const table = tableOf(Array.from({ length: MANY }, (_, index) => urlOf(index)));
  expect(table.ofProgram().length).toBeLessThan(10_000);
  expect(table.get(String(MANY - 1)).url).toBe(urlOf(MANY - 1));
  expect(table.get('1').url).toBe('');
});

test('every file and every script of the host stays known', () => {
  const files = Array.from({ length: 20_000 }, (_, index) => `file:///shop/${index}.js`);
  const table = tableOf(['node:fs', ...files, ...Array.from({ length: MANY }, () => 'evalmachine.<anonymous>')]);
  expect(table.get('0').url).toBe('node:fs');
  expect(table.get('1').path).toBe('/shop/0.js');
  expect(table.withUrl(['file:///shop/19999.js'])).toHaveLength(1);
});

test('of files that are not there the first and the last are known, of one that is there its script', () => {
  const nowhere = (index: number) => `file:///nowhere/${index}.js`;
  const script = import.meta.url;
  const table = tableOf([
    ...Array.from({ length: MANY }, (_, index) => nowhere(index)),
    script,
    ...Array.from({ length: MANY }, (_, index) => nowhere(MANY + index)),
  ]);
  expect(table.ofProgram().length).toBeLessThan(30_000);
  expect(table.get('1').url).toBe(nowhere(1));
  expect(table.get('50000').url).toBe('');
  expect(table.get(String(2 * MANY)).url).toBe(nowhere(2 * MANY - 1));
  expect(table.withUrl([script])).toHaveLength(1);
});

test('after the end of the thread nothing is known any more', () => {
  const table = tableOf(['file:///shop/page.js', 'evalmachine.<anonymous>']);
  table.clear();
  expect(table.ofProgram()).toEqual([]);
});
