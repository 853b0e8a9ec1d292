import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const LIMIT = { timeout: 120_000 };

/** While own code runs, it has nothing of Python's that our hooks could call; and fails by what it throws itself. */
const REPLACING = `
import builtins
import json
import os
import sys
import threading
import time
import unittest

WRONG, NAMES = ValueError, ("isinstance", "issubclass", "len", "any", "getattr", "hasattr", "id", "open", "str", "type", "set", "Exception")


def thrower(*args, **options):
    raise RuntimeError("hostile")


def total(prices):
    sum, index = 0, 0
    while index < 3:
        sum += prices[index]
        index += 1
    if sum != 7:
        raise WRONG("wrong")  # @throw


class Replacing:
    def __enter__(self):
        self.kept = [(vars(each), dict(vars(each))) for each in (builtins, json, os, threading, time)]
        self.environment = dict(os.environ)
        os.environ.clear()
        for module, names in ((builtins, NAMES), (json, ("dumps", "loads")), (os, ("getpid", "open")), (threading, ("current_thread", "settrace")), (time, ("time", "process_time"))):
            for name in names:
                vars(module)[name] = thrower
        os.path = os.environ = None

    def __exit__(self, *about):
        for names, kept in self.kept:
            names.update(kept)
        os.environ.update(self.environment)


class Totals(unittest.TestCase):
    def test_total(self):
        with Replacing():
            total([1, 2, 3])

    def test_swallowed(self):
        with Replacing():
            try:
                total([4, 5, 6])
            except BaseException:
                found = 0
        self.assertEqual(found, 7)  # @assert
`;
const SEEN = [
  expect.stringMatching(/swallowed \| thrown test_replacing.py @assert \| .*found=0/),
  expect.stringMatching(/total \| thrown test_replacing.py @throw \| prices=\[1, 2, 3\] sum=6 index=3/),
];

test.each(pythonVersions())(
  'what tests put in the place of Python’s own is not run, on 3.$minor',
  LIMIT,
  async ({ path }) => {
    using project = new TestProject('python');
    project.write('test_replacing.py', REPLACING);
    const report = await project.run('python -m unittest test_replacing', { path: [dirname(path)] });
    expect(project.summary(report.failures).sort()).toEqual(SEEN);
    expect(report.failures.map(({ error }) => error.message).sort()).toEqual(['0 != 7', 'wrong']);
  },
);

test('nor with pytest', LIMIT, async () => {
  using project = new TestProject('python');
  project.write('test_replacing.py', REPLACING);
  const report = await project.run('python -m pytest -q test_replacing.py', { path: [PYTHON_FOLDER] });
  expect(project.summary(report.failures).sort()).toEqual(SEEN);
});
