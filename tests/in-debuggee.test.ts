import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import {
  debuggeeFile,
  HANG_MODULES,
  modulePaths,
  SUMMARISER_MODULES,
} from '../src/adapter/languages/python/debuggee-files.ts';
import { bootPath } from '../src/adapter/node/launch/boot/boot-environment.ts';
import { functionText } from '../src/cdp/function-text.ts';
import { runnerFile } from '../src/investigate/test-run/runner-files.ts';
import { TEST_RUNNERS } from '../src/investigate/test-run/runners/runners.ts';
import { debuggeeText } from './support/debuggee-texts.ts';
import { freeNames } from './support/free-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .map((path) => ({ path: `src/${path.replaceAll('\\', '/')}` }))
  .filter(({ path }) => path.endsWith('.ts'))
  .map(({ path }) => ({ path, text: readFileSync(root + path, 'utf8') }));
const files = sources.filter(({ path }) => /\/in-debuggee\/[^/]+\.ts$/.test(path));
/** The files of which more than types are imported, as they are written: those with `?in-debuggee` are sent as texts. */
function importedBy({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return [...text.matchAll(/^import (?!type\b)[^;]*? from '(\.[^']+)';$/gm)].map(([, module = '']) =>
    new URL(module, `file:///${path}`).href.slice('file:///'.length),
  );
}

const roots = [...new Set(sources.flatMap(importedBy))].flatMap((each) => each.match(/^(.+)\?in-debuggee$/)?.[1] ?? []);
/** The files of which functions are sent by their own texts: these stand alone. What others import is sent with them. */
const taken = new Set(sources.filter(({ path }) => !path.includes('/in-debuggee/')).flatMap(importedBy));

/** Globals that every V8 has, and those that Node has beside them. A function would not find any other name in a debuggee. */
const GLOBALS = new Set([
  ...['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Date', 'Error', 'Function', 'JSON', 'Map', 'Math'],
  ...[
    'Number',
    'Object',
    'Reflect',
    'RegExp',
    'Set',
    'SharedArrayBuffer',
    'String',
    'Symbol',
    'TypeError',
    'Uint8Array',
  ],
  ...['WeakMap', 'WeakRef', 'globalThis', 'undefined', 'NaN', 'performance', 'process'],
]);

/** Globals that functions of a room find beside those, by the beginning of their paths. */
const ROOM_GLOBALS: readonly (readonly [room: string, names: readonly string[]])[] = [
  ['src/adapter/node/', ['Buffer']],
];

function isThere(name: string, path: string): boolean {
  return GLOBALS.has(name) || ROOM_GLOBALS.some(([room, names]) => path.startsWith(room) && names.includes(name));
}

/** The bundling of the product, and the ways in which loaders make modules of single files. */
const WAYS: readonly { readonly name: string; readonly options: BuildOptions }[] = [
  { name: 'bundled as the product', options: (await import(`${root}scripts/bundle/build.mjs`)).BUNDLING },
  { name: 'loaded with names kept', options: { bundle: false, format: 'esm', target: 'node20', keepNames: true } },
];

/** The functions of a file, by their names, as texts that are sent. */
async function textsOf(path: string, options: BuildOptions): Promise<Map<string, string>> {
  const built = await build({ ...options, absWorkingDir: root, entryPoints: [path], write: false });
  const code = built.outputFiles?.[0]?.text ?? '';
  const module: Record<string, unknown> = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code}\n//${path}`)}`
  );
  return new Map(
    Object.entries(module).flatMap(([name, value]) =>
      isFunction(value) ? [[name, functionText(value)] as const] : [],
    ),
  );
}

function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function';
}

test('there are functions for the debuggee, in several rooms', () => {
  expect(new Set(files.map(({ path }) => path.split('/in-debuggee/')[0])).size).toBeGreaterThan(6);
  expect(roots.length).toBeGreaterThan(6);
});

test.each(roots)('%s, sent with all that it imports, refers to nothing that a debuggee does not have', async (path) => {
  for (const minify of [true, false]) {
    const strange = freeNames(await debuggeeText(root + path, { minify })).filter((each) => !isThere(each, path));
    expect(strange).toEqual([]);
  }
});

test.each([true, false])(
  'the tracer refers to what its realm has and what it is given, minified: %s',
  async (minify) => {
    const { bundleTraceAgent } = await import(`${root}scripts/bundle/build.mjs`);
    const { GIVEN, BUILT_INS } = await import(`${root}scripts/bundle/own-realm.mjs`);
    const { text } = await bundleTraceAgent({ minify });
    const exported = ['initialize', 'load'];
    const known = new Set([...GIVEN, ...BUILT_INS, ...exported, 'undefined', 'globalThis']);
    // The parser asks whether there is a console; there is none.
    expect(freeNames(`(() => {${text}})`).filter((name) => !known.has(name))).toEqual(['console']);
  },
);

test('no function that needs others is taken from its module, but by code that runs there, too', () => {
  const needy = files.filter((file) => importedBy(file).length > 0);
  expect(needy.length).toBeGreaterThan(10);
  expect(needy.filter(({ path }) => taken.has(path))).toEqual([]);
});

describe.each(files.filter(({ path }) => taken.has(path)))('$path', ({ path }) => {
  test.each(WAYS)('refers to nothing that a debuggee does not have, $name', async ({ options }) => {
    const found: Record<string, string[]> = {};
    for (const [name, text] of await textsOf(path, options)) {
      const strange = freeNames(text).filter((each) => !isThere(each, path));
      if (strange.length > 0) found[name] = strange;
    }
    expect(found).toEqual({});
  });
});

test.each(files)(
  '$path imports nothing but types and what runs in debuggees, and exports nothing but functions and types',
  (file) => {
    expect(importedBy(file).filter((each) => !each.includes('/in-debuggee/'))).toEqual([]);
    expect(file.text.match(/^import (?!type\b)[^;]*? from '[^.][^']*';$/gm) ?? []).toEqual([]);
    const exported = [...file.text.matchAll(/^export (?:const (\w+) = )?(.*)$/gm)].map(([, , what = '']) => what);
    expect(exported.filter((what) => !/^(function|type|interface|\()/.test(what))).toEqual([]);
  },
);

describe('the free names of a text', () => {
  test.each([
    ['(function f(a, { b: [c] = d }) { return a + f(c) + e.g })', ['d', 'e']],
    ['(() => { { let a = 1; } return a; })', ['a']],
    ['(() => { if (b) { var a = 1; } return a; })', ['b']],
    ['((e) => { const t = (n) => r(n, e); for (const n of o) t(n); })', ['o', 'r']],
    ['(() => { try {} catch (e) { e } return e; })', ['e']],
    ['({ a: 1, b, [c]: 1, d() { return this.x } })', ['b', 'c']],
    ['(class A extends B { c = d; static { let e; e; } })', ['B', 'd']],
    ['(() => { a: for (;;) break a; })', []],
    ['(function () { return arguments })', []],
  ])('%s', (text, expected) => {
    expect(freeNames(text)).toEqual(expected);
  });
});

test('every file that another process runs is there', () => {
  const python = ['start_debuggee.py', 'install_module.py', 'interpreter_facts.py', 'check_expressions.py'] as const;
  const modules = Object.values(modulePaths([...SUMMARISER_MODULES, ...HANG_MODULES]));
  const names = [...python.map(debuggeeFile), ...modules];
  const hooks = TEST_RUNNERS.flatMap(({ hook }) => hook?.file ?? []);
  const runners = [...hooks, 'vitest-reporter.mjs', 'node-test-reporter.mjs', 'mcp_debugger_pytest.py'].map(runnerFile);
  expect([...names, ...runners, bootPath()].filter((path) => !existsSync(path))).toEqual([]);
});
