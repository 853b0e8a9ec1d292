import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { pythonWith } from '../../support/pythons.ts';
import { TestProject, textOf } from './project.ts';

test('pytest', { timeout: 120_000 }, async () => {
  using project = new TestProject('python');
  const report = await project.run('python -m pytest -q', { path: [dirname(pythonWith('newest'))] });
  expect(report.runners).toEqual(['pytest']);
  expect(report.counts).toEqual({ passed: 3, failed: 5, skipped: 1, todo: 0 });
  expect(report.outcome).toEqual({ kind: 'finished', exitCode: 1, signal: null });
  expect(project.summary(report.failures)).toEqual([
    `TestCart > test_exception_of_the_program | thrown cart.py @throw | line={'title': 'chair', 'price': -1, 'count': 1} problem='negative price: chair'`,
    'test_even[3] | thrown test_cart.py @each | number=3 rest=1',
    'test_even[5] | thrown test_cart.py @each | number=5 rest=1',
    `test_with_a_fixture | thrown test_cart.py @hook | fixture='database'`,
    `test_wrong_price | thrown test_cart.py @assertion | lamp={'title': 'lamp', 'price': 5, 'count': 2} wanted=11`,
  ]);
  expect(report.failures.find(({ name }) => name === 'test_wrong_price')).toMatchObject({
    file: `${project.folder}/test_cart.py`,
    line: 12,
    error: { name: 'AssertionError', message: expect.stringContaining('assert 10 == 11') },
  });
  expect(textOf(report)).toContain('4 failed, 3 passed');
});
