import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AnyMap, eachMapping } from '@jridgewell/trace-mapping';
import { type BuildOptions, build } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMap, sourceMapUrlIn } from '../../../src/sourcemap/read-map.ts';
import { SourceMap } from '../../../src/sourcemap/source-map.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = join(REPOSITORY, 'tests/programs/typescript');

interface Subject {
  readonly map: SourceMap;
  /** Every place of a source that the map names, 1-based. From another reader of the same map. */
  readonly places: readonly { readonly path: string; readonly line: number; readonly column: number }[];
}

function subjectOf(text: string, url: string): Subject {
  const map = new SourceMap(text, { url, root: REPOSITORY, exists: existsSync });
  const raw = new AnyMap(text, url);
  const places: Subject['places'][number][] = [];
  eachMapping(raw, ({ source, originalLine, originalColumn }) => {
    if (source === null) return;
    const path = map.sources[raw.resolvedSources.indexOf(source)] ?? '';
    places.push({ path, line: originalLine, column: originalColumn + 1 });
  });
  return { map, places };
}

/** A script that is published with its map. */
function published(path: string): Subject {
  const script = join(REPOSITORY, 'node_modules', path);
  const scriptUrl = pathToFileURL(script).href;
  const found = readMap(sourceMapUrlIn(readFileSync(script, 'utf8')) ?? '', scriptUrl, (file) =>
    readFileSync(file, 'utf8'),
  );
  if (!found) throw new Error(`${path} has no map.`);
  return subjectOf(found.text, found.url);
}

async function compiled(options: BuildOptions): Promise<Subject> {
  const outfile = join(PROGRAM, 'dist/main.js');
  const { outputFiles } = await build({
    entryPoints: [join(PROGRAM, 'main.ts')],
    outfile,
    platform: 'node',
    target: 'es2022',
    sourcemap: 'external',
    write: false,
    ...options,
  });
  const map = outputFiles?.find(({ path }) => path.endsWith('.map'));
  if (!map) throw new Error('esbuild wrote no map.');
  return subjectOf(map.text, pathToFileURL(map.path).href);
}

const SUBJECTS: readonly (readonly [string, () => Subject | Promise<Subject>])[] = [
  ['the test program, file by file', () => compiled({ format: 'esm' })],
  ['the test program, bundled', () => compiled({ bundle: true, format: 'cjs' })],
  ['the test program, minified', () => compiled({ bundle: true, format: 'esm', minify: true })],
  ['gpt-tokenizer, by tsc', () => published('gpt-tokenizer/esm/GptEncoding.js')],
  ['trace-mapping, a bundle', () => published('@jridgewell/trace-mapping/dist/trace-mapping.mjs')],
  ['magic-string, a bundle', () => published('magic-string/dist/magic-string.es.mjs')],
];

// Feature: mcp-debugger-tool, Property 15: mapping a source position to generated code and back gives the same position
test.each(SUBJECTS)('every mapped line comes back as itself: %s', async (_, load) => {
  const { map, places } = await load();
  expect(places.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.nat({ max: places.length - 1 }), fc.boolean(), (index, byColumn) => {
      const place = places[index];
      if (!place) return;
      const generated = map.generatedOf(place.path, place.line, byColumn ? place.column : undefined);
      expect(generated.length).toBeGreaterThan(0);
      for (const position of generated) {
        const original = map.originalOf(position);
        expect(original).toMatchObject({ path: place.path, line: place.line });
        if (byColumn) expect(original?.column).toBe(place.column);
      }
    }),
    { numRuns: 400 },
  );
});

// Feature: mcp-debugger-tool, Property 15: mapping a source position to generated code and back gives the same position
test.each(SUBJECTS)('a line without code leads to the next one that has some: %s', async (_, load) => {
  const { map, places } = await load();
  const [path = ''] = places.map((place) => place.path);
  const mapped = [...new Set(places.filter((place) => place.path === path).map(({ line }) => line))].sort(
    (a, b) => a - b,
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: (mapped.at(-1) ?? 1) + 60 }), (line) => {
      const expected = mapped.find((each) => each >= line);
      const isNear = expected !== undefined && expected - line <= 50;
      expect(map.mappedLineFrom(path, line)).toBe(isNear ? expected : undefined);
      expect(map.generatedOf(path, line).length > 0).toBe(mapped.includes(line));
    }),
  );
});
