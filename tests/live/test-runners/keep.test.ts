import { describe, expect, test } from 'vitest';
import { oneOfEach } from '../../support/tier.ts';
import { PYTHON_FOLDER, RUNNERS } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 200_000;

/** The place at which a run of one test of a runner is to stay: as the error was thrown, or before the line. */
const ALL = RUNNERS.flatMap((runner) =>
  Object.entries(runner.failures).flatMap(([name, seen]) => {
    const [, moment = '', place = ''] = /^(thrown|before) (\S+ @(?:assertion|thrown))\b/.exec(seen) ?? [];
    return /(^|[ _])(assertion|thrown)$/.test(name) && place !== ''
      ? [{ ...runner, failing: name, moment, place }]
      : [];
  }),
);
/** One version of each runner: a session's stops do not depend on the version. */
const OF_EACH = [...new Map(ALL.map((each) => [`${each.ids} ${each.failing}`, each])).values()];
const PLACES = oneOfEach(OF_EACH, ({ ids }) => ids.join());

describe.for(PLACES)('$name, $failing', ({ tests, command, node, tools, env, failing, moment, place }) => {
  test('the run stays stopped where the test failed', { timeout: RUN_TIMEOUT_MS }, async () => {
    using project = new TestProject(`kinds/${tests}`, {
      installed: tools !== undefined || node !== undefined,
      ...(tools ? { tools } : {}),
    });
    const { report, kept } = await project.keep(command, {
      ...(node ? { node } : {}),
      ...(env ? { env } : {}),
      path: [PYTHON_FOLDER],
      selection: { kind: 'matching', test: failing, file: tests === 'django' ? '' : 'kinds' },
    });
    try {
      expect(report.failures.map(({ name }) => name)).toEqual([failing]);
      if (kept?.outcome.kind !== 'stopped') throw new Error('It did not stay.');
      expect(kept.failed?.where.kind).toBe(moment);
      const frames = await kept.session.inspection.stack();
      expect(
        frames.map(({ location }) => location.path.startsWith(project.folder) && project.mark(location)),
      ).toContain(place);
      expect(kept.session.ended).toBe(false);
    } finally {
      await project.end();
    }
  });
});

test('a run in which nothing fails leaves nothing', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  const { report, kept, notKept } = await project.keep('node --test cart.spec.cjs', {
    node: 24,
    selection: { kind: 'matching', test: 'a passing test' },
  });
  expect(report.counts).toMatchObject({ passed: 1, failed: 0 });
  expect([kept, notKept]).toEqual([undefined, undefined]);
});

test('a test that fails only once is said to have passed', { timeout: RUN_TIMEOUT_MS }, async () => {
  using project = new TestProject('assert');
  project.write(
    'once.test.cjs',
    `const { existsSync, writeFileSync } = require('node:fs');
require('node:test').test('once', () => {
  if (existsSync('ran')) return;
  writeFileSync('ran', '');
  throw new Error('the first time');
});`,
  );
  const { report, kept, notKept } = await project.keep('node --test once.test.cjs', { node: 24 });
  expect(report.counts.failed).toBe(1);
  expect(kept).toBeUndefined();
  expect(notKept).toBe('when it was run again, nothing failed there');
});

/** Their time has to be waited for. */
const HANGING = [
  ['pytest', 'python -m pytest -q test_wait.py', 'def test_wait():', 'pass'],
  // One that takes no processor while its limit is waited for.
  [
    'unittest',
    'python -m unittest test_wait',
    'class Waits(unittest.TestCase):\n  def test_wait(self):',
    'sleep(0.01)',
  ],
] as const;

test.for(oneOfEach(HANGING, () => ''))(
  'a test in Python that hangs stays where it is: %s',
  { timeout: RUN_TIMEOUT_MS },
  async ([, command, head, between]) => {
    using project = new TestProject('assert');
    const loop = `    while turns >= 0:\n        ${between}\n        turns += 1  # @turns\n`;
    const text = `import unittest\nfrom time import sleep\n${head}\n    turns = 0\n${loop}`;
    project.write('test_wait.py', `${text}def test_other():\n    pass\n`);
    const { report, kept } = await project.keep(command, { path: [PYTHON_FOLDER], timeoutMs: 20_000 });
    try {
      expect(report.outcome).toMatchObject({ kind: 'timed out', timeoutMs: 10_000 });
      if (kept?.outcome.kind !== 'stopped') throw new Error('It did not stay.');
      expect(kept.failed).toBeUndefined();
      const frames = await kept.session.inspection.stack();
      expect(frames.map(({ location }) => location.path)).toContain(`${project.folder}/test_wait.py`);
      expect(kept.session.ended).toBe(false);
    } finally {
      await project.end();
    }
  },
);
