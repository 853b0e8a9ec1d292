import { expect, test } from 'vitest';
import { SourceMap } from '../../../src/sourcemap/source-map.ts';
import { makeMap } from './make-map.ts';

const URL = 'file:///app/dist/main.js.map';
const SOURCE = '/app/src/main.ts';
const at = (lineNumber: number, columnNumber: number) => ({ lineNumber, columnNumber });

function mapOf(json: object, url = URL): SourceMap {
  return new SourceMap(JSON.stringify(json), { url, root: '/app', exists: () => true });
}

test('a place is found both ways, 0-based in generated code and 1-based in the source', () => {
  const map = mapOf(makeMap(['../src/main.ts'], [{ generated: [2, 4], original: [0, 9, 2] }]));
  expect(map.sources).toEqual([SOURCE]);
  expect(map.originalOf(at(2, 4))).toEqual({ path: SOURCE, line: 10, column: 3 });
  expect(map.generatedOf(SOURCE, 10)).toEqual([at(2, 4)]);
});

test('a place between two mappings belongs to the one before it', () => {
  const mappings = [
    { generated: [0, 0], original: [0, 0, 0] },
    { generated: [0, 20], original: [0, 5, 0] },
  ] as const;
  const map = mapOf(makeMap(['../src/main.ts'], mappings));
  expect(map.originalOf(at(0, 19))?.line).toBe(1);
  expect(map.originalOf(at(0, 21))?.line).toBe(6);
});

test('code that comes from no source has no original place', () => {
  const mappings = [{ generated: [0, 4], original: [0, 0, 0] }, { generated: [0, 10] }] as const;
  const map = mapOf(makeMap(['../src/main.ts'], mappings));
  expect(map.originalOf(at(0, 0))).toBeUndefined();
  expect(map.originalOf(at(0, 12))).toBeUndefined();
  expect(map.originalOf(at(7, 0))).toBeUndefined();
});

test.each(['plain', 'sections'])('a mapping below zero, as broken compilers write it, maps nothing: %s', (kind) => {
  const mappings = [
    { generated: [0, 0], original: [0, 2, 0] },
    { generated: [1, 0], original: [0, -1, 4] },
    { generated: [2, 0], original: [0, 3, -1] },
    { generated: [3, 0], original: [0, 4, 0] },
  ] as const;
  const json = makeMap(['../src/main.ts'], mappings);
  const map = mapOf(
    kind === 'plain' ? json : { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: json }] },
  );
  expect([0, 1, 2, 3].map((line) => map.originalOf(at(line, 0))?.line)).toEqual([3, undefined, undefined, 5]);
  expect([0, 3, 4].map((line) => map.generatedOf(SOURCE, line).length)).toEqual([0, 1, 0]);
});

test('a line that a compiler copied is found at every copy, and only at its first column', () => {
  const mappings = [
    { generated: [0, 0], original: [0, 3, 4] },
    { generated: [0, 8], original: [0, 3, 10] },
    { generated: [5, 2], original: [0, 3, 4] },
  ] as const;
  const map = mapOf(makeMap(['../src/main.ts'], mappings));
  expect(map.generatedOf(SOURCE, 4)).toEqual([at(0, 0), at(5, 2)]);
  expect(map.generatedOf(SOURCE, 4, 6)).toEqual([at(0, 8)]);
  expect(map.generatedOf(SOURCE, 4, 50)).toEqual([]);
});

test('a source that is named twice in the map is one source', () => {
  const mappings = [
    { generated: [0, 0], original: [0, 0, 0] },
    { generated: [1, 0], original: [1, 0, 0] },
  ] as const;
  const map = mapOf(makeMap(['../src/main.ts', './../src/main.ts'], mappings));
  expect(map.generatedOf(SOURCE, 1)).toEqual([at(0, 0), at(1, 0)]);
});

test('sources are relative to the source root, which is relative to the map', () => {
  const json = makeMap(['main.ts'], [{ generated: [0, 0], original: [0, 0, 0] }]);
  expect(mapOf({ ...json, sourceRoot: '../src' }).sources).toEqual([SOURCE]);
  expect(mapOf({ ...json, sourceRoot: '../src/' }).sources).toEqual([SOURCE]);
  expect(mapOf({ ...json, sourceRoot: '/elsewhere/src' }).sources).toEqual(['/elsewhere/src/main.ts']);
  expect(mapOf({ ...json, sourceRoot: 'file:///elsewhere/src/' }).sources).toEqual(['/elsewhere/src/main.ts']);
});

test('an index map is one map of its sections, each moved to where it begins', () => {
  const section = (source: string) => makeMap([source], [{ generated: [0, 2], original: [0, 4, 0] }]);
  const map = mapOf({
    version: 3,
    sections: [
      { offset: { line: 0, column: 10 }, map: section('../src/a.ts') },
      { offset: { line: 8, column: 0 }, map: { ...section('b.ts'), sourceRoot: '../src' } },
    ],
  });
  expect(map.sources).toEqual(['/app/src/a.ts', '/app/src/b.ts']);
  expect(map.originalOf(at(0, 12))).toMatchObject({ path: '/app/src/a.ts', line: 5 });
  expect(map.originalOf(at(8, 2))).toMatchObject({ path: '/app/src/b.ts', line: 5 });
  expect(map.generatedOf('/app/src/b.ts', 5)).toEqual([at(8, 2)]);
});

test('the name of an identifier is that of the mapping that begins exactly there', () => {
  const mappings = [
    { generated: [0, 4], original: [0, 0, 6], name: 1 },
    { generated: [0, 6], original: [0, 0, 20] },
  ] as const;
  const map = mapOf(makeMap(['../src/main.ts'], mappings, ['other', 'grandTotal']));
  expect(map.hasNames).toBe(true);
  expect(map.nameAt(at(0, 4))).toBe('grandTotal');
  expect(map.nameAt(at(0, 5))).toBeUndefined();
  expect(map.nameAt(at(0, 6))).toBeUndefined();
  expect(map.originalOf(at(0, 4))?.name).toBe('grandTotal');
});

test('the next line with code is found within fifty lines, and never before the line itself', () => {
  const mappings = [
    { generated: [0, 0], original: [0, 2, 0] },
    { generated: [1, 0], original: [0, 80, 0] },
    { generated: [2, 0], original: [0, 9, 0] },
  ] as const;
  const map = mapOf(makeMap(['../src/main.ts'], mappings));
  expect(map.mappedLineFrom(SOURCE, 3)).toBe(3);
  expect(map.mappedLineFrom(SOURCE, 4)).toBe(10);
  expect(map.mappedLineFrom(SOURCE, 11)).toBeUndefined();
  expect(map.mappedLineFrom(SOURCE, 31)).toBe(81);
  expect(map.mappedLineFrom(SOURCE, 82)).toBeUndefined();
  expect(map.mappedLineFrom('/app/src/other.ts', 1)).toBeUndefined();
});

test('a source whose file is gone is read from the map', () => {
  const json = makeMap(['../src/a.ts', '../src/b.ts'], [{ generated: [0, 0], original: [1, 0, 0] }]);
  const map = mapOf({ ...json, sourcesContent: [null, 'const b = 1;\n'] });
  expect(map.contentOf('/app/src/b.ts')).toBe('const b = 1;\n');
  expect(map.contentOf('/app/src/a.ts')).toBeUndefined();
  expect(map.contentOf('/app/src/c.ts')).toBeUndefined();
  expect(mapOf(json).contentOf('/app/src/b.ts')).toBeUndefined();
});

test('the line against execution in front of a map is no part of it', () => {
  const json = JSON.stringify(makeMap(['../src/main.ts'], [{ generated: [0, 0], original: [0, 0, 0] }]));
  const map = new SourceMap(`)]}'\n${json}`, { url: URL, root: '/app', exists: () => true });
  expect(map.originalOf(at(0, 0))?.path).toBe(SOURCE);
});

test('a map without mappings maps nothing', () => {
  const map = mapOf({ version: 3, sources: [], names: [], mappings: '' });
  expect(map.originalOf(at(0, 0))).toBeUndefined();
  expect(map.generatedOf(SOURCE, 1)).toEqual([]);
  expect(map.hasNames).toBe(false);
});

test('a source without a name is no file', () => {
  const map = mapOf(makeMap([null, '../src/main.ts'], [{ generated: [0, 0], original: [1, 0, 0] }]));
  expect(map.sources[0]).not.toMatch(/^\//);
  expect(map.originalOf(at(0, 0))?.path).toBe(SOURCE);
});

test.each([
  ['no JSON', 'not a map'],
  ['nothing', ''],
  ['null', 'null'],
  ['no mappings', '{"version":3,"sources":[]}'],
  ['mappings of another kind', '{"version":3,"sources":[],"mappings":7}'],
])('a text that is no source map is refused when it is decoded: %s', (_, text) => {
  expect(() => new SourceMap(text, { url: URL, root: '/app', exists: () => true })).toThrow();
});

test('mappings to sources and names that are not there map to nothing', () => {
  const map = mapOf(makeMap(['../src/main.ts'], [{ generated: [0, 0], original: [3, 0, 0], name: 9 }]));
  expect(map.originalOf(at(0, 0))).toBeUndefined();
  expect(map.nameAt(at(0, 0))).toBeUndefined();
});

test.each([
  [{ version: 3, sources: ['a.ts'], names: [], mappings: '' }, true],
  [{ version: 3, sources: ['a.ts'], names: [], mappings: ';,;' }, true],
  [{ version: 3, sources: [], names: [], mappings: 'AAAA' }, true],
  [{ version: 3, sections: [] }, true],
  [
    {
      version: 3,
      sections: [{ offset: { line: 0, column: 0 }, map: { version: 3, sources: ['a.ts'], names: [], mappings: 'A' } }],
    },
    false,
  ],
  [{ version: 3, sources: ['a.ts'], names: [], mappings: ';;AAAA' }, false],
])('a map that maps no place is empty: %j', (json, isEmpty) => {
  expect(mapOf(json).isEmpty).toBe(isEmpty);
});
