import { describe, expect, test } from 'vitest';
import { DebuggedProgram, type PlannedBreakpoint } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const RUN_TIMEOUT_MS = 120_000;

/** Its first code is a function, which its last line calls as it is loaded. */
const WRITTEN = `function twice(n) {
  return n * 2;
}



exports.twice = twice;
exports.first = twice(1);
`;
const MODULE = WRITTEN.replace('function', 'export function')
  .replace('exports.twice = twice;\n', '')
  .replace('exports.', 'export const ');
const TYPED = `export interface Item {
  price: number;
}
export function total(items: Item[]): number {
  let sum = 0;
  for (const item of items) sum += item.price;
  return sum;
}
export const first: number = total([{ price: 1 }]);
`;
/** Each file is loaded four times, in one world of its own for each test file. */
const TEST = `const load = () => [require('./written.js').twice(2), require('./typed.ts').total([])];
test('once', () => void load());
test('anew', () => {
  jest.resetModules();
  load();
  jest.isolateModules(load);
});
test('in a promise', () => jest.isolateModulesAsync(async () => void load()));
`;
const TRANSFORMS = {
  'babel-jest': {
    '\\.js$': 'babel-jest',
    '\\.ts$': ['babel-jest', { presets: ['@babel/preset-env', '@babel/preset-typescript'] }],
  },
  'ts-jest': { '\\.js$': 'babel-jest', '\\.ts$': ['ts-jest', { diagnostics: false, isolatedModules: true }] },
  '@swc/jest': { '\\.[jt]s$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' } } }] },
};

/** The number of each breakpoint's hits, and of each message's logs, in a run to the end. */
async function hitsOf(program: DebuggedProgram): Promise<Record<string, number>> {
  let stop = await program.firstStop();
  while (stop.startsWith('breakpoint')) stop = await program.go();
  expect(stop, program.output('stderr')).toBe('exited 0');
  const logged = program.output('log').split('\n');
  const counts = program.session.breakpoints.list().map(({ target, hits, logMessage }) => {
    const at = target.kind === 'line' ? `${target.path.slice(target.path.lastIndexOf('/') + 1)}:${target.line}` : '';
    const messages = logged.filter((line) => line === logMessage).length;
    return [logMessage ?? at, logMessage !== undefined && messages !== hits ? Number.NaN : hits] as const;
  });
  return Object.fromEntries(counts);
}

describe.each(Object.entries(TRANSFORMS))('jest with %s', (_name, transform) => {
  const config = { testEnvironment: 'node', testMatch: ['**/*.test.js'], transform, cacheDirectory: './.jest-cache' };
  const files = {
    'jest.config.json': JSON.stringify(config),
    'written.js': WRITTEN,
    'typed.ts': TYPED,
    'one.test.js': TEST,
    'two.test.js': TEST,
  };
  const start = (breakpoints: readonly PlannedBreakpoint[]) =>
    DebuggedProgram.start(process.execPath, files, {
      breakpoints,
      command: { program: 'node_modules/.bin/jest', args: ['-i'] },
      exceptionMode: 'none',
      hasTools: true,
    });

  test('stops in each module that a registry loads anew, from its first line on', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    await using program = await start([
      { at: 'return n', file: 'written.js' },
      { at: 'exports.first', file: 'written.js' },
      { at: 'return sum', file: 'typed.ts' },
      { at: 'const first', file: 'typed.ts' },
    ]);
    expect(await hitsOf(program)).toEqual({ 'written.js:2': 16, 'written.js:8': 8, 'typed.ts:7': 16, 'typed.ts:9': 8 });
  });

  test('logs in each of them', { timeout: RUN_TIMEOUT_MS }, async () => {
    await using program = await start([
      { at: 'return n', file: 'written.js', logMessage: 'doubled' },
      { at: 'const first', file: 'typed.ts', logMessage: 'loaded' },
    ]);
    expect(await hitsOf(program)).toEqual({ doubled: 16, loaded: 8 });
  });
});

/** Loads each file five times. */
const LOADER = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (let run = 0; run < 5; run++) {
  const { twice } = await import('./module.mjs?run=' + run);
  twice(2);
  delete require.cache[require.resolve('./written.cjs')];
  require('./written.cjs').twice(2);
}
`;

describe.each(nodeVersions())('on Node $major a file that is loaded again', ({ path: node }) => {
  const files = { 'main.mjs': LOADER, 'module.mjs': MODULE, 'written.cjs': WRITTEN };
  const lines = [
    ['module.mjs', 'return n', 10],
    ['module.mjs', 'const first', 5],
    ['written.cjs', 'return n', 10],
    ['written.cjs', 'exports.first', 5],
  ] as const;

  test('stops at its breakpoints each time', async () => {
    const breakpoints = lines.map(([file, at]) => ({ file, at }));
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(Object.values(await hitsOf(program))).toEqual(lines.map(([, , count]) => count));
  });

  test('counts its passes over all of its scripts', async () => {
    const breakpoints = lines.map(([file, at, count]) => ({ file, at, hitCondition: `${count}` }));
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(Object.values(await hitsOf(program))).toEqual([1, 1, 1, 1]);
  });

  test('counts a pass once that V8 has counted itself', async () => {
    // Its breakpoint is set in it while it waits for what it imports, before its own first statement.
    const waiting = {
      'main.mjs': LOADER.replace('const {', 'globalThis.run = run;\n  const {'),
      'module.mjs': `import './slow.mjs';\n${MODULE}`,
      'slow.mjs': 'await new Promise((go) => setTimeout(go, 500));\n',
    };
    const breakpoints = [{ file: 'module.mjs', at: 'const first', hitCondition: '2' }];
    await using program = await DebuggedProgram.start(node, { ...files, ...waiting }, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] module.mjs:8');
    expect(await program.value('run')).toBe('1');
    expect(await program.go()).toBe('exited 0');
  });

  test('can be stepped into, and over', async () => {
    const breakpoints = [{ at: 'await import' }, { file: 'module.mjs', at: 'return n', condition: 'n > 2' }];
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe('breakpoint [1] main.mjs:4');
    expect(await program.go('next')).toBe('step main.mjs:5');
    expect(await program.go('next')).toBe('step main.mjs:6');
    expect(await program.go()).toBe('breakpoint [1] main.mjs:4');
    expect(await program.go('next')).toBe('step main.mjs:5');
    expect(await program.go('stepIn')).toBe('step module.mjs:2');
  });
});
