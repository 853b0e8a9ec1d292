import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  DESCRIBING_MODULES,
  debuggeeFile,
  HANG_MODULES,
  modulePaths,
  SUMMARISER_MODULES,
  WRITE_MODULES,
} from '../src/adapter/languages/python/debuggee-files.ts';
import { pythonWith } from './support/pythons.ts';

const READER = fileURLToPath(new URL('./support/python-names.py', import.meta.url));
const PYTHON = fileURLToPath(new URL('../src/adapter/languages/python/', import.meta.url));
/** Stands in one text with the module that installs the others. */
const PACKAGE = 'own_package';
/** Modules that have others import from them what they import themselves. */
const IMPORTED_FROM = ['questions', 'describing'];

interface Names {
  readonly unbound: readonly string[];
  readonly own: readonly string[];
  readonly unused: readonly string[];
  /** The modules, with the names that are taken from them; null for the module itself. */
  readonly imports: readonly (readonly [module: string, name: string | null])[];
  /** The modules that are not ours. */
  readonly others: readonly string[];
  /** The modules that are imported before anything of the file runs. */
  readonly first: readonly string[];
}

const IN_DEBUGGEE = modulePaths([...SUMMARISER_MODULES, ...HANG_MODULES, ...WRITE_MODULES]);
/** Rooms whose modules are found by their files. */
const ROOMS = ['trace', 'follow', 'patch', 'restart'];
const inRooms = ROOMS.flatMap((room) => pythonFiles(`${PYTHON}${room}/in-debuggee/`));
const modules = namesIn([
  ...Object.values(IN_DEBUGGEE),
  ...inRooms,
  ...['own_files', 'pass_to_children', 'hurry_debugpy', 'load_debugger'].map(
    (name) => `${PYTHON}in-debuggee/${name}.py`,
  ),
]);

function pythonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => folder + name);
}

/** The names of files, by their module. */
function namesIn(files: readonly string[]): Map<string, Names> {
  const read = execFileSync(pythonWith('newest'), [READER, ...files], { encoding: 'utf8', timeout: 30_000 });
  const found = JSON.parse(read) as Record<string, Names>;
  return new Map(Object.entries(found).map(([path, names]) => [basename(path, '.py'), names]));
}

test.each([...modules])(
  '%s uses no name that it neither has nor imports, and imports none that it does not use',
  (name, found) => {
    expect(found.unbound).toEqual([]);
    if (!IMPORTED_FROM.includes(name)) expect(found.unused).toEqual([]);
  },
);

test.each([...modules])('%s imports what the modules have', (_, { imports }) => {
  const missing = imports.filter(([module, name]) => {
    const names = modules.get(module);
    return module !== PACKAGE && (names === undefined || (name !== null && !names.own.includes(name)));
  });
  expect(missing).toEqual([]);
});

test.each([
  ['those that describe values', DESCRIBING_MODULES, []],
  ['those of the summariser', SUMMARISER_MODULES, []],
  ['those of hangs', HANG_MODULES, SUMMARISER_MODULES],
  ['those of writes', WRITE_MODULES, SUMMARISER_MODULES],
] as const)('%s come with all that they import', (_, own, before) => {
  const there = new Set<string>([...own, ...before, PACKAGE]);
  const wanted = own.flatMap((name) => modules.get(name)?.imports.map(([module]) => module) ?? []);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((module) => !there.has(module))).toEqual([]);
});

test('no two modules of these rooms need each other to be loaded', () => {
  const names = new Set(inRooms.map((path) => basename(path, '.py')));
  const left = new Map(
    [...names].map((name) => [name, modules.get(name)?.first.filter((each) => names.has(each)) ?? []]),
  );
  for (;;) {
    const loadable = [...left].filter(([, needed]) => needed.every((each) => !left.has(each))).map(([name]) => name);
    if (loadable.length === 0) break;
    for (const each of loadable) left.delete(each);
  }
  expect(Object.fromEntries(left)).toEqual({});
});

test('a name that comes from nowhere is found', () => {
  expect(namesIn([debuggeeFile('install_module.py')]).get('install_module')?.unbound).toContain('OwnPackage');
});

/** The tracer wants these as the program has them. */
const OF_PROGRAM = ['builtins', 'threading', 'importlib.machinery'];
/** No function of these is written in Python and looks for others. */
const IN_C = ['_ctypes', 'ctypes'];

test('the tracer works with copies of Python’s modules, which the program cannot change', () => {
  const text = readFileSync(debuggeeFile('own_package.py'), 'utf8');
  const [, list = ''] = /^COPIED = frozenset\(\(([^)]*)\)/m.exec(text) ?? [];
  const copied = new Set([...list.matchAll(/"([\w.]+)"/g)].map(([, name]) => name));
  expect(copied).toContain('os');
  const shared = ['read_values', 'describe_values', 'own_files', 'pass_to_children'];
  const traced = [...modules].filter(([name]) => name.startsWith('trace_') || shared.includes(name));
  const others = new Set(traced.flatMap(([, { others }]) => others));
  const left = [...others].filter((name) => !copied.has(name) && !/^_?(?:pydev|debugpy|pypy)/.test(name));
  expect(left.filter((name) => !OF_PROGRAM.includes(name) && !IN_C.includes(name))).toEqual([]);
});
