import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareTestRuns } from '../../../../../src/investigate/test-run/since-last/compare-runs.ts';
import {
  earlierRun,
  keyedTests,
  type RunFacts,
} from '../../../../../src/investigate/test-run/since-last/earlier-run.ts';
import type { TestFailure, TestResult } from '../../../../../src/model/tests/test-report.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const folder = temporaryFolder('since-last-');
const file = join(folder, 'cart.test.js');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The test file holds one statement, on the line that is given. */
function write(line: number, statement: string): void {
  writeFileSync(file, `${'\n'.repeat(line - 1)}  ${statement}\n`);
}

function failure(name: string, message: string, line = 1, kind: TestFailure['kind'] = 'test'): TestFailure {
  return {
    ...{ kind, name, file, moreErrors: [] },
    error: {
      ...{ name: 'AssertionError', message, stackText: '' },
      stack: [{ name: '(anonymous)', location: { path: file, line, column: 3 } }],
    },
    site: { kind: 'unseen', cause: 'not thrown', reason: 'nothing was thrown' },
  };
}

const tests = (...named: readonly (readonly [string, TestResult['status']])[]): TestResult[] =>
  named.map(([name, status]) => ({ name, file, status }));

function ran(results: readonly TestResult[], failures: readonly TestFailure[], isComplete = true): RunFacts {
  return { tests: results, failures, isComplete };
}

function remembered(facts: RunFacts) {
  return earlierRun(keyedTests(facts), facts.isComplete, undefined);
}

function compared(before: RunFacts, edit: () => RunFacts) {
  const earlier = remembered(before);
  const now = edit();
  return compareTestRuns(earlier, { ...now, tests: keyedTests(now) });
}

describe('a failure', () => {
  test('is the same where its line has moved, and times in its message differ', () => {
    write(1, 'assert.equal(total, 40);');
    const since = compared(ran(tests(['total', 'failed']), [failure('total', '36 == 40 after 12 ms')]), () => {
      write(7, 'assert.equal(total, 40);');
      return ran(tests(['total', 'failed']), [failure('total', '36 == 40 after 140 ms', 7)]);
    });
    expect(since).toMatchObject({ fixed: [], skipped: [], gone: [], failures: [{ kind: 'same' }] });
  });

  test('has other values where the same statement fails with another message', () => {
    write(1, 'assert.equal(total, 40);');
    const since = compared(ran(tests(['total', 'failed']), [failure('total', 'not equal\n  actual: 36')]), () =>
      ran(tests(['total', 'failed']), [failure('total', 'not equal\n  actual: 38')]),
    );
    expect(since.failures).toEqual([{ kind: 'other values', before: 'actual: 36', now: 'actual: 38' }]);
  });

  test('is at another place where another statement fails', () => {
    write(1, 'assert.equal(total, 40);');
    const since = compared(ran(tests(['total', 'failed']), [failure('total', '36 == 40')]), () => {
      write(1, 'assert.equal(count, 2);');
      return ran(tests(['total', 'failed']), [failure('total', '1 == 2')]);
    });
    const before = 'AssertionError: 36 == 40';
    expect(since.failures).toEqual([{ kind: 'other place', before, statement: 'assert.equal(total, 40);' }]);
  });

  test('is new where the test passed, and added where it was not there', () => {
    const now = ran(tests(['a', 'failed'], ['b', 'failed']), [failure('a', 'x'), failure('b', 'x')]);
    const since = compared(ran(tests(['a', 'passed']), []), () => now);
    expect(since.failures).toEqual([{ kind: 'new' }, { kind: 'added' }]);
  });

  test('of a file is new where its tests ran before, and they are not gone', () => {
    const now = ran([], [failure(file, 'Unexpected token', 1, 'file')]);
    const since = compared(ran(tests(['a', 'failed']), [failure('a', 'x')]), () => now);
    expect(since).toMatchObject({ gone: [], failures: [{ kind: 'new' }] });
  });
});

describe('a test that failed', () => {
  const before = ran(tests(['a', 'failed'], ['b', 'failed'], ['c', 'failed'], ['d', 'failed']), [
    failure('a', 'x'),
    failure('b', 'x'),
    failure('c', 'x'),
    failure('d', 'x'),
  ]);

  test('is fixed, skipped or gone', () => {
    const since = compared(before, () =>
      ran(tests(['a', 'passed'], ['b', 'skipped'], ['c', 'failed']), [failure('c', 'x')]),
    );
    expect(since).toMatchObject({
      fixed: [{ name: 'a' }],
      skipped: [{ name: 'b' }],
      gone: [{ name: 'd' }],
      failures: [{ kind: 'same' }],
    });
  });

  test('is not gone where the run was cut off, and is remembered from the run before it', () => {
    const cut = ran(tests(['a', 'passed']), [], false);
    const since = compared(before, () => cut);
    expect(since).toMatchObject({ fixed: [{ name: 'a' }], gone: [] });
    const after = earlierRun(keyedTests(cut), false, remembered(before));
    expect([...after.tests.values()].map(({ name, status }) => `${name} ${status}`)).toEqual([
      'a passed',
      'b failed',
      'c failed',
      'd failed',
    ]);
  });

  test('is told from others of its name by its place among them', () => {
    const two = ran(tests(['a', 'failed'], ['a', 'passed']), [failure('a', 'x')]);
    const since = compared(two, () => ran(tests(['a', 'passed'], ['a', 'failed']), [failure('a', 'x')]));
    expect(since).toMatchObject({ fixed: [{ name: 'a' }], failures: [{ kind: 'new' }] });
  });
});

test('a file that could not be run is fixed when its tests run', () => {
  const since = compared(ran([], [failure(file, 'Unexpected token', 1, 'file')]), () =>
    ran(tests(['a', 'passed']), []),
  );
  expect(since).toMatchObject({ fixed: [{ name: file }], gone: [] });
});
