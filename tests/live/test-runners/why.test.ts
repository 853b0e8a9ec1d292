import { beforeAll, describe, expect, test } from 'vitest';
import type { TestFailure, TestRunReport } from '../../../src/model/tests/test-report.ts';
import { renderTestReport } from '../../../src/render/tests/test-report.ts';
import { oneOfEach } from '../../support/tier.ts';
import { buildTracer } from '../../support/traced-program.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 200_000;

/** The wrong value is made in `discount`, three calls away from what asserts. */
const SHOP = `const rates = { member: 0.1 };
function discount(price, kind) {
  const rate = rates[kind] ?? 0;
  return price * (1 - rate); // @made
}
function priceOf(item, user) {
  const reduced = discount(item.price, user.kind);
  return Math.round(reduced);
}
function order(user, items) {
  const lines = items.map((item) => ({ name: item.name, price: priceOf(item, user) }));
  return { user: user.name, items: lines };
}
function isLarge(cart) {
  return cart.items.length > 5; // @asked
}
async function later(item, user) {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return \`for \${user.name}\`; // @written
}
module.exports = { order, priceOf, isLarge, later };
`;
const user = `{ name: 'Ada', kind: 'member' }`;
const items = `[{ name: 'a', price: 10 }, { name: 'c', price: 40 }]`;
const tests = (imports: string) => `${imports}
const same = (actual, expected) => assert.strictEqual(actual, expected);
test('price', () => { assert.strictEqual(shop.priceOf({ price: 40 }, ${user}), 40); });
test('order', () => {
  const made = shop.order(${user}, ${items});
  assert.deepStrictEqual(made.items, [{ name: 'a', price: 9 }, { name: 'c', price: 40 }]);
});
test('common', () => { assert.strictEqual(shop.isLarge(shop.order(${user}, ${items})), true); });
test('async', async () => { same(await shop.later({}, ${user}), 'for Bob'); });
test('flaky', () => { const fs = require('node:fs'); if (!fs.existsSync('ran')) { fs.writeFileSync('ran', ''); same(1, 2); } });
test('passes', () => { same(shop.priceOf({ price: 40 }, {}), 40); });
`;
const REQUIRED = "const assert = require('node:assert'); const shop = require('./shop.js');";

const PYTHON_SHOP = `RATES = {"member": 0.1}


def discount(price, kind):
    rate = RATES.get(kind, 0)
    return price * (1 - rate)  # @made


def price_of(item, user):
    reduced = discount(item["price"], user["kind"])
    return round(reduced)  # @rounded


def order(user, items):
    lines = [{"name": item["name"], "price": price_of(item, user)} for item in items]
    return {"user": user["name"], "items": lines}


def is_large(cart):
    return len(cart["items"]) > 5  # @asked


async def later(item, user):
    return "for " + user["name"]  # @written
`;
const PYTHON_DATA = `import asyncio
import os
import shop
USER = {"name": "Ada", "kind": "member"}
ITEMS = [{"name": "a", "price": 10}, {"name": "c", "price": 40}]
`;
const PYTEST = `${PYTHON_DATA}
def same(actual, expected):
    assert actual == expected
def test_price():
    assert shop.price_of({"price": 40}, USER) == 40
def test_order():
    made = shop.order(USER, ITEMS)
    assert made["items"] == [{"name": "a", "price": 9}, {"name": "c", "price": 40}]
def test_common():
    assert shop.is_large(shop.order(USER, ITEMS))
def test_async():
    same(asyncio.run(shop.later({}, USER)), "for Bob")
def test_flaky():
    if not os.path.exists("ran"):
        open("ran", "w").close()
        same(1, 2)
def test_passes():
    same(shop.price_of({"price": 40}, {"kind": ""}), 40)
`;
const UNITTEST = `import unittest
${PYTHON_DATA}
class Shop(unittest.TestCase):
    def test_price(self):
        self.assertEqual(40, shop.price_of({"price": 40}, USER))
    def test_order(self):
        made = shop.order(USER, ITEMS)
        self.assertEqual(made["items"], [{"name": "a", "price": 9}, {"name": "c", "price": 40}])
    def test_common(self):
        self.assertTrue(shop.is_large(shop.order(USER, ITEMS)))
    def test_async(self):
        self.assertEqual(asyncio.run(shop.later({}, USER)), "for Bob")
    def test_flaky(self):
        if not os.path.exists("ran"):
            open("ran", "w").close()
            self.assertEqual(1, 2)
    def test_passes(self):
        self.assertEqual(shop.price_of({"price": 40}, {"kind": ""}), 40)
`;

const JAVASCRIPT = [
  ['mocha', 'npx mocha --ui tdd a.test.js', REQUIRED],
  ['jest', 'npx jest --rootDir . --config {} a.test.js', REQUIRED],
  ['node:test', 'node --test a.test.js', `const { test } = require('node:test'); ${REQUIRED}`],
  [
    'vitest',
    'npx vitest run --config none.mjs a.test.js',
    `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);
     import assert from 'node:assert'; import { test } from 'vitest'; import shop from './shop.js';`,
  ],
] as const;
const PYTHON = [
  ['pytest', 'python -m pytest -q test_shop.py', PYTEST],
  ['unittest', 'python -m unittest test_shop', UNITTEST],
] as const;

/** Runners that load modules by themselves, and those that Node.js loads for. */
const BY_MODULES = oneOfEach(JAVASCRIPT, ([runner]) => String(runner === 'vitest'));
const ONE_JAVASCRIPT = oneOfEach(JAVASCRIPT, () => '');
const ONE_PYTHON = oneOfEach(PYTHON, () => '');

/** The value of each failed test, and the line of its origin. */
function summary(project: TestProject, failures: readonly TestFailure[]): Record<string, string> {
  return Object.fromEntries(
    failures.map(({ name, valueSource }) => {
      const key = name.replace(/^.*> /, '').replace('test_', '');
      if (valueSource?.kind !== 'found') return [key, valueSource?.kind ?? 'unknown'];
      const { text, origin } = valueSource;
      const { function: called, line } = origin.place;
      const mark = project.mark({ path: called.path, line, column: 1 });
      return [key, `${text} ${origin.place.how} ${mark}`];
    }),
  );
}

function answer(report: TestRunReport, cwd: string): string {
  return renderTestReport(report, { cwd, program: 'npm test', actions: {} });
}

beforeAll(buildTracer);

describe.for(BY_MODULES)('%s', ([, command, imports]) => {
  test('says where a wrong value was made, calls away from the assertion', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    project.write('shop.js', SHOP);
    project.write('none.mjs', 'export default {};');
    project.write('a.test.js', tests(imports));
    const report = await project.run(command, { why: true });
    expect(report.counts).toMatchObject({ passed: 1, failed: 5 });
    expect(summary(project, report.failures)).toEqual({
      price: '36 returned shop.js @made',
      order: '36 returned shop.js @made',
      common: 'false returned shop.js @asked',
      async: '"for Ada" returned shop.js @written',
      flaky: 'passed',
    });
    const text = answer(report, project.folder);
    expect(text).toContain('Where 36 came from: discount() returned it at shop.js:4');
    expect(text).toContain('price 36, expected 40');
    expect(text).toContain('Passed when it was run again by itself');
  });
});

describe.for(PYTHON)('%s', ([, command, text]) => {
  test('says where a wrong value was made, calls away from the assertion', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    project.write('shop.py', PYTHON_SHOP);
    project.write('test_shop.py', text);
    const report = await project.run(command, { why: true, path: [PYTHON_FOLDER] });
    expect(report.counts).toMatchObject({ passed: 1, failed: 5 });
    expect(summary(project, report.failures)).toEqual({
      price: '36 returned shop.py @rounded',
      order: '36 returned shop.py @rounded',
      common: 'False returned shop.py @asked',
      async: `'for Ada' returned shop.py @written`,
      flaky: 'passed',
    });
  });
});

/** With a tracer, the first one takes minutes. */
const SLOW = `const assert = require('node:assert');
const next = (n) => n + 1;
const counted = () => { let n = 0; while (n < 1e8) n = next(n); return n; };
const half = (n) => n / 4;
it('slow', () => { assert.strictEqual(counted(), 7); });
it('half', () => { assert.strictEqual(half(84), 42); });
it('other half', () => { assert.strictEqual(half(40), 20); });
`;
const SLOW_PYTHON = `def next(n):
    return n + 1
def counted():
    n = 0
    while n < 10_000_000:
        n = next(n)
    return n
def half(n):
    return n / 4
def test_slow():
    assert counted() == 7
def test_half():
    assert half(84) == 42
def test_other_half():
    assert half(40) == 20
`;

const SLOW_RUNS = [
  ['mocha', 'npx mocha --timeout 0 slow.test.js'],
  ['pytest', 'python -m pytest -q test_slow.py'],
] as const;

describe.for(oneOfEach(SLOW_RUNS, () => ''))('%s', ([, command]) => {
  test('a test that is too slow for a tracer leaves time for the others', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    project.write('slow.test.js', SLOW);
    project.write('test_slow.py', SLOW_PYTHON);
    const report = await project.run(command, { why: true, path: [PYTHON_FOLDER], timeoutMs: 30_000 });
    expect(report.failures.map(({ valueSource }) => valueSource?.kind)).toEqual(['late', 'found', 'found']);
  });
});

/** A program in which a whole object is wrong, a count of elements, or an error that did not come. */
const LIST = `function found(rows, wanted) {
  const kept = [];
  for (const row of rows) if (row.kind === wanted) kept.push({ name: row.name });
  return kept;
}
function search(rows, wanted) {
  return found(rows, wanted.toUpperCase());
}
function stripped(cart) {
  delete cart.total;
  return cart; // @stripped
}
function cart(items) {
  return stripped({ items, total: 3, note: 'x y' });
}
function problemOf({ age }) {
  return age > 200 ? 'old' : undefined; // @problem
}
function validate(user) {
  if (problemOf(user) === 'ancient') throw new Error('too old');
  return true;
}
function decoded(text) {
  const plain = text.replaceAll('+', ' ');
  return plain; // @decoded
}
function parsed(text) {
  return { first: decoded(text.slice(2)) };
}
module.exports = { search, cart, validate, parsed };
`;
const LIST_TESTS = (imports: string) => `${imports}
const rows = [{ kind: 'a', name: 'one' }];
test('empty', () => { assert.deepStrictEqual(list.search(rows, 'a'), [{ name: 'one' }]); });
test('length', () => {
  const all = list.search(rows, 'a');
  assert.strictEqual(all.length, 1);
});
test('missing', () => { assert.deepStrictEqual(list.cart([1, 2]), { items: [1, 2], total: 3, note: 'x y' }); });
test('thrown', () => {
  assert.throws(() => list.validate({ age: 300 }));
});
test('unchanged', () => { assert.strictEqual(list.parsed('a=b%20c').first, 'b c'); });
test('passes', () => { assert.strictEqual(list.cart([]).note, 'x y'); });
`;
const PYTHON_LIST = `def found(rows, wanted):
    kept = []
    for row in rows:
        if row["kind"] == wanted:
            kept.append({"name": row["name"]})
    return kept


def search(rows, wanted):
    return found(rows, wanted.upper())


def stripped(cart):
    del cart["total"]
    return cart  # @stripped


def cart(items):
    return stripped({"items": items, "total": 3, "note": "x y"})


def problem_of(user):
    return "old" if user["age"] > 200 else None  # @problem


def validate(user):
    if problem_of(user) == "ancient":
        raise ValueError("too old")
    return True


def decoded(text):
    plain = text.replace("+", " ")
    return plain  # @decoded


def parsed(text):
    return {"first": decoded(text[2:])}
`;
const LIST_PYTEST = `import items
import pytest
ROWS = [{"kind": "a", "name": "one"}]
def test_empty():
    assert items.search(ROWS, "a") == [{"name": "one"}]
def test_length():
    all = items.search(ROWS, "a")
    assert len(all) == 1
def test_missing():
    assert items.cart([1, 2]) == {"items": [1, 2], "total": 3, "note": "x y"}
def test_thrown():
    with pytest.raises(ValueError):
        items.validate({"age": 300})
def test_unchanged():
    assert items.parsed("a=b%20c")["first"] == "b c"
def test_passes():
    assert items.cart([])["note"] == "x y"
`;
/** In a file that pytest does not rewrite, an assertion says nothing. */
const HELPER = `def same(expected, found):
    assert expected == found
`;
const HELPED = `import items
from helper import same
def test_helped():
    same({"first": "b c"}, items.parsed("a=b%20c"))
`;
const LIST_UNITTEST = `import items
import unittest
ROWS = [{"kind": "a", "name": "one"}]
class Items(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(items.search(ROWS, "a"), [{"name": "one"}])
    def test_length(self):
        all = items.search(ROWS, "a")
        self.assertEqual(len(all), 1)
    def test_missing(self):
        self.assertEqual(items.cart([1, 2]), {"items": [1, 2], "total": 3, "note": "x y"})
    def test_thrown(self):
        with self.assertRaises(ValueError):
            items.validate({"age": 300})
    def test_unchanged(self):
        self.assertEqual(items.parsed("a=b%20c")["first"], "b c")
    def test_passes(self):
        self.assertEqual(items.cart([])["note"], "x y")
`;

/** The known way of the value that each failed test found. */
function ways(project: TestProject, failures: readonly TestFailure[]): Record<string, string> {
  const markOf = (path: string, line: number) => project.mark({ path, line, column: 1 }).replace(/^\S+ /, '');
  return Object.fromEntries(
    failures.map(({ name, valueSource }) => {
      const key = name.replace(/^.*> /, '').replace('test_', '');
      if (valueSource?.kind === 'called') {
        const { returns = [], function: called } = valueSource.call;
        return [key, [called.name, ...returns.map((each) => markOf(each.function.path, each.returnLine))].join(' ')];
      }
      if (valueSource?.kind !== 'found') return [key, valueSource?.kind ?? 'unknown'];
      const { place, unchanged = [] } = valueSource.origin;
      const through = unchanged.map((each) => markOf(each.function.path, each.line));
      return [key, [place.how, place.name ?? markOf(place.function.path, place.line), ...through].join(' ')];
    }),
  );
}

const WAYS = {
  empty: 'set kept',
  missing: 'returned @stripped',
  thrown: expect.stringMatching(/^validate .*@problem$/),
  unchanged: expect.stringMatching(/@decoded$/),
};

/** The messages that Jest makes of an error of node:assert, without anything else. */
const JEST_WAYS = { empty: 'search 4', missing: 'cart @stripped' };

describe.for(ONE_JAVASCRIPT)('of whole objects, %s', ([runner, command, imports]) => {
  test('says what made them so, and what an assertion called', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    project.write('list.js', LIST);
    project.write('none.mjs', 'export default {};');
    project.write('a.test.js', LIST_TESTS(imports.replaceAll('shop', 'list')));
    const { counts, failures } = await project.run(command, { why: true });
    expect(counts).toMatchObject({ passed: 1, failed: 5 });
    const length = expect.stringMatching(/^(?:search|set kept)/);
    expect(ways(project, failures)).toEqual({ ...WAYS, ...(runner === 'jest' ? JEST_WAYS : {}), length });
  });
});

describe.for(ONE_PYTHON)('of whole objects, %s', ([runner, command]) => {
  test('says what made them so, and what an assertion called', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    project.write('items.py', PYTHON_LIST);
    project.write('test_shop.py', runner === 'pytest' ? LIST_PYTEST : LIST_UNITTEST);
    const { counts, failures } = await project.run(command, { why: true, path: [PYTHON_FOLDER] });
    expect(counts).toMatchObject({ passed: 1, failed: 5 });
    expect(ways(project, failures)).toEqual({ ...WAYS, length: expect.stringMatching(/^(?:search|set kept)/) });
  });
});

test('an assertion of a file that pytest leaves as it is is read from its line', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = new TestProject('assert');
  project.write('items.py', PYTHON_LIST);
  project.write('helper.py', HELPER);
  project.write('test_helped.py', HELPED);
  const { failures } = await project.run('python -m pytest -q test_helped.py', { why: true, path: [PYTHON_FOLDER] });
  const [failed] = failures;
  expect(failed?.error.compared).toMatchObject({ path: "['first']", actual: { text: "'b%20c'" } });
  expect(ways(project, failures)).toEqual({ helped: expect.stringMatching(/@decoded$/) });
});

const WRITTEN_JS = `
exports.written = (value) => {
  const parts = Object.entries(value).map(([key, each]) => JSON.stringify(key) + ':' + each);
  return '{' + parts.join(', ') + '}'; // @written
};
`;
const WRITTEN_TEST_JS = `
const { test } = require('node:test');
const assert = require('node:assert/strict');
const { written } = require('./shop.js');
test('writes', () => {
  const value = { one: 1, two: 2 };
  assert.equal(written(value), '{"one":1,"two":2}');
});
`;
const WRITTEN_PY = `
import json


def written(value):
    parts = [json.dumps(key) + ": " + str(each) for key, each in value.items()]
    return "{" + ",".join(parts) + "}"  # @written
`;
const WRITTEN_TEST_PY = `
from shop import written


def test_writes():
    value = {"one": 1, "two": 2}
    assert written(value) == '{"one": 1, "two": 2}'
`;

test.for([
  ['shop.js', WRITTEN_JS, 'a.test.js', WRITTEN_TEST_JS, 'node --test a.test.js'],
  ['shop.py', WRITTEN_PY, 'test_shop.py', WRITTEN_TEST_PY, 'python -m pytest -q test_shop.py'],
] as const)(
  'a text that looks like the object that it was made of was written, not made by the test: %s',
  {
    timeout: RUN_TIMEOUT_MS,
  },
  async ([file, source, testFile, text, command]) => {
    using project = new TestProject('assert');
    project.write(file, source);
    project.write(testFile, text);
    const { failures } = await project.run(command, { why: true, path: [PYTHON_FOLDER] });
    expect(Object.values(summary(project, failures))).toEqual([expect.stringMatching(/ returned shop\.\w+ @written$/)]);
  },
);
