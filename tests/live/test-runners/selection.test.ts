import { describe, expect, test } from 'vitest';
import type { TestSelection } from '../../../src/model/tests/test-selection.ts';
import { PYTHON_FOLDER, RUNNERS } from './kinds-of-failures.ts';
import { TestProject, textOf } from './project.ts';

const RUN_TIMEOUT_MS = 200_000;
/** Runners whose tests have one that fails with an assertion, among many others. */
const SELECTABLE = RUNNERS.filter(({ failures }) => assertionOf(failures) !== undefined);

function assertionOf(failures: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(failures).find((name) => /(^|[ _])assertion$/.test(name));
}

describe.for(SELECTABLE)('$name', ({ tests, command, node, tools, env, failures, ids }) => {
  test('runs the test that is asked for by its name and file, and the same by itself', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = new TestProject(`kinds/${tests}`, {
      installed: tools !== undefined || node !== undefined,
      ...(tools ? { tools } : {}),
    });
    const run = (selection: TestSelection) =>
      project.run(command, {
        ...(node ? { node } : {}),
        ...(env ? { env } : {}),
        path: [PYTHON_FOLDER],
        rerun: false,
        selection,
      });
    const name = assertionOf(failures) ?? '';
    const file = tests === 'django' ? 'tests.py' : 'kinds';
    const first = await run({ kind: 'matching', test: name, file });
    expect(first.tests).toMatchObject([{ name, status: 'failed' }]);
    expect(first.failures.map((failure) => failure.name)).toEqual([name]);
    expect(first.runners).toEqual(ids);
    expect(first.unfinished).toEqual([]);
    // Playwright does not name what it leaves out.
    if (tests !== 'playwright') expect(first.selection?.unselectedTests).toBeGreaterThan(2);
    const again = await run({ kind: 'exactly', tests: first.tests });
    expect(again.tests).toEqual(first.tests);
  });
});

test('what the command selects by itself counts as well', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  const both = { kind: 'matching', test: 'a wrong price' } as const;
  const wrong = await project.run('npx mocha --grep wrong cart.spec.cjs', { selection: both, rerun: false });
  expect(wrong).toMatchObject({ counts: { failed: 1 }, selection: { unselectedTests: 0 } });
  const other = project.run('npx mocha --grep passing cart.spec.cjs', { selection: both, rerun: false });
  await expect(other).rejects.toMatchObject({ code: 'invalid_argument' });
  const only = await project.run('node --test --test-name-pattern=wrong cart.spec.cjs', {
    node: 24,
    selection: { kind: 'matching', test: 'cart' },
    rerun: false,
  });
  expect(only.tests.map(({ name }) => name)).toEqual(['cart > a wrong price']);
});

test('a name that matches nothing is answered with the nearest ones', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  const run = (selection: TestSelection) => project.run('node --test cart.spec.cjs', { node: 24, selection });
  await expect(run({ kind: 'matching', test: 'cart > a wrng price' })).rejects.toMatchObject({
    code: 'invalid_argument',
    message: 'No test matches test: "cart > a wrng price".',
    advice: expect.stringContaining('Nearest: "cart > a wrong price"'),
  });
  await expect(run({ kind: 'matching', file: 'basket.spec' })).rejects.toMatchObject({
    message: 'No test matches file: "basket.spec".',
    details: { argument: 'file' },
  });
});

const NESTED = `import { after, before, describe, it, test } from 'node:test';
import assert from 'node:assert';
describe('unwanted', () => {
  before(() => { console.log('prepared for nothing'); });
  it('unwanted', () => { console.log('ran for nothing'); });
  after(() => { console.log('cleaned for nothing'); });
});
test('outer', async (t) => {
  await t.test('inner', () => assert.equal(1, 2));
  await t.test('other', () => console.log('ran for nothing'));
});
`;

test.for([20, 22, 24, 26])(
  'tests that are made by others while they run, on Node %i',
  { timeout: RUN_TIMEOUT_MS },
  async (node) => {
    using project = new TestProject('assert');
    project.write('nested.test.mjs', NESTED);
    const selection = { kind: 'matching', test: 'outer > inner' } as const;
    const report = await project.run('node --test nested.test.mjs', { node, selection, rerun: false });
    expect(report.tests).toMatchObject([{ name: 'outer > inner', status: 'failed' }]);
    expect(report.selection?.unselectedTests).toBe(2);
    expect(textOf(report)).not.toContain('for nothing');
  },
);

const OUTER = `
test('outer', async (t) => {
  await t.test('first', async (s) => { s.made?.(); });
  await t.test('second', async (s) => { const value = 7; assert.strictEqual(value, 8); });
});
test('other', async (t) => { t.made?.(); });
`;
const INNER: Readonly<Record<string, readonly [command: string, text: string]>> = {
  'node:test': [
    'node --test app.test.js',
    `const assert = require('node:assert'); const { test } = require('node:test'); ${OUTER}`,
  ],
  tape: [
    'npx tape app.test.js',
    `const test = require('tape'); ${OUTER.replaceAll('await t.test', 't.test').replaceAll('s.made?.()', 's.ok(true)').replaceAll('t.made?.()', 't.ok(true)').replaceAll('assert.strictEqual', 's.equal')}`,
  ],
  tap: [
    'node app.test.js',
    `const { test } = require('tap'); ${OUTER.replaceAll('s.made?.()', 's.ok(true)').replaceAll('t.made?.()', 't.ok(true)').replaceAll('assert.strictEqual', 's.equal')}`,
  ],
};

describe.for(Object.entries(INNER))('tests made by others, %s', ([, [command, text]]) => {
  test('are selected by their own names, and kept', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert', { tools: 'test-runners/newest' });
    project.write('app.test.js', text);
    const run = (name: string) => project.run(command, { node: 24, selection: { kind: 'matching', test: name } });
    const failing = await run('second');
    expect(failing.tests.map(({ name, status }) => `${name} ${status}`)).toEqual(['outer > second failed']);
    expect(failing.failures.map(({ name }) => name)).toEqual(['outer > second']);
    expect((await run('first')).tests.map(({ name }) => name)).toEqual(['outer > first']);
    await expect(run('third')).rejects.toMatchObject({ code: 'invalid_argument' });
    const selection = { kind: 'matching', test: 'second' } as const;
    const { kept } = await project.keep(command, { node: 24, selection });
    try {
      if (kept?.outcome.kind !== 'stopped') throw new Error('It did not stay.');
      expect(kept.failed?.failure.name).toBe('outer > second');
      const stack = await kept.session.inspection.stack();
      expect(stack.map(({ location }) => location.line)).toContain(4);
    } finally {
      await project.end();
    }
  });
});
