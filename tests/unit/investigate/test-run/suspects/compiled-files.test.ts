import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unmappedFiles } from '../../../../../src/investigate/test-run/suspects/compiled-files.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder('compiled-');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function unmapped(name: string, ...functions: readonly string[]): number {
  const path = join(folder, name);
  writeFileSync(path, 'interface Item {}\n\nfunction total() {\n}\nclass Cart {\n  add() {}\n}\n');
  const parts = functions.map((within, line) => ({ path, line, endLine: line, within }));
  return unmappedFiles(parts, folder).size;
}

test('a compiled file whose functions are not where they are said to be has lost its map', () => {
  expect(unmapped('a.ts', '3:total', '6:Cart.add', '6:(anonymous)')).toBe(0);
  expect(unmapped('a.ts', '1:total', '4:Cart.add', '1:(anonymous)')).toBe(1);
  expect(unmapped('a.ts', '1:(anonymous)')).toBe(0);
  expect(unmapped('a.js', '1:total', '4:Cart.add')).toBe(0);
});
