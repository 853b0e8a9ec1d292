import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestRunReport } from '../../../src/model/tests/test-report.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import type { ToolFolder } from '../../support/run-modes/tools.ts';
import { buildTracer } from '../../support/traced-program.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 150_000;

const SHOP = `const rates = { HALF: 2 };
function discount(sum, code) {
  const rate = rates[code]; // @suspect
  return sum - sum * rate; // @suspect
}
function total(items, code) {
  let sum = 0;
  for (const item of items)
    sum += item.price;
  return code ? discount(sum, code) : sum;
}
const count = (items) => items.length;
`;
const TESTS = `
test('empty', () => { assert.strictEqual(shop.total([{ price: 0 }]), 0); });
test('one', () => { assert.strictEqual(shop.total([{ price: 2 }]), 2); });
test('count', async () => { await null; assert.strictEqual(shop.count([1]), 1); });
test('half', () => { assert.strictEqual(shop.total([{ price: 2 }], 'HALF'), 1); });
test('half of two', async () => { await null; assert.strictEqual(shop.total([{ price: 4 }, { price: 2 }], 'HALF'), 3); });
`;
const REQUIRED = "const assert = require('node:assert'); const shop = require('./shop.cjs');";
const COMMONJS = `${SHOP}module.exports = { total, count };\n`;

/** The suspects by their marks, each once, and in how many tests they ran. */
function marked({ suspects }: TestRunReport): string[] {
  if (suspects === undefined) return [];
  const { failed, passed } = suspects;
  const texts = suspects.list.map((each) => {
    const text = readFileSync(each.path, 'utf8').split('\n')[each.line - 1] ?? '';
    const mark = /@[\w-]+/.exec(text)?.[0] ?? `${each.line} ${each.text}`;
    const where = `${basename(each.path)} ${mark} ${each.endLine - each.line + 1}`;
    return `${where}: ${each.failed}/${failed} ${each.passed}/${passed}${each.isChanged ? ' changed' : ''}`;
  });
  return [...new Set(texts)];
}

const FOUND = ['shop.cjs @suspect 2: 2/2 0/3', 'shop.cjs 10 code ? true 1: 2/2 0/3'];

const tape = TESTS.replaceAll("', () => {", "', (t) => {")
  .replaceAll("', async () => {", "', async (t) => {")
  .replaceAll('assert.strictEqual', 't.equal')
  .replaceAll(/\('(empty|one|half)', \(t\) => \{ (.*) \}\);/g, "('$1', (t) => { $2 t.end(); });");

const AVA = `${REQUIRED} const test = require('ava');`;
const ava = TESTS.replaceAll("', () => {", "', (t) => {")
  .replaceAll("', async () => {", "', async (t) => {")
  .replaceAll('assert.strictEqual', 't.is');
const UVU = `${REQUIRED} const { test } = require('uvu');`;

interface Run {
  readonly command: string;
  /** The text above the tests. */
  readonly head?: string;
  readonly tests?: string;
  readonly tools?: ToolFolder;
  readonly node?: number;
}

const VITEST = {
  head: "import assert from 'node:assert'; import { test } from 'vitest'; import shop from './shop.cjs';",
};
const RUNS: Readonly<Record<string, Run>> = {
  'mocha 9': { command: 'npx mocha --ui tdd app.test.js', tools: 'test-runners/older', node: 20 },
  mocha: { command: 'npx mocha --ui tdd app.test.js' },
  'mocha --parallel': { command: 'npx mocha --ui tdd --parallel app.test.js' },
  'jest 29': { command: 'npx jest --rootDir . --config {} app.test.js', tools: 'test-runners/older' },
  'vitest 1': { command: 'npx vitest run app.test.js', ...VITEST, tools: 'test-runners/older' },
  'vitest 2': { command: 'npx vitest run app.test.js', ...VITEST, tools: 'test-runners/vitest-2' },
  'vitest 3': { command: 'npx vitest run app.test.js', ...VITEST, tools: 'vitest-3' },
  vitest: { command: 'npx vitest run app.test.js', ...VITEST },
  'vitest in threads': { command: 'npx vitest run --pool=threads app.test.js', ...VITEST },
  'node:test': { command: 'node --test app.test.js', head: `${REQUIRED} const { test } = require('node:test');` },
  'node:test, Node 20': {
    command: 'node --test app.test.js',
    head: `${REQUIRED} const { test } = require('node:test');`,
    node: 20,
  },
  'node:test without --test': {
    command: 'node app.test.js',
    head: `${REQUIRED} const { test } = require('node:test');`,
  },
  borp: { command: 'npx borp app.test.js', head: `${REQUIRED} const { test } = require('node:test');` },
  jasmine: { command: 'npx jasmine app.test.js', head: `${REQUIRED} const test = it;` },
  'node:test in one process': {
    command: 'node --test --test-isolation=none app.test.js',
    head: `${REQUIRED} const { test } = require('node:test');`,
  },
  ava: { command: 'npx ava app.test.js', head: AVA, tests: ava },
  'ava without threads': { command: 'npx ava --no-worker-threads app.test.js', head: AVA, tests: ava },
  'ava 5': { command: 'npx ava app.test.js', head: AVA, tests: ava, tools: 'test-runners/older', node: 20 },
  uvu: { command: 'npx uvu . app.test.js', head: UVU, tests: `${TESTS} test.run();` },
  'uvu without its command': { command: 'node app.test.js', head: UVU, tests: `${TESTS} test.run();` },
  tap: {
    command: 'npx tap --disable-coverage app.test.js',
    head: `${REQUIRED} const { test } = require('tap');`,
    tests: tape,
  },
  'tap without its command': {
    command: 'node app.test.js',
    head: `${REQUIRED} const { test } = require('tap');`,
    tests: tape,
  },
  playwright: {
    command: 'npx playwright test app.test.js',
    head: `${REQUIRED} const { test } = require('@playwright/test');`,
  },
  tape: { command: 'npx tape app.test.js', head: `${REQUIRED} const test = require('tape');`, tests: tape },
};

beforeAll(buildTracer, RUN_TIMEOUT_MS);

describe.for(Object.entries(RUNS))('%s', ([, { command, head = REQUIRED, tests = TESTS, tools, node = 24 }]) => {
  test('what failing tests ran and passing ones did not is suspected', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert', { tools: tools ?? 'test-runners/newest' });
    project.write('shop.cjs', COMMONJS);
    project.write('app.test.js', head + tests);
    const report = await project.run(command, { node });
    expect(report.counts).toMatchObject({ passed: 3, failed: 2 });
    expect(marked(report)).toEqual(FOUND);
  });
});

const PYTHON_SHOP = `rates = {"HALF": 2}

def discount(total, code):
    rate = rates[code]  # @suspect
    return total - total * rate  # @suspect

class Item:
    def __init__(self, price):
        self.price = price

    def __repr__(self):
        text = "item"
        return text

def total(items, code=None):
    found = sum(item.price for item in items)
    return discount(found, code) if code else found
`;
const PYTHON_TESTS = `import unittest
from shop import Item, total

class Shop(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(total([Item(0)]), 0)

    def test_one(self):
        self.assertEqual(total([Item(2)]), 2)

    def test_half(self):
        items = [Item(2)]
        self.assertEqual((total(items, "HALF"), items), (1, items))

    def test_half_of_each(self):
        for price in (2, 4):
            with self.subTest(price=price):
                self.assertEqual(total([Item(price)], "HALF"), price / 2)
`;
const PYTEST = PYTHON_TESTS.replaceAll(/self\.assertEqual\((.*)\)$/gm, (_, both: string) => {
  const at = both.lastIndexOf(', ');
  return both.startsWith('(')
    ? 'assert (total(items, "HALF"), items) == (1, items)'
    : `assert ${both.slice(0, at)} == ${both.slice(at + 2)}`;
});
const PYTHON_FOUND = ['shop.py @suspect 2: 2/2 0/2'];

describe.for(pythonVersions())('Python 3.$minor', ({ path: python }) => {
  test('unittest', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('python');
    project.write('shop.py', PYTHON_SHOP);
    project.write('test_app.py', PYTHON_TESTS);
    const report = await project.run(`${python} -m unittest test_app`);
    expect(marked(report)).toEqual(PYTHON_FOUND);
  });
});

/** With pytest and what runs it in several processes. */
const PYTEST_FOLDER = fileURLToPath(new URL('../../../.cache/test-runners/python/bin', import.meta.url));

test.for(['-q', '-q -n 2'])('pytest %s', { timeout: RUN_TIMEOUT_MS }, async (options) => {
  using project = new TestProject('python');
  project.write('shop.py', PYTHON_SHOP);
  project.write('test_app.py', PYTEST);
  const path = [PYTEST_FOLDER];
  const report = await project.run(`python -m pytest ${options} -p no:cacheprovider test_app.py`, { path });
  expect(marked(report)).toEqual(PYTHON_FOUND);
});

const NODE_TEST = `${REQUIRED} const { test } = require('node:test');`;

test('written lines of TypeScript are suspected', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert', { tools: 'test-runners/newest' });
  const typed = SHOP.replace('(sum, code)', '(\n  sum: number,\n  code: "HALF",\n): number').replace(
    'HALF: 2 }',
    'HALF: 2 } as const',
  );
  project.write('shop.ts', `interface Item { price: number }\n\n${typed}export default { total, count };\n`);
  project.write('app.test.ts', VITEST.head.replace('shop.cjs', 'shop.ts') + TESTS);
  const report = await project.run('npx vitest run app.test.ts', { node: 24 });
  expect(marked(report).slice(0, 1)).toEqual(['shop.ts @suspect 2: 2/2 0/3']);
});

test('changed lines are marked, and are found among too many', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert', { tools: 'test-runners/newest' });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: project.folder });
  const steps = Array.from({ length: 7 }, (_, at) => `function step${at}(sum) { return sum; }\n`).join('');
  const all = Array.from({ length: 7 }, (_, at) => `step${at}(`).join('');
  const text = steps + COMMONJS.replace('return sum - sum * rate; // @suspect', `return ${all}sum / rate)))))));`);
  project.write('shop.cjs', text);
  project.write('app.test.js', NODE_TEST + TESTS);
  project.write('.gitignore', 'node_modules');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  project.write('shop.cjs', text.replace('step4(sum) { return sum; }', 'step4(sum) { return sum * 2; } // @changed'));
  const report = await project.run('node --test app.test.js', { node: 24 });
  expect(marked(report)).toEqual(['shop.cjs @changed 1: 2/2 0/3 changed']);
});

const AT_ONCE = TESTS.replaceAll(
  /test\(('[\w ]+'), (?:async )?\(\) => \{/g,
  'test.concurrent($1, async () => { await later();',
);
const LATER = 'const later = () => new Promise((resolve) => setTimeout(resolve, 20));';
const SUITE = "const { describe, test } = require('node:test'); describe('all', { concurrency: true }, () => {";

test.each([
  ['Vitest', 'npx vitest run app.test.js', `${VITEST.head} ${LATER}${AT_ONCE}`],
  ['Jest', 'npx jest --rootDir . --config {} app.test.js', `${REQUIRED} ${LATER}${AT_ONCE}`],
  [
    'node:test',
    'node --test app.test.js',
    `${REQUIRED} ${LATER} ${SUITE}${AT_ONCE.replaceAll('test.concurrent', 'test')}});`,
  ],
])(
  'nothing is suspected where tests of %s run at once, and that is said',
  { timeout: RUN_TIMEOUT_MS },
  async (_, command, text) => {
    using project = new TestProject('assert');
    project.write('shop.cjs', COMMONJS);
    project.write('app.test.js', text);
    const report = await project.run(command, { node: 24 });
    expect(report.counts).toMatchObject({ passed: 3, failed: 2 });
    expect(report.suspects).toMatchObject({ list: [], failedAtOnce: 2 });
  },
);

test('a run that passes is not run again', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  const count = "require('node:fs').appendFileSync('runs.txt', 'run ');";
  project.write('shop.cjs', COMMONJS);
  project.write('app.test.js', `${count}${NODE_TEST} test('one', () => {});`);
  expect((await project.run('node app.test.js', { node: 24 })).suspects).toBeUndefined();
  expect(project.read('runs.txt')).toBe('run ');
  project.write('app.test.js', `${count}${NODE_TEST} test('one', () => { throw new Error('a'); });`);
  expect((await project.run('node app.test.js', { node: 24 })).suspects).toBeUndefined();
  expect(project.read('runs.txt')).toBe('run run ');
});
