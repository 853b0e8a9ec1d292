import { describe, expect, test } from 'vitest';
import type { TestRunReport } from '../../../src/model/tests/test-report.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 180_000;
const TOOLS = 'test-runners/newest';
const SETTING = { path: [PYTHON_FOLDER], node: 24 };

const SHOP_PY = `
def price_of(row):
    return int(row["price"]) + 1  # @price


def total(rows):
    return sum(price_of(row) for row in rows)
`;
const SHOP_TEST_PY = `
import unittest
from shop import total


class Totals(unittest.TestCase):
    def test_adds(self):
        rows = [{"price": "2"}, {"price": "4"}]
        self.assertEqual(total(rows), 6)  # @python

    def test_empty(self):
        self.assertEqual(total([]), 0)
`;
const CART = `
exports.total = (items) => {
  let sum = 0;
  for (const { price, count } of items) sum += price * count + 1;
  return sum;
};
`;
const NODE_TEST = `
const { test } = require('node:test');
const assert = require('node:assert/strict');
const { total } = require('./cart.cjs');

test('adds', () => {
  const got = total([{ price: 2, count: 3 }]);
  assert.equal(got, 6); // @node
});
test('empty', () => assert.equal(total([]), 0));
`;
const VITEST_TEST = `
import { expect, test } from 'vitest';
import { total } from './cart.cjs';

test('adds', () => {
  const got = total([{ price: 2, count: 3 }]);
  expect(got).toBe(6); // @vitest
});
test('empty', () => expect(total([])).toBe(0));
`;

/** A shop in two languages, with tests in both. */
function shop(files: Readonly<Record<string, string>>): TestProject {
  const project = new TestProject('kinds/mocha', { tools: TOOLS });
  const all = { 'shop.py': SHOP_PY, 'test_shop.py': SHOP_TEST_PY, 'cart.cjs': CART, ...files };
  for (const [path, text] of Object.entries(all)) project.write(path, text);
  return project;
}

/** The errors that no other test threw, and whether the process survived them. */
function causesOf(project: TestProject, { failures }: TestRunReport): string[] {
  return failures.flatMap(({ name, swallowed = [] }) =>
    swallowed.map(({ message, below, site }) => `${name}: ${message} ${below} ${project.mark(site.location)}`),
  );
}

describe('a command that runs tests in several languages', () => {
  test.for(['test_shop.py, then node:test', 'node:test, then test_shop.py'])(
    'make: %s',
    { timeout: RUN_TIMEOUT_MS },
    async (order) => {
      const recipes = ['\t-python -m pytest -q test_shop.py', '\t-node --test adds.test.cjs'];
      if (order.startsWith('node')) recipes.reverse();
      using project = shop({ 'adds.test.cjs': NODE_TEST, Makefile: `test:\n${recipes.join('\n')}\n` });
      const report = await project.run('make test', { ...SETTING, why: true });
      expect([...report.runners].sort()).toEqual(['node-test', 'pytest']);
      expect(report.counts).toEqual({ passed: 2, failed: 2, skipped: 0, todo: 0 });
      expect(project.summary(report.failures)).toEqual([
        expect.stringMatching(/^Totals > test_adds \| thrown test_shop.py @python \| .*rows=\[\{'price': '2'/),
        expect.stringMatching(/^adds \| thrown adds.test.cjs @node \| got=7/),
      ]);
      expect(report.runs).toBe(1);
      expect(report.failures.map(({ valueSource }) => valueSource?.kind)).toEqual(['found', 'found']);
      const suspects = [...(report.suspects?.list ?? []), ...(report.suspects?.others?.list ?? [])];
      expect(suspects.map(({ path }) => path)).toEqual(
        expect.arrayContaining([`${project.folder}/shop.py`, `${project.folder}/cart.cjs`]),
      );
    },
  );

  test('npm: vitest, then unittest, of which the failing test is kept', { timeout: RUN_TIMEOUT_MS }, async () => {
    const scripts = { test: 'vitest run adds.spec.mjs; python -m unittest -q test_shop' };
    using project = shop({ 'adds.spec.mjs': VITEST_TEST, 'package.json': JSON.stringify({ scripts }) });
    const report = await project.run('npm test', SETTING);
    expect(report.runners).toEqual(['vitest', 'unittest']);
    expect(report.counts).toEqual({ passed: 2, failed: 2, skipped: 0, todo: 0 });
    expect(project.summary(report.failures)).toEqual([
      expect.stringMatching(/^Totals > test_adds \| thrown test_shop.py @python \| .*rows=\[\{'price': '2'/),
      expect.stringMatching(/^adds \| thrown adds.spec.mjs @vitest \| got=7/),
    ]);
    const selection = { kind: 'matching', test: 'test_adds' } as const;
    const { kept } = await project.keep('npm test', { ...SETTING, selection });
    try {
      if (kept?.outcome.kind !== 'stopped') throw new Error('Nothing was kept.');
      const frames = await kept.session.inspection.stack({});
      expect(frames.map(({ location }) => project.mark(location))).toContain('test_shop.py @python');
    } finally {
      await project.end();
    }
  });
});

const IMPORTER = `
import sys


def parse(text):
    size = int(text)
    return 12 // (size - 3)  # @throw


print(parse(sys.argv[1]))
`;
const MOCHA_TEST = `
const { spawnSync } = require('node:child_process');
const assert = require('node:assert');
const importer = (size) => spawnSync(process.env.PYTHON, [__dirname + '/importer.py', size], { encoding: 'utf8' });

it('imports', () => assert.equal(importer('3').stdout.trim(), '12'));
it('imports another', () => assert.equal(importer('4').stdout.trim(), '12'));
it('expects it to refuse', () => assert.equal(importer('three').status, 1));
`;

describe('a process in another language that a test starts', () => {
  test.for(pythonVersions())(
    'Python 3.$minor below mocha: what ended it explains the test',
    {
      timeout: RUN_TIMEOUT_MS,
    },
    async ({ path }) => {
      using project = shop({ 'child.test.cjs': MOCHA_TEST, 'importer.py': IMPORTER });
      const env = { PYTHON: path };
      const report = await project.run('npx mocha child.test.cjs', { ...SETTING, env });
      expect(report.counts).toEqual({ passed: 2, failed: 1, skipped: 0, todo: 0 });
      // Python 3.14 has other words for it.
      const cause = /^imports: (?:integer division or modulo|division) by zero uncaught importer.py @throw$/;
      expect(causesOf(project, report)).toEqual([expect.stringMatching(cause)]);
      const [thrown] = report.failures[0]?.swallowed ?? [];
      expect(thrown?.site.locals.map(({ name, value }) => `${name}=${value}`)).toEqual(["text='3'", 'size=3']);
      // What the second test threw, and expected, is neither a failure nor anybody's cause.
      expect(report.failures).toHaveLength(1);
    },
  );

  test('Node.js below pytest: it is no failure of its own, and explains the test', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    const child = `
import subprocess


def run(size):
    return subprocess.run(["node", "parts.cjs", size], capture_output=True, text=True)


def test_three():
    assert run("3").stdout == "3\\n"


def test_refuses():
    assert run("none").returncode == 1
`;
    const parts = `
const parts = (size) => {
  if (size !== 4) throw new RangeError('not ' + size); // @throw
  return size;
};
console.log(parts(Number(process.argv[2])));
`;
    using project = shop({ 'test_child.py': child, 'parts.cjs': parts });
    const report = await project.run('python -m pytest test_child.py', SETTING);
    expect(report.counts).toEqual({ passed: 1, failed: 1, skipped: 0, todo: 0 });
    expect(report.failures.map(({ name }) => name)).toEqual(['test_three']);
    expect(causesOf(project, report)).toEqual(['test_three: not 3 uncaught parts.cjs @throw']);
  });
});

test('the tests of a Python server below mocha are answered 500: what it threw and a library caught', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  const server = `
import http.server
import logging
import tiny

ITEMS = [{"price": 1}, {"cost": 3}]


def price_of(item):
    return item["price"]  # @throw


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        status, body = tiny.serve(lambda: price_of(ITEMS[int(self.path[1:])]))
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
`;
  const tiny = `
import logging


def serve(handler):
    try:
        return 200, handler()
    except Exception:
        logging.getLogger("tiny").exception("failed")
        return 500, None
`;
  const answers = `
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const assert = require('node:assert');
let child, port;
before(async () => {
  child = spawn('python', [__dirname + '/server.py'], { env: { ...process.env, TINY: __dirname } });
  port = Number((await once(child.stdout, 'data'))[0]);
}).timeout(20000);
after(() => child.kill());
it('answers', async () => assert.equal((await fetch('http://127.0.0.1:' + port + '/1')).status, 200));
it('answers the first', async () => assert.equal((await fetch('http://127.0.0.1:' + port + '/0')).status, 200));
`;
  using project = shop({
    'server.py': `import os\nimport sys\n\nsys.path.append(os.path.join(os.environ["TINY"], "site-packages"))\n${server}`,
    'site-packages/tiny.py': tiny,
    'server.test.cjs': answers,
  });
  const report = await project.run('npx mocha server.test.cjs', SETTING);
  expect(report.counts).toEqual({ passed: 1, failed: 1, skipped: 0, todo: 0 });
  expect(causesOf(project, report)).toEqual(["answers: 'price' caught server.py @throw"]);
});
