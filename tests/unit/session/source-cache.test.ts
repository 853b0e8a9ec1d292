import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SourceCache } from '../../../src/session/source-cache.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('sources-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

it('reads a file once, and again when it has changed', () => {
  const cache = new SourceCache();
  const path = written('a.txt', 'one\r\ntwo\n');
  const first = cache.linesOf(path);
  expect(first).toEqual(['one', 'two']);
  expect(cache.linesOf(path)).toBe(first);
  utimesSync(path, new Date(), new Date(1_000));
  expect(cache.linesOf(path)).not.toBe(first);
  written('a.txt', 'six\r\ntwo\n');
  expect(cache.linesOf(path)).toEqual(['six', 'two']);
});

it('keeps the files that were asked for last', () => {
  const cache = new SourceCache();
  const paths = Array.from({ length: 51 }, (_, index) => written(`${index}.txt`, `${index}`));
  const [first = '', second = ''] = paths;
  const lines = cache.linesOf(first);
  const others = cache.linesOf(second);
  for (const path of paths.slice(2, 50)) cache.linesOf(path);
  expect(cache.linesOf(first)).toBe(lines);
  cache.linesOf(paths[50] ?? '');
  expect(cache.linesOf(first)).toBe(lines);
  expect(cache.linesOf(second)).not.toBe(others);
});

it('has no line after the last line end, and none of an empty file', () => {
  const cache = new SourceCache();
  expect(cache.linesOf(written('open.txt', 'a\nb'))).toEqual(['a', 'b']);
  expect(cache.linesOf(written('empty.txt', ''))).toEqual([]);
});

it('says what is not a file', () => {
  const cache = new SourceCache();
  expect(() => cache.linesOf(join(folder, 'nope.txt'))).toThrow(
    /File not found: .*nope\.txt \(there is no such file\)/,
  );
  expect(() => cache.linesOf(folder)).toThrow(/it is not a file/);
});
