import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outputFoldersIn, stampOf } from '../../../../../src/adapter/v8/scripts/output-folders.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const root = temporaryFolder('outputs-');
afterAll(() => rmSync(root, { recursive: true }));

test('outputs lie where they usually do, and where a configuration says, be it with comments', () => {
  const usual = outputFoldersIn(root).names;
  expect(usual).toEqual(expect.arrayContaining(['dist', 'build', 'out', 'lib']));
  writeFileSync(join(root, 'tsconfig.json'), '{ // here\n "compilerOptions": { "outDir": "./made/server", } }');
  writeFileSync(join(root, 'tsconfig.build.json'), '{ "compilerOptions": { "outDir": "./" } }');
  expect(outputFoldersIn(root)).toEqual({ root, names: [...usual, 'server'] });
});

test('the stamp changes when an output folder is made, and no other time', () => {
  const outputs = [outputFoldersIn(root)];
  const source = join(root, 'src/main.ts');
  const before = stampOf(source, outputs);
  mkdirSync(join(root, 'other'));
  expect(stampOf(source, outputs)).toBe(before);
  mkdirSync(join(root, 'dist'));
  expect(stampOf(source, outputs)).not.toBe(before);
});
