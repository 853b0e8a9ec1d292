import { describe, expect, test } from 'vitest';
import { filesToRetry, summaryLines, verdictOf, whyOf } from '../../scripts/test/verdict.mjs';

const LIVE = 'tests/live/steps.test.ts';
const today = new Date('2026-05-20T12:00:00Z');
const nameIn = (file) => `${file} > steps > over a line`;
const run = (more) => ({ succeeded: true, passed: [], failed: [], skipped: [], broken: [], ...more });
const failedIn = (file, more) => run({ succeeded: false, failed: [{ name: nameIn(file), file }], ...more });
const passedAlone = run({ passed: [nameIn(LIVE)] });
const known = [{ name: nameIn(LIVE), since: '2026-05-10', why: 'the machine is slow' }];
const verdict = (facts) => verdictOf({ problems: [], known: [], today, ...facts });
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
    const flaky = summaryLines(verdict({ first: run({ succeeded: false, failed }), second: passedAlone }));
    expect(flaky[1]).toBe(why);
  });

  test('that failed with no failed test is red', () => {
    expect(verdict({ first: run({ succeeded: false, passed: ['a'] }) })).toMatchObject({ green: false, numFailed: 1 });
  });

  test.each(['unhandled error: gone', 'Tests left 1 process(es) behind'])('is red for good with: %s', (broken) => {
    const first = failedIn(LIVE, { broken: [broken] });
    expect(filesToRetry(first)).toEqual([]);
    expect(verdict({ first, second: passedAlone, known })).toMatchObject({ green: false, numFailed: 1 });
  });
});

describe('a second try', () => {
  test('is given to a few tests with real programs', () => {
    expect(filesToRetry(failedIn(LIVE))).toEqual([LIVE]);
    expect(filesToRetry(failedIn('tests/e2e/demo.test.ts'))).toEqual(['tests/e2e/demo.test.ts']);
    const many = [1, 2, 3, 4].map((number) => ({ name: `${LIVE} > ${number}`, file: LIVE }));
    expect(filesToRetry(failedIn(LIVE, { failed: many }))).toEqual([]);
    expect(filesToRetry(failedIn(LIVE, { failed: many.slice(1) }))).toEqual([LIVE]);
  });

  test.each(['tests/race/wire.test.ts', 'tests/unit/wire/frames.test.ts', 'tests/architecture.test.ts'])(
    'is not given to %s',
    (file) => expect(filesToRetry(failedIn(file))).toEqual([]),
  );

  test('makes a test flaky that passes in it: red, while nobody knows it', () => {
    const facts = { first: failedIn(LIVE, { passed: ['a'] }), second: passedAlone };
    expect(verdict(facts)).toMatchObject({ green: false, numPassed: 1, numFailed: 1, newFlaky: [nameIn(LIVE)] });
    expect(summaryLines(verdict(facts))).toEqual([
      expect.stringContaining(`flaky.json: ${nameIn(LIVE)}`),
      '1 passed, 1 failed',
    ]);
  });

  test('leaves a known flaky test out of both counts', () => {
    const facts = { first: failedIn(LIVE, { passed: ['a'] }), second: passedAlone, known };
    expect(verdict(facts)).toMatchObject({ green: true, numPassed: 1, numFailed: 0, knownFlaky: [nameIn(LIVE)] });
    expect(summaryLines(verdict(facts))).toEqual([
      `Flaky, as tests/flaky.json knows: ${nameIn(LIVE)}`,
      '1 flaky, counted as neither passed nor failed',
      '1 passed, 0 failed',
    ]);
  });

  test('does not help a known test that fails in it, or leaves something behind', () => {
    const first = failedIn(LIVE);
    expect(verdict({ first, second: failedIn(LIVE), known })).toMatchObject({ green: false, failed: [nameIn(LIVE)] });
    const second = { ...passedAlone, succeeded: false, broken: ['Tests left 1 process(es) behind'] };
    expect(verdict({ first, second, known })).toMatchObject({ green: false, failed: [nameIn(LIVE)] });
  });
});

describe('the list of known flaky tests makes a run red with', () => {
  const entry = (more) => ({ ...known[0], ...more });
  test.each([
    ['an entry older than 30 days', [entry({ since: '2026-04-19' })]],
    ['an entry from the future', [entry({ since: '2026-07-01' })]],
    ['an entry without a date', [entry({ since: undefined })]],
    ['an entry without a why', [entry({ why: '' })]],
    ['more than five entries', Array.from({ length: 6 }, (_, index) => entry({ name: `${index}` }))],
    ['something else than a list', {}],
  ])('%s', (_, list) => {
    expect(verdict({ first: run({ passed: ['a'] }), known: list })).toMatchObject({ green: false, numFailed: 1 });
  });

  test('nothing else', () => {
    const list = [
      entry({ since: '2026-04-21' }),
      ...Array.from({ length: 4 }, (_, index) => entry({ name: `${index}` })),
    ];
    expect(verdict({ first: run({ passed: ['a'] }), known: list })).toMatchObject({ green: true });
  });
});
