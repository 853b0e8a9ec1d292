import { utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hangingProcess } from '../../../../../src/investigate/test-run/hang/hanging-process.ts';
import { ResultsFile } from '../../../../../src/investigate/test-run/results-file.ts';

const begin = (name: string, pid: number, runner = 'pytest') => ({ runner, pid, kind: 'begin', name: [name] });
const end = (name: string, pid: number) => ({ ...begin(name, pid), kind: 'test', status: 'passed', errors: [] });
const AGO_S = 60;

async function processOf(records: readonly object[], agoS = AGO_S) {
  const results = await ResultsFile.open();
  try {
    writeFileSync(results.path, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const written = Date.now() / 1_000 - agoS;
    utimesSync(results.path, written, written);
    return hangingProcess(results);
  } finally {
    results.close();
  }
}

test('the process in which a test began last and did not end, of a runner that needs no debugger', async () => {
  const both = [begin('a', 7), end('a', 7), begin('b', 7), begin('c', 8), end('c', 8)];
  expect(await processOf(both)).toEqual({ pid: 7, language: 'python' });
  expect(await processOf([...both, begin('d', 8)])).toEqual({ pid: 8, language: 'python' });
  expect(await processOf([begin('a', 7), end('a', 7)])).toBeUndefined();
  expect(await processOf([begin('a', 7, 'jest')])).toBeUndefined();
  expect(await processOf([])).toBeUndefined();
});

test('none where something was written a moment ago', async () => {
  expect(await processOf([begin('a', 7)], 0)).toBeUndefined();
});
