import { describe, expect, test } from 'vitest';
import { scenarioResults } from '../../scripts/docs/scenario-results.mjs';

const COLUMN = 'Python 3.11.7, debugpy 1.8.22';
const OTHER = 'Python 3.13.0, debugpy 1.8.22';

function report(statuses, file = '/clone/tests/live/scenarios/python.test.ts') {
  const assertionResults = Object.entries(statuses).map(([column, status]) => ({
    ancestorTitles: [column],
    title: 'locals: they are listed',
    status,
    meta: {},
  }));
  return { testResults: [{ name: file, assertionResults }] };
}

function passedIn(...reports) {
  return scenarioResults(reports)?.scenarios.map(({ name, passed }) => ({ name, passed }));
}

describe('a scenario in the matrix', () => {
  test('has passed where it passed at once', () => {
    expect(passedIn(report({ [COLUMN]: 'passed', [OTHER]: 'passed' }))).toEqual([
      { name: 'locals', passed: [COLUMN, OTHER] },
    ]);
  });

  test('has passed where it is flaky: it failed among others, and passed alone', () => {
    const first = report({ [COLUMN]: 'failed', [OTHER]: 'passed' });
    expect(passedIn(first, report({ [COLUMN]: 'failed' }), report({ [COLUMN]: 'passed' }))).toEqual([
      { name: 'locals', passed: [COLUMN, OTHER] },
    ]);
  });

  test('has not passed where each try failed, whatever other columns did', () => {
    const first = report({ [COLUMN]: 'failed', [OTHER]: 'passed' });
    expect(passedIn(first, report({ [COLUMN]: 'failed', [OTHER]: 'passed' }))).toEqual([
      { name: 'locals', passed: [OTHER] },
    ]);
  });

  test('is nothing where no scenario was run', () => {
    expect(passedIn(report({ [COLUMN]: 'passed' }, '/clone/tests/live/other.test.ts'))).toBeUndefined();
  });
});
