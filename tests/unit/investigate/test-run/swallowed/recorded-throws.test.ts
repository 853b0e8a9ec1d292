import { describe, expect, test } from 'vitest';
import type { RunnerRecord } from '../../../../../src/investigate/test-run/runner-records.ts';
import { isPartial, withRecordedThrows } from '../../../../../src/investigate/test-run/swallowed/recorded-throws.ts';
import type { TestFailure } from '../../../../../src/model/tests/test-report.ts';

const FILE = '/srv/test_app.py';

/** As a hook of Python writes it. */
function thrown(message: string, { line = 8, count = 1, ...more }: Readonly<Record<string, unknown>> = {}) {
  return {
    ...{ name: 'KeyError', message, count, ...more },
    site: { frames: [{ name: 'label', path: '/srv/app.py', line }], locals: [], pid: 7, thread: 'MainThread' },
  };
}

function record(name: string, status: 'passed' | 'failed', swallowed?: unknown, partial = false): RunnerRecord {
  return {
    runner: 'pytest',
    kind: 'test',
    name: [name],
    file: FILE,
    status,
    errors: [],
    swallowed,
    isPartial: partial,
  };
}

function failed(name: string): TestFailure {
  return {
    ...{ kind: 'test', name, file: FILE, moreErrors: [] },
    error: { name: 'AssertionError', message: "500 == 200 <KeyError('name')>", stack: [], stackText: '' },
    site: {
      ...{ kind: 'seen', moment: 'thrown', functionName: 'test', locals: [], closure: [], thread: '' },
      location: { path: FILE, line: 3, column: 1 },
    },
  };
}

describe('what a runner wrote down that others caught', () => {
  test('is with the failed test of its record, also where the test quotes it', () => {
    const caughtBy = { name: 'wsgi_app', path: '/lib/flask/app.py', line: 9 };
    const records = [record('a', 'failed', [thrown("'name'", { count: 2, caughtBy })]), record('b', 'failed')];
    const [a, b] = withRecordedThrows([failed('a'), failed('b')], records);
    expect(a?.swallowed).toMatchObject([
      {
        ...{ name: 'KeyError', message: "'name'", count: 2, isExpected: false },
        ...{ site: { functionName: 'label', pid: 7 }, frames: [{ name: 'label' }] },
        caughtBy: { name: 'wsgi_app', location: { path: '/lib/flask/app.py', line: 9 } },
      },
    ]);
    expect(b?.swallowed).toBeUndefined();
  });

  test('is expected where a passing test threw it, whichever ran first', () => {
    const records = [
      record('a', 'failed', [thrown('usual'), thrown('other', { line: 9 })]),
      record('b', 'passed', [thrown('usual')]),
    ];
    const [a] = withRecordedThrows([failed('a')], records);
    expect(a?.swallowed).toMatchObject([
      { message: 'other', isExpected: false },
      { message: 'usual', isExpected: true },
    ]);
  });

  test('is left out where own code took it, as it does in many tests that pass', () => {
    const passing = Array.from({ length: 40 }, (_, index) =>
      record(`passing ${index}`, 'passed', [thrown('usual'), ...(index === 0 ? [thrown('rare', { line: 9 })] : [])]),
    );
    const own = { isCaughtByOwn: true };
    const failing = record('a', 'failed', [
      thrown('usual', own),
      thrown('rare', { line: 9, ...own }),
      thrown('x', own),
    ]);
    const [a] = withRecordedThrows([failed('a')], [...passing, failing]);
    expect(a?.swallowed).toMatchObject([
      { message: 'x', isExpected: false, isCaughtByOwn: true },
      { message: 'rare', isExpected: true },
    ]);
  });

  test('is not what was thrown where the test failed', () => {
    const itself = { ...thrown('x'), site: { frames: [{ name: 'test', path: FILE, line: 3 }], locals: [] } };
    const [a] = withRecordedThrows([failed('a')], [record('a', 'failed', [itself])]);
    expect(a?.swallowed).toBeUndefined();
  });

  test('is nothing where it has another form than hooks write', () => {
    for (const swallowed of ['x', [null], [{ site: {} }], [{ ...thrown('x'), name: 3 }]]) {
      const [a] = withRecordedThrows([failed('a')], [record('a', 'failed', swallowed)]);
      expect(a?.swallowed).toBeUndefined();
    }
  });

  test('may have been missed where a runner says so', () => {
    expect(isPartial([record('a', 'passed')])).toBe(false);
    expect(isPartial([record('a', 'passed', undefined, true)])).toBe(true);
  });
});
