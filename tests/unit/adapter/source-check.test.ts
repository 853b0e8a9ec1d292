import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sourceProblem } from '../../../src/adapter/source-check.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('check-');
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

test('what a path names below a file is in an archive, where the language has any', () => {
  const archive = join(folder, 'tool.pyz');
  writeFileSync(archive, 'PK');
  const path = join(archive, 'shop', 'cart.py');
  expect(sourceProblem(path, 3, true)).toBeUndefined();
  expect(sourceProblem(path, 3)).toBe(`there is no file ${path}`);
  const missing = join(folder, 'shop', 'cart.py');
  expect(sourceProblem(missing, 3, true)).toBe(`there is no file ${missing}`);
});

test('a missing file and a folder are named', () => {
  expect(sourceProblem(join(folder, 'b.js'), 1)).toBe(`there is no file ${join(folder, 'b.js')}`);
  expect(sourceProblem(folder, 1)).toBe(`${folder} is not a file`);
});
