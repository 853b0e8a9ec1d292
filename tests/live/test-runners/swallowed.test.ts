import { describe, expect, test } from 'vitest';
import type { ToolFolder } from '../../support/run-modes/tools.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 120_000;

/** A dependency that catches what its handlers throw, later and with nothing of the test on the stack. */
const FRAMEWORK = `exports.serve = (handler, request) =>
  new Promise((resolve) => setTimeout(() => {
    try { resolve({ status: 200, body: handler(request) }); }
    catch { resolve({ status: 500 }); }
  }, 5));
`;
const APP = `const { serve } = require('./vendor/node_modules/tiny');
const users = { 1: { name: 'Ada' }, 2: {} };
function label(user) {
  return user.name.trim(); // @throw
}
function positive(count) {
  if (count < 0) throw new RangeError('usual');
  return count;
}
exports.get = (id) => serve((each) => label(users[each]), id);
exports.usual = () => serve(positive, -1);
`;
const tests = (imports: string) => `${imports}
test('user 1', async () => { await app.usual(); assert.strictEqual((await app.get(1)).status, 200); });
test('user 2', async () => { await app.usual(); assert.strictEqual((await app.get(2)).status, 200); });
test('user 3', async () => { assert.strictEqual((await app.get(3)).status, 200); });
`;
const REQUIRED = "const assert = require('node:assert'); const app = require('./app.js');";

const NODE_TEST = `${REQUIRED} const { test } = require('node:test');`;
const NEWEST = 'test-runners/newest';

interface RunnerRow {
  readonly name: string;
  readonly runner: string;
  readonly command: string;
  readonly imports: string;
  readonly node?: number;
  readonly tools?: ToolFolder;
}

const RUNNERS: readonly RunnerRow[] = [
  { name: 'mocha', runner: 'mocha', command: 'npx mocha --ui tdd app.test.js', imports: REQUIRED },
  { name: 'jest', runner: 'jest', command: 'npx jest --rootDir . --config {} app.test.js', imports: REQUIRED },
  {
    name: 'vitest',
    runner: 'vitest',
    command: 'npx vitest run --config none.mjs app.test.js',
    imports: "import assert from 'node:assert'; import { test } from 'vitest'; import app from './app.js';",
  },
  ...[20, 22, 24, 26].map((node) => ({
    ...{ name: `node:test of Node ${node}`, runner: 'node-test', command: 'node --test app.test.js' },
    ...{ imports: NODE_TEST, node },
  })),
  {
    ...{ name: 'node:test without --test', runner: 'node-test', command: 'node app.test.js' },
    imports: NODE_TEST,
  },
  { name: 'borp', runner: 'borp', command: 'npx borp app.test.js', imports: NODE_TEST, tools: NEWEST },
  ...(['test-runners/older', NEWEST] as const).map((tools) => ({
    ...{ name: `jasmine, ${tools}`, runner: 'jasmine', command: 'npx jasmine --random=false app.test.js', tools },
    imports: `${REQUIRED} const test = it;`,
  })),
  {
    ...{ name: 'tape', runner: 'tape', command: 'npx tape app.test.js', tools: NEWEST },
    imports: `${REQUIRED} const tape = require('tape');
const test = (name, body) => tape(name, async (t) => { await body(); t.pass(); });`,
  },
  {
    ...{ name: 'Playwright', runner: 'playwright', command: 'npx playwright test app', tools: NEWEST },
    imports: `${REQUIRED} const { test } = require('@playwright/test');`,
  },
];

function projectOf({ tools, imports }: Pick<RunnerRow, 'tools' | 'imports'>): TestProject {
  const project = new TestProject('assert', tools ? { tools } : {});
  project.write('vendor/node_modules/tiny/index.js', FRAMEWORK);
  project.write('app.js', APP);
  project.write('none.mjs', 'export default {};');
  project.write('app.test.js', tests(imports));
  return project;
}

describe.for(RUNNERS)('$name', (row) => {
  test('what own code threw and others caught is with the tests that it failed', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = projectOf(row);
    const report = await project.run(row.command, { node: row.node ?? 24 });
    expect(report.runners).toEqual([row.runner]);
    expect(report.counts).toMatchObject({ passed: 1, failed: 2 });
    const [second, third] = report.failures;
    expect(second?.name).toBe('user 2');
    expect(second?.swallowed).toMatchObject([
      {
        ...{ name: 'TypeError', message: "Cannot read properties of undefined (reading 'trim')", count: 1 },
        ...{ isExpected: false, site: { functionName: 'label', locals: [{ name: 'user', value: '{}' }] } },
        leftTo: { location: { path: `${project.folder}/vendor/node_modules/tiny/index.js`, line: 3 } },
      },
      { name: 'RangeError', message: 'usual', count: 1, isExpected: true },
    ]);
    expect(third?.swallowed).toMatchObject([
      { message: "Cannot read properties of undefined (reading 'name')", isExpected: false },
    ]);
  });
});

/** Their tests are known from what comes late, or at the end: one alone is certain all the same. */
const LATE: readonly RunnerRow[] = [
  {
    ...{ name: 'ava', runner: 'ava', command: 'npx ava app.test.js', tools: NEWEST },
    imports: `${REQUIRED} const ava = require('ava');
const test = (name, body) => name === 'user 2' ? ava(name, async (t) => { await body(); t.pass(); }) : ava.skip(name, () => {});`,
  },
  {
    ...{ name: 'uvu', runner: 'uvu', command: 'npx uvu . app.test.js', tools: NEWEST },
    imports: `${REQUIRED} const uvu = require('uvu');
const test = (name, body) => name === 'user 2' ? uvu.test(name, body) : name === 'user 3' && uvu.test.run();`,
  },
  {
    name: 'tap',
    runner: 'tap',
    command: 'npx tap --disable-coverage --allow-empty-coverage app.test.js',
    tools: NEWEST,
    imports: `${REQUIRED} const tap = require('tap');
const test = (name, body) => name === 'user 2' && tap.test(name, async () => { await body(); });`,
  },
];

describe.for(LATE)('$name', (row) => {
  test('what was thrown while one test ran alone is with it', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = projectOf(row);
    const report = await project.run(row.command, { node: 24 });
    expect(report.counts).toMatchObject({ passed: 0, failed: 1 });
    expect(report.failures[0]?.swallowed).toMatchObject([
      { message: 'usual' },
      { message: "Cannot read properties of undefined (reading 'trim')" },
    ]);
  });
});

test('what a server throws that all tests share belongs to the one that runs', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = projectOf({ imports: NODE_TEST });
  project.write(
    'app.test.js',
    `${NODE_TEST} const { before, after } = require('node:test'); const { createServer } = require('node:http');
const server = createServer(async (request, response) => {
  response.statusCode = (await app.get(Number(request.url.slice(1)))).status;
  response.end();
});
before(() => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => server.close());
const get = async (id) => assert.strictEqual((await fetch('http://127.0.0.1:' + server.address().port + '/' + id)).status, 200);
test('first', () => get(1));
test('second', () => get(2));
test('outer', async (t) => { await t.test('third', () => get(3)); });`,
  );
  const { failures } = await project.run('node --test app.test.js', { node: 24 });
  const found = failures.map(({ name, swallowed = [] }) => [name, ...swallowed.map(({ message }) => message)]);
  expect(found.slice(0, 2)).toEqual([
    ['second', "Cannot read properties of undefined (reading 'trim')"],
    ['outer > third', "Cannot read properties of undefined (reading 'name')"],
  ]);
});

test('what is thrown in a test is not taken for that of another, whose runner hears of it late', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = new TestProject('assert');
  project.write('app.js', "exports.fail = () => { throw new RangeError('of the next test'); };");
  project.write(
    'app.test.js',
    `${REQUIRED} const { test } = require('node:test');
test('first', async () => { await null; assert.strictEqual(1, 2); });
test('next', () => { try { [1].sort.call([2, 1], app.fail); } catch {} });
test('last', () => { app.fail(); });`,
  );
  const { failures } = await project.run('node --test app.test.js', { node: 24 });
  expect(failures.map(({ name }) => name)).toEqual(['first', 'last']);
  expect(failures.flatMap(({ swallowed = [] }) => swallowed)).toEqual([]);
});
