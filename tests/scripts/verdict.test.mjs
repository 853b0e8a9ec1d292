import { describe, expect, test } from 'vitest';
import { filesToRetry, MAX_FLAKY, summaryLines, verdictOf, whyOf } from '../../scripts/test/verdict.mjs';

const LIVE = 'tests/live/steps.test.ts';
const nameIn = (file) => `${file} > steps > over a line`;
const run = (more) => ({ succeeded: true, passed: [], failed: [], skipped: [], broken: [], files: [], ...more });
const failedIn = (file, more) => run({ succeeded: false, failed: [{ name: nameIn(file), file }], ...more });
const passedAlone = run({ passed: [nameIn(LIVE)] });
const verdict = (facts) => verdictOf({ problems: [], ...facts });
const lastLine = (facts) => summaryLines(verdict(facts)).at(-1);

describe('a run', () => {
  test('without a failure is green', () => {
    const first = run({ passed: ['a', 'b'] });
    expect(verdict({ first })).toMatchObject({ green: true, numPassed: 2, numFailed: 0 });
    expect(summaryLines(verdict({ first }))).toEqual(['2 passed, 0 failed']);
  });

  test('names what it skipped, and counts it', () => {
    const first = run({ passed: ['a'], skipped: ['tests/live/go.test.ts > go'] });
    expect(summaryLines(verdict({ first }))).toEqual([
      'Skipped: tests/live/go.test.ts > go',
      '1 passed, 0 failed, 1 skipped',
    ]);
  });

  test('names the ten files that took longest', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ file: `tests/${index}.test.ts`, seconds: index }));
    const lines = summaryLines(verdict({ first: run({ passed: ['a'], files }) }));
    expect(lines.slice(0, 2)).toEqual(['The slowest files:', '    11.0 s  tests/11.test.ts']);
    expect(lines.slice(10)).toEqual(['     2.0 s  tests/2.test.ts', '1 passed, 0 failed']);
  });

  test('with a failed test, or a failed step before it, is red', () => {
    expect(verdict({ first: failedIn(LIVE) })).toMatchObject({ green: false, numFailed: 1 });
    expect(verdict({ problems: ['npm run check'], first: run({ passed: ['a'] }) })).toMatchObject({ green: false });
    expect(lastLine({ problems: ['scripts/setup.mjs failed'] })).toBe('0 passed, 1 failed');
  });

  test('ends with what its failed tests said, cut where that is long', () => {
    const why = whyOf(`AssertionError: 1 is not 2\n\n+ ${'x'.repeat(400)}\n${'at line\n'.repeat(20)}`);
    const failed = [{ name: nameIn(LIVE), file: LIVE, why }];
    const lines = summaryLines(verdict({ first: run({ succeeded: false, failed }) }));
    expect(lines.slice(0, 2)).toEqual([`Failed: ${nameIn(LIVE)}`, why]);
    expect(why.split('\n')).toHaveLength(12);
    expect(why).toMatch(/^ {4}AssertionError: 1 is not 2\n {4}\+ x{298} …\n {4}at line\n/);
    const flaky = summaryLines(verdict({ first: run({ succeeded: false, failed }), again: [passedAlone] }));
    expect(flaky[1]).toBe(why);
  });

  test('that failed with no failed test is red', () => {
    expect(verdict({ first: run({ succeeded: false, passed: ['a'] }) })).toMatchObject({ green: false, numFailed: 1 });
  });

  test.each(['unhandled error: gone', 'Tests left 1 process(es) behind'])('is red for good with: %s', (broken) => {
    const first = failedIn(LIVE, { broken: [broken] });
    expect(verdict({ first, again: [passedAlone] })).toMatchObject({ green: false, numFailed: 1, problems: [broken] });
  });
});

describe('a further try', () => {
  test('is given to all tests with real programs, however many failed', () => {
    const files = [LIVE, 'tests/e2e/demo.test.ts', 'tests/live/a.test.ts', 'tests/live/b.test.ts'];
    const failed = [...files, LIVE].map((file, index) => ({ name: `${file} > ${index}`, file }));
    expect(filesToRetry(run({ succeeded: false, failed }))).toEqual(files);
  });

  test.each(['tests/race/wire.test.ts', 'tests/unit/wire/frames.test.ts', 'tests/architecture.test.ts'])(
    'is not given to %s',
    (file) => {
      expect(filesToRetry(failedIn(file))).toEqual([]);
      const two = run({ succeeded: false, failed: [file, LIVE].map((each) => ({ name: nameIn(each), file: each })) });
      expect(filesToRetry(two)).toEqual([LIVE]);
      expect(verdict({ first: two, again: [passedAlone] })).toMatchObject({ green: false, numFailed: 1 });
    },
  );

  test('makes a test flaky that passes in it: named with its attempts, and in neither count', () => {
    const facts = { first: failedIn(LIVE, { passed: ['a'] }), again: [failedIn(LIVE), passedAlone] };
    expect(verdict(facts)).toMatchObject({ green: true, numPassed: 1, numFailed: 0, failed: [] });
    expect(summaryLines(verdict(facts))).toEqual([
      `Flaky (failed, failed, passed): ${nameIn(LIVE)}`,
      '1 flaky, counted as neither passed nor failed',
      '1 passed, 0 failed',
    ]);
  });

  test('that fails where the first had passed is flaky, too', () => {
    const first = failedIn(LIVE, { passed: [`${LIVE} > other`] });
    const second = run({ passed: [nameIn(LIVE)], failed: [{ name: `${LIVE} > other`, file: LIVE }], succeeded: false });
    const { green, numPassed, flaky } = verdict({ first, again: [second, run({ passed: [`${LIVE} > other`] })] });
    expect({ green, numPassed }).toEqual({ green: true, numPassed: 0 });
    expect(flaky.map(({ attempts }) => attempts)).toEqual([
      ['failed', 'passed'],
      ['passed', 'failed', 'passed'],
    ]);
  });

  test('does not help a test that fails in each, nor one that leaves something behind', () => {
    const twice = [failedIn(LIVE), failedIn(LIVE)];
    expect(verdict({ first: failedIn(LIVE), again: twice })).toMatchObject({ green: false, numFailed: 1, flaky: [] });
    const left = { ...passedAlone, succeeded: false, broken: ['Tests left 1 process(es) behind'] };
    expect(verdict({ first: failedIn(LIVE), again: [left] })).toMatchObject({ green: false, numFailed: 1 });
  });

  test.each([
    [MAX_FLAKY, true],
    [MAX_FLAKY + 1, false],
  ])('%i flaky tests leave the run green: %s', (count, green) => {
    const names = Array.from({ length: count }, (_, index) => `${LIVE} > ${index}`);
    const first = run({ succeeded: false, failed: names.map((name) => ({ name, file: LIVE })) });
    const { flaky, ...seen } = verdict({ first, again: [run({ passed: names })] });
    expect(flaky).toHaveLength(count);
    expect(seen).toMatchObject({ green, problems: green ? [] : [`${count} flaky tests: at most ${MAX_FLAKY} may be`] });
  });
});
