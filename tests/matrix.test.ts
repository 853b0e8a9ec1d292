import { describe, expect, test } from 'vitest';
import { type Matrix, matrixProblems } from './support/matrix-rules.ts';

describe('the rules of the matrix can fail', () => {
  const lack = {
    reason: 'Python raises nothing but exceptions',
    evidence: { kind: 'document', document: 'The Python Language Reference', section: '7.8. The raise statement' },
  } as const;
  const launch = { name: 'launch', proves: 'it runs' };
  const thrown = { name: 'thrown text', proves: 'it is shown', needs: ['thrown-values'] } as const;
  const good: Matrix = {
    on: 'linux x64',
    columns: ['Node.js 24', 'Python 3.11'],
    scenarios: [
      { name: 'launch', proves: 'it runs', passed: ['Node.js 24', 'Python 3.11'], leftOut: {} },
      { name: 'thrown text', proves: 'it is shown', passed: ['Node.js 24'], leftOut: { 'Python 3.11': lack } },
    ],
  };
  const [first, second] = good.scenarios;
  if (first === undefined || second === undefined) throw new Error('unreachable');
  const withScenarios = (...scenarios: Matrix['scenarios']): Matrix => ({ ...good, scenarios });

  test('and do not when there is nothing to say', () => {
    expect(matrixProblems(good, [launch, thrown])).toEqual([]);
  });

  test.each<[string, Matrix]>([
    ['thrown text is not in it', withScenarios(first)],
    ['old is in no list', withScenarios(first, second, { ...first, name: 'old' })],
    ['launch proves something else', withScenarios({ ...first, proves: 'it ran' }, second)],
    ['launch did not pass with Python 3.11', withScenarios({ ...first, passed: ['Node.js 24'] }, second)],
    [
      'launch needs nothing that Python 3.11 could be without',
      withScenarios({ ...first, passed: ['Node.js 24'], leftOut: { 'Python 3.11': lack } }, second),
    ],
    [
      'thrown text is left out with Python 3.11 without evidence',
      withScenarios(first, {
        ...second,
        leftOut: { 'Python 3.11': { ...lack, evidence: { ...lack.evidence, section: '' } } },
      }),
    ],
    ['launch has a column that is none: Ruby', withScenarios({ ...first, passed: [...first.passed, 'Ruby'] }, second)],
    ['there is no column', { ...good, columns: [], scenarios: [] }],
  ])('%s', (problem, broken) => {
    expect(matrixProblems(broken, [launch, thrown])).toContain(problem);
  });
});
