import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NodeAdapter } from '../../../src/adapter/node/node-adapter.ts';
import { nodeVersions } from '../../support/node-versions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('unseen-');
const RUNS = 12;

/** Prints what a program can see of how it was started, and of what was done to it. */
const SEEN = `
const fs = require('node:fs');
const first = (error) => String(error.stack).split('\\n').slice(0, 12).join(' | ');
const caught = (run) => { try { run(); } catch (error) { return first(error) + JSON.stringify(Object.getOwnPropertyNames(error)); } };
console.log(name, JSON.stringify({
  env: Object.entries(process.env).filter(([key]) => !/^(NODE_CHANNEL_FD|NODE_UNIQUE_ID)$/.test(key)).sort(),
  execArgv: process.execArgv,
  argv: process.argv.slice(1),
  own: Object.getOwnPropertyNames(process).sort().join(),
  listeners: process.eventNames().map(String),
  modules: typeof require.cache === 'object' ? Object.keys(require.cache) : [],
  preloaded: (module.constructor._preloadModules ?? []).length,
  preloads: process._preload_modules,
  missing: caught(() => fs.lstatSync('/no/such/file')),
  unread: caught(() => fs.readFileSync('/no/such/file', 'utf8')),
  unopened: caught(() => fs.openSync('/no/such/file')),
  wrong: caught(() => fs.lstatSync(7)),
  here: caught(() => { throw new Error('here'); }),
  handles: process._getActiveHandles().length,
  requests: process._getActiveRequests().length,
  resources: process.getActiveResourcesInfo().filter((each) => !/^(PipeWrap|TTYWrap|FSReqCallback)$/.test(each)),
  emit: Object.hasOwn(process, 'emit'),
  compile: String(module.constructor.prototype._compile).length,
  lengths: [fs.lstatSync.length, fs.openSync.length],
}));
`;

const STARTS = {
  fork: (file: string) => `cp.fork(${file}, ['x'])`,
  'fork with flags': (file: string) => `cp.fork(${file}, [], { execArgv: ['--stack-trace-limit=30'] })`,
  spawn: (file: string) => `cp.spawn(process.execPath, [${file}], { stdio: 'inherit' })`,
  'wiped environment': (file: string) => `cp.spawn(process.execPath, [${file}], { stdio: 'inherit', env: {} })`,
  'own options': (file: string) =>
    `cp.spawn(process.execPath, [${file}], { stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: '--no-warnings' } })`,
  synchronous: (file: string) => `cp.spawnSync(process.execPath, [${file}], { stdio: 'inherit' })`,
} as const;

/** Ends of a child. */
const ENDS = {
  plainly: '',
  'with a code': 'process.exitCode = 3;',
  'by exit': 'process.exit(4);',
  'by an error': `function fails() { throw new TypeError('went wrong'); }\nfails();`,
  'by a rejection': `(async () => { throw new RangeError('was rejected'); })();`,
  'by what is no error': 'throw { code: 7 };',
  'by a handled error': `process.on('uncaughtException', (error) => { console.log('handled ' + error.message); process.exit(5); });\nthrow new Error('caught late');`,
  'by a module that is missing': `require('./nowhere.cjs');`,
} as const;

const pick = <T extends string>(from: Readonly<Record<T, unknown>>) => fc.constantFrom<T[]>(...keysOf(from));

function keysOf<T extends string>(from: Readonly<Record<T, unknown>>): T[] {
  return Object.keys(from).flatMap((key) => (isKey(key, from) ? [key] : []));
}

function isKey<T extends string>(key: string, from: Readonly<Record<T, unknown>>): key is T {
  return key in from;
}

const planned = fc.record({
  start: pick(STARTS),
  end: pick(ENDS),
  isModule: fc.boolean(),
  isBelow: fc.boolean(),
  watched: fc.constantFrom('nothing', 'another file', 'the child'),
});

type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

/** @returns the file that the program's last process runs */
function write({ start, end, isModule, isBelow }: Planned): string {
  const child = isModule ? 'child.mjs' : 'child.cjs';
  const prepared = isModule
    ? `import { createRequire } from 'node:module';\nimport Module from 'node:module';\nconst require = createRequire(import.meta.url), module = { constructor: Module };\n`
    : '';
  writeFileSync(join(folder, child), `${prepared}const name = 'child';${SEEN}\n${ENDS[end]}\n`);
  const starts = (file: string) => `const cp = require('node:child_process');
const started = ${STARTS[start](JSON.stringify(join(folder, file)))};
if (started.on) started.on('exit', (code, signal) => console.log('ended', code, signal));
else console.log('ended', started.status);\n`;
  writeFileSync(join(folder, 'between.cjs'), `const name = 'between';${SEEN}${starts(child)}`);
  writeFileSync(join(folder, 'main.cjs'), `const name = 'main';${SEEN}${starts(isBelow ? 'between.cjs' : child)}`);
  writeFileSync(join(folder, 'other.cjs'), '\n');
  return child;
}

interface Run {
  readonly code: number | null;
  readonly stdout: string[];
  readonly stderr: string;
}

const environment = {
  PATH: process.env.PATH ?? '',
  HOME: folder,
  // By which processes are found that are left behind.
  MCP_DEBUGGER_TEST_RUN: process.env.MCP_DEBUGGER_TEST_RUN ?? '',
};

function plainly(node: string): Run {
  const { status, stdout, stderr } = spawnSync(node, [join(folder, 'main.cjs')], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  return { code: status, stdout: lines(stdout), stderr: named(stderr) };
}

async function debugged(node: string, file: string | undefined): Promise<Run> {
  const adapter = new NodeAdapter();
  const text = { stdout: '', stderr: '', log: '' };
  adapter.events.on('output', ({ category, text: chunk }) => {
    text[category] += chunk;
  });
  adapter.events.on('stopped', ({ threadId }) => void adapter.continue(threadId).catch(() => {}));
  const exited = new Promise<number | null>((resolve) => {
    adapter.events.on('exited', ({ exitCode }) => resolve(exitCode));
  });
  await adapter.setExceptionBreakpoints('none');
  if (file !== undefined) await adapter.setBreakpoints(join(folder, file), [{ id: 1, line: 4 }]);
  const env = { NODE_OPTIONS: '', ...environment };
  const launch = { program: 'main.cjs', args: [], cwd: folder, env, runtimeExecutable: node, stopOnEntry: false };
  await adapter.launch(launch, { timeoutMs: 20_000 });
  const code = await exited;
  await adapter.terminate();
  return { code, stdout: lines(text.stdout), stderr: named(text.stderr) };
}

/** Processes write at the same time. */
function lines(text: string): string[] {
  return named(text).split('\n').sort();
}

/** Numbers of processes and threads are others each time. */
function named(text: string): string {
  return text.replace(/\(node:\d+\)/g, '(node:1)');
}

const outside = { ...process.env };
beforeAll(() => {
  // The debugger adds to its own environment; so that both runs begin with the same one, it has no other.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
});
afterAll(() => {
  Object.assign(process.env, outside);
  rmSync(folder, { recursive: true, force: true });
});

describe.each(nodeVersions())('programs and what they start, in Node $major', ({ path: node }) => {
  test('see nothing of the debugger, and do what they do without it', async () => {
    const property = fc.asyncProperty(planned, async (plan) => {
      const child = write(plan);
      const file = { nothing: undefined, 'another file': 'other.cjs', 'the child': child }[plan.watched];
      expect(await debugged(node, file)).toEqual(plainly(node));
    });
    await fc.assert(property, { numRuns: RUNS, seed: 17, endOnFailure: true });
  }, 120_000);
});
