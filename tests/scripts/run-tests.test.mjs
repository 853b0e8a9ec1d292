import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runTests } from '../../scripts/test/run-tests.mjs';
import { verdictOf } from '../../scripts/test/verdict.mjs';

const LEFTOVERS = fileURLToPath(new URL('../support/leftover-processes.ts', import.meta.url));
/** Fails in as many runs as are asked for, and passes then: each leaves a file behind. */
const failing = (times) => `import { readdirSync, writeFileSync } from 'node:fs';
test('flaky', () => {
  const before = readdirSync('.').filter((name) => name.startsWith('ran-')).length;
  writeFileSync('ran-' + before, '');
  expect(before).toBeGreaterThanOrEqual(${times});
});`;
const UNHANDLED =
  "test('fine', async () => { setTimeout(() => { throw new Error('late'); }); await new Promise((done) => setTimeout(done, 50)); });";
const LEAVING = `import { spawn } from 'node:child_process';
test('fine', () => {
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { detached: true, stdio: 'ignore' }).unref();
});`;

let root = '';
beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'test-project-'))}/`;
});
afterEach(() => rmSync(root, { recursive: true }));

/** The verdict on a project of these test files, by real runs of vitest. */
function verdictOn(files) {
  const config = { test: { globals: true, pool: 'forks', globalSetup: [LEFTOVERS] } };
  const all = { ...files, 'vitest.config.mjs': `export default ${JSON.stringify(config)};` };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(root + name), { recursive: true });
    writeFileSync(root + name, text);
  }
  return verdictOf({ problems: [], ...runTests({ root, args: [], stdio: 'ignore' }) });
}

describe('real runs of vitest', () => {
  test.each([1, 2])('a test that fails %i times, and then passes alone, is flaky', (times) => {
    const files = { 'tests/live/a.test.mjs': failing(times), 'tests/live/b.test.mjs': "test('fine', () => {});" };
    const attempts = [...Array(times).fill('failed'), 'passed'];
    const flaky = [expect.objectContaining({ name: 'tests/live/a.test.mjs > flaky', attempts })];
    expect(verdictOn(files)).toMatchObject({ green: true, numPassed: 1, numFailed: 0, problems: [], flaky });
  });

  test('a test that fails three times has failed', () => {
    const failed = [expect.objectContaining({ name: 'tests/live/a.test.mjs > flaky' })];
    expect(verdictOn({ 'tests/live/a.test.mjs': failing(3) })).toMatchObject({ green: false, flaky: [], failed });
  });

  test('a test of a race gets no further try', () => {
    expect(verdictOn({ 'tests/race/a.test.mjs': failing(1) })).toMatchObject({
      green: false,
      failed: [expect.objectContaining({ name: 'tests/race/a.test.mjs > flaky' })],
      problems: [],
    });
  });

  test('an unhandled error stays, although the failed test passes alone', () => {
    const files = { 'tests/live/a.test.mjs': failing(1), 'tests/live/b.test.mjs': UNHANDLED };
    expect(verdictOn(files)).toMatchObject({ green: false, problems: ['unhandled error: late'] });
  });

  test('a process that is left behind stays, although the failed test passes alone', () => {
    const files = { 'tests/live/a.test.mjs': failing(1), 'tests/live/b.test.mjs': LEAVING };
    expect(verdictOn(files)).toMatchObject({ green: false, problems: [expect.stringContaining('left 1 process(es)')] });
  });

  test('a file that does not load and a hook that fails are failures', () => {
    const files = {
      'tests/live/a.test.mjs': "throw new Error('not loaded');",
      'tests/live/b.test.mjs':
        "describe('all', () => { afterAll(() => { throw new Error('hook'); }); test('fine', () => {}); });",
    };
    expect(verdictOn(files).problems.toSorted()).toEqual([
      'tests/live/a.test.mjs, outside of a test: not loaded',
      'tests/live/b.test.mjs, outside of a test: hook',
    ]);
  });
});
