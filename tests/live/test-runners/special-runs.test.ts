import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { reasonWithout } from '../../support/unavailable-tools.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject, textOf } from './project.ts';

const RUN_TIMEOUT_MS = 120_000;
const RUNNERS = [
  ['jest', 'npx jest'],
  ['vitest', 'npx vitest run'],
] as const;

describe.for(RUNNERS)('%s', ([runner, command]) => {
  test('a test that its runner gives up, and a file that does not load', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('typescript');
    const report = await project.run(`${command} slow.test broken.test`, { node: 24 });
    expect(report.runners).toEqual([runner]);
    expect(report.counts).toEqual({ passed: 0, failed: 1, skipped: 0, todo: 0 });
    const [file, slow] = [...report.failures].sort((a, b) => a.kind.localeCompare(b.kind));
    expect(slow).toMatchObject({ kind: 'test', name: 'a test that never ends', site: { cause: 'timeout' } });
    expect(slow?.error.message).toMatch(/200 ?ms/);
    expect(file).toMatchObject({
      kind: 'file',
      file: `${project.folder}/src/broken.test.ts`,
      site: { cause: 'not loaded' },
    });
    expect(file?.error.message).toMatch(/Unexpected token/);
    expect(report.runs).toBe(1);
  });

  test('a test that hangs: the run ends at its limit, with all its processes', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = new TestProject('typescript');
    const report = await project.run(`${command} endless.test`, { node: 24, timeoutMs: 12_000 });
    expect(report.outcome.kind).toBe('timed out');
    if (report.outcome.kind !== 'timed out' || !report.outcome.where) throw new Error('It is not said where it hangs.');
    expect(project.mark(report.outcome.where)).toBe('endless.test.ts @endless');
    expect(report.durationMs).toBeLessThan(20_000);
    await expectHangingOneGone(project);
  });

  test('a thousand tests that pass are counted, and cost no stop', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('typescript');
    const tests = `for (let index = 0; index < 1_000; index++) test('number ' + index, () => expect(index).toBe(index));`;
    project.write('src/many.test.ts', tests);
    const report = await project.run(`${command} many.test`, { node: 24 });
    expect(report.counts).toEqual({ passed: 1_000, failed: 0, skipped: 0, todo: 0 });
    expect(report.failures).toEqual([]);
    expect(report.exceptions.stops).toBe(0);
    expect(report.runs).toBe(1);
  });

  test('of an exception that most tests expect, the one is shown that fails its test', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = new TestProject('typescript');
    project.write(
      'src/throws.test.ts',
      `import { priceOf } from './cart';
for (let index = 0; index < 300; index++)
  test('expected ' + index, () => { expect(() => priceOf({ title: 'a' + index, price: -1, count: 1 })).toThrow('negative'); });
test('unexpected', () => {
  const wanted = 3;
  expect(priceOf({ title: 'this one', price: -1, count: 1 })).toBe(wanted);
});`,
    );
    const report = await project.run(`${command} throws.test`, { node: 24 });
    expect(report.counts).toEqual({ passed: 300, failed: 1, skipped: 0, todo: 0 });
    expect(project.summary(report.failures)).toEqual([
      'unexpected | thrown cart.ts @throw | problem="negative price: this one" line={title: "this one", price: -1, count: 1}',
    ]);
  });
});

test('a test that passes when it is retried is no failure', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('typescript');
  const report = await project.run('npx vitest run retried.test', { node: 24 });
  expect(report.counts).toMatchObject({ passed: 1, failed: 0 });
  expect(report.failures).toEqual([]);
  project.write(
    'src/retried.test.ts',
    `jest.retryTimes(2);\nlet at = 0;\ntest('retried', () => expect(++at).toBe(3));`,
  );
  const inJest = await project.run('npx jest retried.test', { node: 24 });
  expect(inJest.counts).toMatchObject({ passed: 1, failed: 0 });
  expect(inJest.failures).toEqual([]);
});

test('the reporters of the configuration of vitest do their work as well', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('typescript');
  project.write(
    'vitest.config.mjs',
    `export default { cacheDir: './.vite', test: { globals: true, reporters: ['verbose', ['json', { outputFile: 'out.json' }]] } };`,
  );
  const report = await project.run('npx vitest run each.test', { node: 24, rerun: false });
  expect(report.counts).toMatchObject({ passed: 1, failed: 2 });
  expect(textOf(report)).toContain('number 4 is even');
  expect(textOf(report)).toContain('JSON report written');
});

test('a vitest whose Vite reads no file outside of the project reports to us as well', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = new TestProject('typescript', { tools: 'vitest-3' });
  const report = await project.run('npx vitest run each.test', { node: 24, rerun: false });
  expect(report.counts).toMatchObject({ passed: 1, failed: 2 });
});

test('a package of a monorepo is run in its own folder, with paths of its own', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = new TestProject('assert');
  project.write('package.json', JSON.stringify({ private: true, workspaces: ['packages/*'] }));
  const shop = { name: 'shop', version: '1.0.0', scripts: { test: 'mocha' } };
  project.write('packages/shop/package.json', JSON.stringify(shop));
  project.write(
    'packages/shop/test/price.js',
    `it('a price', () => {\n  const price = 3;\n  if (price !== 4) throw new Error('wrong'); // @throw\n});`,
  );
  const report = await project.run('npm test --workspace shop', { node: 24 });
  expect(report.failures).toMatchObject([{ name: 'a price', file: `${project.folder}/packages/shop/test/price.js` }]);
  expect(project.summary(report.failures)).toEqual(['a price | thrown price.js @throw | price=3']);
});

test('make test, which runs pytest: its failing test is kept', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('kinds/pytest', { installed: false });
  project.write('Makefile', 'test:\n\tpython -m pytest -q test_kinds.py\n');
  const selection = { kind: 'matching', test: 'test_thrown' } as const;
  const { report, kept } = await project.keep('make test', { path: [PYTHON_FOLDER], selection });
  expect(report).toMatchObject({ runners: ['pytest'], counts: { passed: 0, failed: 1 }, outcome: { exitCode: 2 } });
  expect(project.summary(report.failures)).toMatchObject(
    [/^test_thrown \| thrown shop\.py @thrown/].map((text) => expect.stringMatching(text)),
  );
  try {
    expect(kept?.outcome).toMatchObject({ kind: 'stopped', reason: 'exception' });
    const frames = (await kept?.session.inspection.stack({})) ?? [];
    expect(frames.map(({ location }) => project.mark(location))).toContain('shop.py @thrown');
  } finally {
    await project.end();
  }
});

test.for(['make test', 'python -m pytest -q test_spins.py'])(
  'a test of pytest that hangs: its line, and why where its process can be attached to: %s',
  {
    timeout: RUN_TIMEOUT_MS,
  },
  async (command) => {
    using project = new TestProject('kinds/pytest', { installed: false });
    project.write('Makefile', 'test:\n\tpython -m pytest -q test_spins.py\n');
    const spins = 'def test_spins():\n    at, wanted = 0, 7\n    while at != wanted:\n        at = (at + 2) % 8\n';
    project.write('test_spins.py', `def test_ok():\n    pass\n\n${spins}`);
    const report = await project.run(command, { path: [PYTHON_FOLDER], timeoutMs: 50_000 });
    expect(report).toMatchObject({ counts: { passed: 1, failed: 0 }, unfinished: [{ name: 'test_spins' }] });
    const path = `${project.folder}/test_spins.py`;
    const isEntered = reasonWithout('gdb') === undefined;
    expect(report.outcome).toMatchObject({
      kind: 'timed out',
      ...(isEntered ? { hang: { kind: 'busy loop', hung: true, location: { path } } } : { where: { path } }),
    });
  },
);

test('node --test with a reporter of its own shows what that one shows', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  const report = await project.run('node --test --test-reporter=tap cart.spec.cjs', { node: 24 });
  expect(report.counts).toMatchObject({ passed: 3, failed: 5 });
  expect(textOf(report)).toContain('TAP version 13');
});

test('of a run of node:test that does not end, what has ended is not said to be under way', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = new TestProject('assert');
  project.write('ended/a.test.cjs', `require('node:test').test('quick', () => {});\n`);
  const hangs = `setInterval(() => {}, 1_000);\n  return new Promise(() => {});`;
  project.write('ended/b.test.cjs', `require('node:test').test('hangs', () => {\n  ${hangs}\n});\n`);
  const tests = 'node --test ended/a.test.cjs ended/b.test.cjs';
  const { counts, unfinished } = await project.run(tests, { node: 20, timeoutMs: 12_000 });
  expect(counts).toMatchObject({ passed: 1, failed: 0 });
  const files = [...new Set(unfinished.map(({ file }) => file))];
  expect(files).toEqual([`${project.folder}/ended/b.test.cjs`]);
  expect(unfinished.at(-1)?.name).toBe('hangs');
});

describe('a command that runs no tests', () => {
  test('of a runner that is not installed: what to do', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert', { installed: false });
    for (const command of ['npm test', 'npx mocha', 'node node_modules/mocha/bin/mocha.js']) {
      await expect(project.run(command, { node: 24 })).rejects.toMatchObject({
        code: 'launch_failed',
        message: `"${command}" cannot run: mocha is not installed in ${project.folder}.`,
        advice: expect.stringContaining('npm install --save-dev mocha'),
      });
    }
  });

  test('because none matches, or because it is no test command', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject('assert');
    const none = await project.run('npx mocha --grep nothing cart.spec.cjs', { node: 24 });
    expect(none).toMatchObject({ runners: ['mocha'], counts: { passed: 0, failed: 0 }, failures: [] });
    const other = await project.run('node -e "console.log(1)"', { node: 24 });
    expect(other).toMatchObject({ runners: [], outcome: { exitCode: 0 }, failures: [] });
  });

  test('with a runner that nobody knows', async () => {
    using project = new TestProject('assert', { installed: false });
    await expect(project.run('npm test', { runner: 'karma' })).rejects.toMatchObject({
      code: 'invalid_argument',
      advice: expect.stringContaining('jest, mocha, vitest, node-test, pytest'),
    });
  });
});

test('each failure shows its own variables, or none', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  project.write(
    'each.spec.cjs',
    `const assert = require('node:assert');
for (let at = 0; at < 40; at++) it('case ' + at, () => { const rest = at % 1; assert.ok(rest, 'no rest'); });`,
  );
  const report = await project.run('npx mocha each.spec.cjs', { node: 24 });
  expect(report.counts).toMatchObject({ passed: 0, failed: 40 });
  const seen = report.failures.flatMap(({ name, site }) => (site.kind === 'seen' ? [{ name, site }] : []));
  expect(seen.length).toBe(25);
  for (const { name, site } of seen) {
    expect(`case ${site.closure.find((variable) => variable.name === 'at')?.value}`).toBe(name);
  }
});

test('exceptions that the program catches by itself are not stopped at', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  project.write(
    'catches.spec.cjs',
    `const { priceOf } = require('./cart.cjs');
const tried = () => { try { priceOf({ price: -1 }); } catch { return 0; } };
const awaited = async () => { try { await (async () => priceOf({ price: -1 }))(); } catch { return 0; } };
it('catches', () => { for (let at = 0; at < 100; at++) tried(); });
it('catches later', async () => { for (let at = 0; at < 100; at++) await awaited(); });`,
  );
  const report = await project.run('npx mocha catches.spec.cjs', { node: 24 });
  expect(report).toMatchObject({ counts: { passed: 2 }, exceptions: { stops: 0, limitReached: false } });
});

test('exceptions without end cost so much and no more', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  project.write(
    'throws.spec.cjs',
    `const assert = require('node:assert');
const { priceOf } = require('./cart.cjs');
it('expects very many', () => { for (let at = 0; at < 5_000; at++) assert.throws(() => priceOf({ price: -1 })); });
it('fails after them', () => { const late = 5; assert.equal(late, 6); // @late
});`,
  );
  const report = await project.run('npx mocha throws.spec.cjs', { node: 24, rerun: false });
  expect(report).toMatchObject({ counts: { passed: 1, failed: 1 }, exceptions: { limitReached: true } });
  expect(report.exceptions.stops).toBeLessThan(2_000);
  expect(project.summary(report.failures)).toEqual(['fails after them | too many exceptions']);
  const again = await project.run('npx mocha throws.spec.cjs', { node: 24 });
  expect(project.summary(again.failures)).toEqual(['fails after them | before throws.spec.cjs @late | late=5']);
});

test('a run that is cancelled leaves nothing behind', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('typescript');
  const cancel = new AbortController();
  const run = project.run('npx jest endless.test', { node: 24, signal: cancel.signal });
  const failed = expect(run).rejects.toMatchObject({ code: 'cancelled' });
  const deadline = Date.now() + 20_000;
  while (!project.has('hanging.pid') && Date.now() < deadline) await sleep(50);
  cancel.abort();
  await failed;
  await expectHangingOneGone(project);
});

/** The process in which a test hung is gone; a killed one may take a moment. */
async function expectHangingOneGone(project: TestProject): Promise<void> {
  const pid = Number(project.read('hanging.pid'));
  const deadline = Date.now() + 5_000;
  while (isThere(pid) && Date.now() < deadline) await sleep(50);
  expect(isThere(pid)).toBe(false);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
