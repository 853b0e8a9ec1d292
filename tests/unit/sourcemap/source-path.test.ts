import { expect, test } from 'vitest';
import { sourcePath } from '../../../src/sourcemap/source-path.ts';

const URL = 'file:///home/shop/packages/app/bundle/main.js.map';
const ROOT = '/home/shop';

function pathOf(source: string, ...existing: string[]): string {
  return sourcePath(source, { url: URL, root: ROOT, exists: (path) => existing.includes(path) });
}

test('a file url is that file, without its query', () => {
  expect(pathOf('file:///home/shop/src/a.ts')).toBe('/home/shop/src/a.ts');
  expect(pathOf('file:///home/my%20shop/src/%5Bid%5D.ts')).toBe('/home/my shop/src/[id].ts');
  expect(pathOf('file:///home/shop/src/a.ts?v=1')).toBe('/home/shop/src/a.ts');
});

test('a path is absolute, or starts from the folder of the program', () => {
  expect(pathOf('/home/shop/src/a.ts')).toBe('/home/shop/src/a.ts');
  expect(pathOf('src/a.ts')).toBe('/home/shop/src/a.ts');
});

test.each([
  ['webpack:///./src/a.ts', '/home/shop/src/a.ts'],
  ['webpack:///src/a.ts', '/home/shop/src/a.ts'],
  ['webpack://app/./src/a.ts', '/home/shop/src/a.ts'],
  ['webpack://app/./src/a.ts?1a2b', '/home/shop/src/a.ts'],
  ['webpack://app/src/my%20a.ts', '/home/shop/src/my a.ts'],
  ['webpack://src/a.ts', '/home/shop/src/a.ts'],
  ['webpack:///home/shop/src/a.ts', '/home/shop/src/a.ts'],
  ['webpack://@scope/app/src/a.ts', '/home/shop/src/a.ts'],
  ['webpack://app/./src/a.ts', '/home/shop/packages/app/src/a.ts'],
])('%s means %s, if that exists', (source, path) => {
  expect(pathOf(source, path)).toBe(path);
});

test('a bundler url under which nothing exists stays what it is', () => {
  expect(pathOf('webpack://app/webpack/bootstrap')).toBe('webpack://app/webpack/bootstrap');
});

test('the folder of the program is tried before those above the generated file', () => {
  const both = ['/home/shop/src/a.ts', '/home/shop/packages/app/src/a.ts'];
  expect(pathOf('webpack:///src/a.ts', ...both)).toBe('/home/shop/src/a.ts');
});

test.each([
  ['file:///home/shop/issue#12/a.ts', '/home/shop/issue#12/a.ts'],
  ['file:///home/shop/why?/a.ts', '/home/shop/why?/a.ts'],
  ['file:///home/shop/100%/a.ts', '/home/shop/100%/a.ts'],
])('%s, written without escapes as compilers do, means the file of that name', (source, path) => {
  expect(pathOf(source, path)).toBe(path);
});

test('a url that names no local file stays what it is', () => {
  expect(pathOf('file://server/share/a.ts')).toBe('file://server/share/a.ts');
  expect(pathOf('https://example.com/a.ts')).toBe('https://example.com/a.ts');
});
