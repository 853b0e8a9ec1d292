import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBeside, isCalledSource, SourcePlaces } from '../../../src/files/source-places.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('places-');
const at = (name: string) => join(folder, name);

beforeAll(() => {
  const files = ['mono/package.json', 'mono/shop/package.json', 'mono/shop/dist/a.js', 'mono/cart/src/b.ts', 'key'];
  for (const name of [...files, 'bare/dist/a.js', 'bare/src/a.ts', 'bare/src/notes', 'linked/node_modules/p/a.ts']) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), '');
  }
  symlinkSync('/etc/passwd', at('mono/shop/password.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a program started in a package has its sources in the whole workspace, and in what is installed', () => {
  const places = new SourcePlaces([at('mono/shop')]);
  const files = ['mono/shop/dist/a.js', 'mono/cart/src/b.ts', 'linked/node_modules/p/a.ts', 'mono/shop/missing.ts'];
  expect(files.filter((name) => !places.has(at(name)))).toEqual([]);
});

test.each([
  ['/etc/passwd'],
  [at('key')],
  [at('bare/src/a.ts')],
  // A link that leads out of it.
  [at('mono/shop/password.ts')],
  [`${at('mono/shop')}/../../key`],
])('%s is none of them', (path) => {
  expect(new SourcePlaces([at('mono/shop')]).has(path)).toBe(false);
});

test('a server that was started in / takes no file of the machine for a source', () => {
  expect(new SourcePlaces(['/']).has('/etc/passwd')).toBe(false);
});

test('a source lies in the project of what was compiled from it, or beside it', () => {
  expect(isBeside(at('mono/shop/src/a.ts'), at('mono/shop/dist/a.js'))).toBe(true);
  expect(isBeside(at('bare/src/a.ts'), at('bare/dist/a.js'))).toBe(true);
  expect(isBeside(at('bare/src/notes'), at('bare/dist/a.js'))).toBe(false);
  expect(isBeside(at('key'), at('bare/dist/a.js'))).toBe(false);
  expect(isBeside('/etc/passwd', at('mono/shop/dist/a.js'))).toBe(false);
  // Such a name is only claimed.
  expect(isBeside('/etc/passwd', '/etc/app.js')).toBe(false);
});

test('a source is known by its ending', () => {
  const names = ['a.ts', 'a.mjs', 'a.tsx', 'a.py', 'a.go', 'a.cpp', 'a.h', 'a.rs', 'a.vue'];
  expect(names.filter((name) => !isCalledSource(at(name)))).toEqual([]);
  expect(
    ['/etc/passwd', '/home/x/.env', '/home/x/.ssh/id_rsa', at('mono/shop/password.ts')].filter(isCalledSource),
  ).toEqual([]);
});
