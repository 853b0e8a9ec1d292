import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pythonWith } from '../../support/pythons.ts';
import { TestProject } from './project.ts';

const path = [dirname(pythonWith('newest'))];

/** Exceptions with a text of their own, each raised again by a context manager on its way to the test that expects it. */
const EXPECTING = `
from contextlib import contextmanager

import pytest


class AppError(Exception):
    def __str__(self):
        return "even: %s" % self.args


@contextmanager
def augmented():
    try:
        yield
    except AppError as error:
        error.context = "x"
        raise


def check(number):
    with augmented():
        if number % 2 == 0:
            raise AppError(number)  # @raise
    return number


@pytest.mark.parametrize("number", range(60))
def test_check(number):
    if number % 2:
        assert check(number) == number
    else:
        with pytest.raises(AppError):
            check(number)
`;
const WRONG = `

def test_wrong():
    assert check(6) == 6
`;

describe('pytest, where tests expect exceptions', () => {
  test('is stopped at none of them', { timeout: 60_000 }, async () => {
    using project = new TestProject('python');
    project.write('test_expecting.py', EXPECTING + WRONG);
    const report = await project.run('python -m pytest -q test_expecting.py', { path });
    expect(report.exceptions).toEqual({ stops: 0, limitReached: false });
    expect(report.runs).toBe(1);
    expect(report.counts).toMatchObject({ passed: 60, failed: 1 });
    expect(project.summary(report.failures)).toEqual(['test_wrong | thrown test_expecting.py @raise | number=6']);
    const [failure] = report.failures;
    expect(failure?.error.message).toBe('even: 6');
    expect(failure?.error.stack.map(({ name }) => name)).toEqual(['check', 'test_wrong']);
    expect(failure?.site).toMatchObject({
      functionName: 'check',
      source: { lines: expect.arrayContaining(['    with augmented():']) },
    });
  });

  test('is stopped at one at most when a program of the project starts it', { timeout: 60_000 }, async () => {
    using project = new TestProject('python');
    project.write('test_expecting.py', EXPECTING + WRONG);
    project.write('run.py', 'import sys, pytest\nsys.exit(pytest.main(["-q", "test_expecting.py"]))\n');
    const report = await project.run('run.py', { path });
    expect(report.exceptions.stops).toBeLessThan(2);
    expect(project.summary(report.failures)).toEqual(['test_wrong | thrown test_expecting.py @raise | number=6']);
  });

  test('says of a file that cannot be loaded where it fails', { timeout: 60_000 }, async () => {
    using project = new TestProject('python');
    project.write('test_broken.py', 'wanted = {"a": 1}\nvalue = wanted["b"]  # @load\n');
    const report = await project.run('python -m pytest -q test_broken.py', { path });
    expect(project.summary(report.failures)).toEqual([
      `${project.folder}/test_broken.py | thrown test_broken.py @load | wanted={'a': 1}`,
    ]);
    expect(report.failures[0]).toMatchObject({
      kind: 'file',
      error: { name: 'KeyError', message: "'b'" },
    });
  });

  test('says where it is when the time is up', { timeout: 60_000 }, async () => {
    using project = new TestProject('python');
    project.write('test_endless.py', 'def test_endless():\n    while True:\n        pass  # @endless\n');
    const report = await project.run('python -m pytest -q test_endless.py', { path, timeoutMs: 6_000 });
    expect(report.outcome).toMatchObject({
      kind: 'timed out',
      timeoutMs: 6_000,
      where: { path: `${project.folder}/test_endless.py` },
    });
    expect(report.unfinished).toEqual([{ name: 'test_endless', file: `${project.folder}/test_endless.py` }]);
  });
});
