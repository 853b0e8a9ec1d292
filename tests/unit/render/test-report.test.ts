import { describe, expect, test } from 'vitest';
import type { FailureSite, TestFailure, TestRunReport } from '../../../src/model/test-report.ts';
import { renderTestReport } from '../../../src/render/test-report.ts';
import { expectGolden } from '../../support/golden.ts';
import { actions, at, cwd, variable } from './samples.ts';

const options = { cwd, actions, program: 'npx jest' };
const site: FailureSite = {
  kind: 'seen',
  moment: 'thrown',
  functionName: 'total',
  location: at(3, 'cart.js', 5),
  locals: [variable('sum', 'number', '10'), variable('line', 'object', '{title: "lamp", price: -1}')],
  closure: [variable('rate', 'number', '0.5')],
  source: { startLine: 1, lines: ['function total(lines) {', '  for (const line of lines)', '    check(line);', '}'] },
  thread: 'jest',
};

function failure(name: string, more: Partial<TestFailure> = {}): TestFailure {
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

const report: TestRunReport = {
  runners: ['jest'],
  outcome: { kind: 'finished', exitCode: 1, signal: null },
  counts: { passed: 5, failed: 3, skipped: 1, todo: 0 },
  failures: [failure('cart > total'), failure('cart > total of one')],
  unfinished: [],
  output: { chunks: [{ category: 'stderr', text: 'FAIL cart.test.js\n' }], omittedChars: 0 },
  durationMs: 2_345,
  runs: 1,
  exceptions: { stops: 4, limitReached: false },
};

describe('a test run', () => {
  test('with failures: each with its line and variables, those with one cause once', () => {
    const unseen = failure('cart > later', {
      site: {
        kind: 'unseen',
        cause: 'timeout',
        reason: 'nothing was thrown in the program: its runner gave up waiting',
      },
    });
    const before = failure('cart > resolves', { site: { ...site, moment: 'before', location: at(2, 'cart.js') } });
    const file = failure(`${cwd}/broken.test.js`, {
      kind: 'file',
      file: `${cwd}/broken.test.js`,
      error: { name: 'SyntaxError', message: 'Unexpected token', stack: [], stackText: '' },
      site: { kind: 'unseen', cause: 'not loaded', reason: 'the file could not be loaded' },
    });
    const failures = [...report.failures, unseen, before, file];
    expectGolden('render/test-report', renderTestReport({ ...report, failures }, options));
  });

  test('that passes', () => {
    const passed = { ...report, failures: [], counts: { passed: 1_000, failed: 0, skipped: 0, todo: 2 } };
    expect(renderTestReport({ ...passed, outcome: { kind: 'finished', exitCode: 0, signal: null } }, options)).toBe(
      'Tests: 1000 passed, 2 todo (jest; 2.3 s, exit code 0).',
    );
  });

  test('without any test: what it wrote says why', () => {
    const none = { ...report, runners: [], failures: [], counts: { passed: 0, failed: 0, skipped: 0, todo: 0 } };
    const text = renderTestReport(none, options);
    expect(text.split('\n')[0]).toBe('Tests not counted, as their runner is unknown (2.3 s, exit code 1).');
    expect(text).toContain('[stderr] FAIL cart.test.js');
    expect(text).toContain('No test runner was recognised in "npx jest".');
    const empty = renderTestReport({ ...none, runners: ['jest'] }, options);
    expect(empty.split('\n')[0]).toBe('No tests ran (jest; 2.3 s, exit code 1).');
    const stuck = { ...none, outcome: { kind: 'timed out', timeoutMs: 50_000 } as const };
    expect(renderTestReport(stuck, options).split('\n')[0]).toBe(
      'Not finished after 50.0 s, so the command was ended. Until then: tests of an unknown runner are not counted.',
    );
  });

  test('that did not end: what was running, and where', () => {
    const stuck = {
      ...report,
      failures: [],
      outcome: { kind: 'timed out', timeoutMs: 50_000, where: at(7, 'loop.js') } as const,
      unfinished: [{ name: 'cart > loops', file: `${cwd}/loop.test.js` }],
    };
    expectGolden('render/test-report-timed-out', renderTestReport(stuck, options));
  });

  test('with very many failures stays within its budget, and names what it leaves out', () => {
    const failures = Array.from({ length: 500 }, (_, index) =>
      failure(`test ${index}`, { site: { ...site, locals: [variable('index', 'number', `${index}`)] } }),
    );
    const text = renderTestReport({ ...report, failures }, { ...options, budgetTokens: 800 });
    expect(text.length).toBeLessThanOrEqual(800 * 4);
    expect(text).toMatch(/✗ test 0 /);
    expect(text).toMatch(/index: number = 0/);
    expect(text).toMatch(/… \d+ more/);
    expect(text).toContain('To step there: debug_launch "npx jest"');
  });
});
