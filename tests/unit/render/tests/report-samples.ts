import type { FailureSite, TestFailure, TestRunReport } from '../../../../src/model/tests/test-report.ts';
import { at, cwd, variable } from '../samples.ts';

/** The place where {@link failure} was thrown. */
export const site: FailureSite = {
  kind: 'seen',
  moment: 'thrown',
  functionName: 'total',
  location: at(3, 'cart.js', 5),
  locals: [variable('sum', 'number', '10'), variable('line', 'object', '{title: "lamp", price: -1}')],
  closure: [variable('rate', 'number', '0.5')],
  source: { startLine: 1, lines: ['function total(lines) {', '  for (const line of lines)', '    check(line);', '}'] },
  thread: 'jest',
};

/** Thrown in `total`, of which two variables are known. */
export function failure(name: string, more: Partial<TestFailure> = {}): TestFailure {
  return {
    kind: 'test',
    name,
    file: `${cwd}/cart.test.js`,
    error: {
      name: 'RangeError',
      message: 'negative price\n\nExpected: 10\nReceived: -1',
      stack: [
        { name: 'total', location: at(3, 'cart.js') },
        { name: '(anonymous)', location: at(12, 'cart.test.js') },
      ],
      stackText: '',
    },
    moreErrors: [],
    site,
    ...more,
  };
}

/** A run in which two tests failed at the same place. */
export const report: TestRunReport = {
  runners: ['jest'],
  outcome: { kind: 'finished', exitCode: 1, signal: null },
  counts: { passed: 5, failed: 3, skipped: 1, todo: 0 },
  tests: [],
  failures: [failure('cart > total'), failure('cart > total of one')],
  thrown: [],
  unfinished: [],
  output: { chunks: [{ category: 'stderr', text: 'FAIL cart.test.js\n' }], omittedChars: 0 },
  durationMs: 2_345,
  runs: 1,
  exceptions: { stops: 4, limitReached: false },
};
