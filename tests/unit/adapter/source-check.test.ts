import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sourceProblem } from '../../../src/adapter/source-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['a\r\nb\r\n', 2],
  ['\n\n', 2],
])('%j has %i lines: the last of them is sound, the next one is past the end', (text, lines) => {
  const path = join(folder, 'a.js');
  writeFileSync(path, text);
  if (lines > 0) expect(sourceProblem(path, lines)).toBeUndefined();
  expect(sourceProblem(path, lines + 1)).toBe(
    `line ${lines + 1} is past the end of a.js (${lines} line${lines === 1 ? '' : 's'})`,
  );
});

test('a missing file and a folder are named', () => {
  expect(sourceProblem(join(folder, 'b.js'), 1)).toBe(`there is no file ${join(folder, 'b.js')}`);
  expect(sourceProblem(folder, 1)).toBe(`${folder} is not a file`);
});
