import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Measurement } from './bench.ts';
import { interleaved, timed } from './samples.ts';
import { Server } from './server.ts';
import type { Row } from './table.ts';

const FILES = 4;
const TESTS_PER_FILE = 50;
/** One test of so many throws what the code that calls it catches. */
const THROWS_EVERY = 10;

interface Runner {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The text above the tests. */
  readonly head: string;
}

const REQUIRED = "const assert = require('node:assert'); const { work } = require('./work.cjs');";
const RUNNERS: readonly Runner[] = [
  { name: 'jest', command: 'jest', args: ['--rootDir', '.', '--config', '{}'], head: REQUIRED },
  {
    name: 'vitest',
    command: 'vitest',
    args: ['run', '--config', 'none.mjs'],
    head: "import assert from 'node:assert'; import { test } from 'vitest'; import shared from './work.cjs'; const { work } = shared;",
  },
  { name: 'mocha', command: 'mocha', args: ['--ui', 'tdd', '*.test.js'], head: REQUIRED },
];

/** Each test works for some milliseconds, as tests of real projects do. */
const WORK = `function checked(n) {
  if (n < 0) throw new RangeError('negative');
  return n;
}
exports.work = (n) => {
  let sum = 0;
  const until = performance.now() + 5;
  for (let i = 0; performance.now() < until; i++) sum += i % 7;
  return sum < 0 ? sum : checked(n);
};
exports.swallowed = (n) => [n].map((each) => {
  try {
    return exports.work(-each);
  } catch {
    return each;
  }
})[0];
`;

/** Running two hundred tests of JavaScript that pass. */
export const suites: Measurement = {
  name: 'suites',
  counted:
    '200 tests in four files that pass, without any exception and with one that is caught in every tenth. Floor: the same command in a terminal. Server: one debug_test.',
  run: async (bench) => {
    const server = await Server.start(bench);
    try {
      const rows: Row[] = [];
      for (const runner of RUNNERS) {
        rows.push(await suiteRow(bench, server, { runner, throws: false }));
        rows.push(await suiteRow(bench, server, { runner, throws: true }));
      }
      return rows;
    } finally {
      await server.close();
    }
  },
};

async function suiteRow(
  bench: Bench,
  server: Server,
  { runner, throws }: { readonly runner: Runner; readonly throws: boolean },
): Promise<Row> {
  const cwd = project(bench, runner, throws);
  const plainly = () =>
    timed(async () => {
      const child = spawn('npx', [runner.command, ...runner.args], { cwd, stdio: 'ignore' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${runner.name} in ${cwd} ended with ${code}`);
    });
  const args = { program: ['npx', runner.command, ...runner.args.map(quoted)].join(' '), cwd };
  const ours = () => timed(() => server.call('debug_test', args, 'exit code 0'));
  const [plain, served] = await interleaved([plainly, ours], { count: bench.quick ? 1 : 5, budgetMs: 25_000 });
  return {
    name: `200 tests, ${runner.name}${throws ? ', some of which throw' : ''}`,
    unit: 'ms',
    against: `${runner.name} alone`,
    target: { ratio: 1.5 },
    floor: plain,
    server: served,
  };
}

function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word}'`;
}

function project(bench: Bench, { name, head }: Runner, throws: boolean): string {
  const cwd = join(bench.folder, `${name}-${throws ? 'throws' : 'passes'}`);
  mkdirSync(cwd);
  symlinkSync(tools(), join(cwd, 'node_modules'), 'junction');
  writeFileSync(join(cwd, 'work.cjs'), WORK);
  writeFileSync(join(cwd, 'none.mjs'), 'export default {};');
  for (let file = 0; file < FILES; file++) {
    const tests = Array.from({ length: TESTS_PER_FILE }, (_, at) => {
      const isThrowing = throws && at % THROWS_EVERY === 0;
      return `test('t${at}', () => { assert.strictEqual(${isThrowing ? 'swallowed' : 'work'}(${at + 1}), ${at + 1}); });`;
    });
    const own = throws ? head.replace('{ work }', '{ work, swallowed }') : head;
    writeFileSync(join(cwd, `f${file}.test.js`), `${own}\n${tests.join('\n')}\n`);
  }
  return cwd;
}

/** The bundle of this file and its sources lie two and one folders deep. @throws Error when the runners are not installed */
function tools(): string {
  const places = ['../../', '../'].map((up) =>
    fileURLToPath(new URL(`${up}.cache/ts-tools/node_modules`, import.meta.url)),
  );
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The runners are missing. Run: node scripts/install/ts-tools.mjs');
  return found;
}
