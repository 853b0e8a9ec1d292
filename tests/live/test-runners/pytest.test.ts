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
  expect(report.printedCounts).toEqual(['4 failed', '3 passed', '1 skipped', '1 error']);
});

const GROUPS = `
import pytest

def test_group():
    inner = ExceptionGroup("inner", [KeyError("two")])
    raise ExceptionGroup("several", [ValueError("one"), inner])  # @group

@pytest.mark.xfail
def test_expected():
    assert 1 == 2
`;
const EXAMPLES = `
def half(number):
    """
    >>> wanted = 3
    >>> half(4) + wanted
    6
    """
    return number / 2  # @divide
`;

test('groups of exceptions, doctests, and a usage error', { timeout: 120_000 }, async () => {
  using project = new TestProject('python');
  project.write('groups/test_groups.py', GROUPS);
  project.write('groups/examples.py', EXAMPLES);
  const path = [dirname(pythonWith('newest'))];
  const program = 'python -m pytest --doctest-modules examples.py test_groups.py';
  const report = await project.run(program, { path, within: 'groups' });
  expect(report.printedCounts).toEqual(['2 failed', '1 xfailed']);
  expect(project.summary(report.failures)).toEqual([
    'examples.half | thrown examples.py 5 | wanted=3',
    expect.stringMatching(/^test_group \| thrown test_groups.py @group \| inner=ExceptionGroup/),
  ]);
  const group = report.failures.find(({ name }) => name === 'test_group')?.error;
  expect(group?.message).toBe('several (2 sub-exceptions)');
  expect(group?.related).toEqual([
    { relation: 'member', depth: 0, name: 'ValueError', message: 'one' },
    { relation: 'member', depth: 0, name: 'ExceptionGroup', message: 'inner (1 sub-exception)' },
    { relation: 'member', depth: 1, name: 'KeyError', message: "'two'" },
  ]);
  expect(report.failures.map(({ error }) => error.message)).toContain('half(4) + wanted gave 5.0, expected 6');
  const misused = await project.run('python -m pytest --no-such-option', { path, within: 'groups' });
  expect(misused).toMatchObject({ runners: ['pytest'], exitMeaning: 'a usage error of pytest' });
});

const ESCAPES = `import unittest

def test_plain():
    found = "a"
    assert "\\d" == found

class Cases(unittest.TestCase):
    def test_equal(self):
        self.assertEqual("\\d", "\\w")
`;

test('pytest counts the warnings of the program only', { timeout: 120_000 }, async () => {
  using project = new TestProject('python');
  project.write('escapes/test_escapes.py', ESCAPES);
  const path = [dirname(pythonWith('newest'))];
  const report = await project.run('python -X dev -m pytest --assert=plain', { path, within: 'escapes' });
  // Each is written once in the file.
  expect(report.printedCounts).toEqual(['2 failed', '3 warnings']);
  expect(report.failures.map(({ error }) => error.compared?.actual?.text)).toEqual(["'a'", "'\\\\d'"]);
});
