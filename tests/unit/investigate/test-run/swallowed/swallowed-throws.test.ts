import { describe, expect, test } from 'vitest';
import type { RunningTest, SeenThrow } from '../../../../../src/investigate/test-run/failure-site.ts';
import { withSwallowed, withUnattributed } from '../../../../../src/investigate/test-run/swallowed/swallowed-throws.ts';
import type { TestSpan } from '../../../../../src/investigate/test-run/swallowed/test-spans.ts';
import type { TestFailure } from '../../../../../src/model/tests/test-report.ts';

const FILE = '/srv/app.test.js';
const place = (line: number, path = '/srv/app.js') => ({ path, line, column: 1 });

function seen(message: string, at: number, more: { line?: number; test?: RunningTest } = {}): SeenThrow {
  const { line = 4, test } = more;
  return {
    ...{ name: 'TypeError', message, at, isOnly: true, isError: true },
    frames: [{ name: 'label', location: place(line) }],
    site: {
      ...{
        kind: 'seen',
        moment: 'thrown',
        functionName: 'label',
        location: place(line),
        locals: [],
        closure: [],
        pid: 7,
        thread: '',
      },
    },
    ...(test ? { test } : {}),
  };
}

function failed(name: string, message = '500 == 200'): TestFailure {
  return {
    ...{ kind: 'test', name, file: FILE, moreErrors: [] },
    error: { name: 'AssertionError', message, stack: [], stackText: '' },
    site: { kind: 'unseen', cause: 'not thrown', reason: '' },
  };
}

const span = (name: string, begin: number, end: number, isFailed = true): TestSpan => ({
  ...{ name, file: FILE, failed: isFailed, begin, end, pid: 7 },
});

const messagesOf = (failures: readonly TestFailure[]) =>
  failures.map(({ swallowed = [] }) => swallowed.map(({ message }) => message));

describe('what own code threw while a test ran', () => {
  test('is with the test that ran, once for each place and message', () => {
    const thrown = [seen('before', 5), seen('during', 10), seen('during', 15), seen('behind', 20)];
    const [failure] = withSwallowed([failed('a')], thrown, [span('a', 10, 20)]);
    expect(failure?.swallowed).toMatchObject([{ message: 'during', count: 2, isExpected: false }]);
  });

  test('comes first where no passing test threw it', () => {
    const thrown = [seen('usual', 1), seen('usual', 11), seen('of this alone', 12, { line: 9 })];
    const [failure] = withSwallowed([failed('b')], thrown, [span('a', 0, 10, false), span('b', 10, 20)]);
    expect(failure?.swallowed).toMatchObject([
      { message: 'of this alone', isExpected: false },
      { message: 'usual', isExpected: true },
    ]);
  });

  test('is not the error that the test failed with, but may be one that its message quotes', () => {
    const thrown = [seen('no name', 12), seen('other', 13, { line: 8 })];
    const failures = withSwallowed([failed('a', 'no name\n\n- 1\n+ 2')], thrown, [span('a', 10, 20)]);
    expect(messagesOf(failures)).toEqual([['other']]);
    const quoting = withSwallowed([failed('a', 'Expected "no name" to be "Ada"')], thrown, [span('a', 10, 20)]);
    expect(messagesOf(quoting)).toEqual([['no name', 'other']]);
  });

  test('belongs to nobody where it was thrown in another process than that of the records', () => {
    const [elsewhere] = withSwallowed([failed('a')], [seen('x', 10)], [{ ...span('a', 5, 20), pid: 8 }]);
    expect(elsewhere?.swallowed).toBeUndefined();
  });

  test('of a process that a test has started is with the only test that ran', () => {
    const below = { ...seen('x', 10), below: 'uncaught' } as const;
    const other = { ...span('b', 5, 20), pid: 9 };
    const [failure] = withSwallowed([failed('a')], [below], [{ ...span('a', 5, 20), pid: 8 }]);
    expect(failure?.swallowed).toMatchObject([{ message: 'x', below: 'uncaught', isExpected: false }]);
    const [amongTwo] = withSwallowed([failed('a')], [below], [{ ...span('a', 5, 20), pid: 8 }, other]);
    expect(amongTwo?.swallowed).toBeUndefined();
  });

  test('belongs to the test that its runner named, whatever was written by then', () => {
    const spans = [span('users > a', 50, 60), span('users > b', 60, 70)];
    const thrown = [seen('of b', 10, { test: { file: FILE, name: 'users b' } })];
    expect(messagesOf(withSwallowed([failed('users > a'), failed('users > b')], thrown, spans))).toEqual([
      [],
      ['of b'],
    ]);
  });

  test('is of nobody where tests are reported at the end', () => {
    expect(messagesOf(withSwallowed([failed('a')], [seen('x', 10)], []))).toEqual([[]]);
  });
});

describe('what belongs to no test for certain', () => {
  const thrown = [seen('x', 10), seen('x', 11)];

  test('is with the only test that ran', () => {
    const [failure] = withUnattributed([failed('a')], thrown, [{ status: 'failed' }, { status: 'skipped' }]);
    expect(failure?.swallowed).toMatchObject([{ message: 'x', count: 2, isExpected: false }]);
    expect(failure?.swallowed?.[0]?.amongTests).toBeUndefined();
  });

  test('is with the first of several that all failed, and says so', () => {
    const failures = withUnattributed([failed('a'), failed('b')], thrown, [{ status: 'failed' }, { status: 'failed' }]);
    expect(failures.map(({ swallowed }) => swallowed?.map(({ amongTests }) => amongTests))).toEqual([[2], undefined]);
  });

  test('is shown nowhere where a test passed, which may have thrown it', () => {
    const failures = withUnattributed([failed('a')], thrown, [{ status: 'failed' }, { status: 'passed' }]);
    expect(messagesOf(failures)).toEqual([[]]);
  });

  test('is not what a test failed with', () => {
    const failures = withUnattributed([failed('a', 'x')], thrown, [{ status: 'failed' }]);
    expect(messagesOf(failures)).toEqual([[]]);
  });
});
