import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestRunReport } from '../../../src/model/tests/test-report.ts';
import { renderTestReport } from '../../../src/render/tests/test-report.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const LIMIT = { timeout: 120_000 };

const BANK = `
from contextlib import contextmanager

import vendor


class Connection:
    def __init__(self):
        self.open = True

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.open = False


@contextmanager
def kept(rows):
    try:
        yield rows
    finally:
        rows.clear()


def transfer(accounts, source, target):
    step = "debit"
    try:
        accounts[source] -= 1
        step = "credit"
        accounts[target] += 1
    finally:
        step = "closed"
        accounts = made = None


def write(conn, rows):
    if rows:
        raise ValueError("full")


def written():
    with Connection() as conn, kept([1]) as rows:
        write(conn, rows)


def answer():
    return vendor.serve(transfer, {"ada": 9}, "ada", "bob")


def read(rows):
    number, row = 0, ""
    for row in rows:
        number += 1
        int(row)


def handled():
    try:
        read(["1"])
        raise KeyError("mine")
    except KeyError as error:
        rows = "gone"
        raise RuntimeError("again") from error


def closed():
    state = "open"
    try:
        raise ValueError(state)
    finally:
        state = "closed"
`;
const FRAMEWORK = `
def serve(handler, *args):
    try:
        return handler(*args)
    except Exception:
        return None
`;
const TESTS = `
import sys
import unittest

import bank


class Bank(unittest.TestCase):
    def test_1_finally(self):
        bank.transfer({"ada": 9}, "ada", "bob")

    def test_2_with(self):
        bank.written()

    def test_3_swallowed(self):
        self.assertEqual(bank.answer(), 3)

    def test_4_cleared(self):
        with self.assertRaises(KeyError):
            bank.read(["1", "2", "x"])

    def test_5_again(self):
        bank.handled()

    def test_6_own(self):
        total = 3
        try:
            self.assertEqual(total, 4)
        finally:
            total = 0

    def test_7_traced(self):
        sys.settrace(lambda *about: None)
        bank.closed()


if __name__ == "__main__":
    unittest.main()
`;

function projectOf(): TestProject {
  const project = new TestProject('python');
  project.write('vendor/site-packages/vendor.py', FRAMEWORK);
  project.write('bank.py', BANK);
  project.write('test_bank.py', TESTS);
  return project;
}

const envOf = ({ folder }: TestProject) => ({ PYTHONPATH: [`${folder}/vendor/site-packages`, folder].join(delimiter) });

/** The lines of the answer about the variables of a failure, with the one above them that says what ran since. */
function variablesOf(report: TestRunReport, name: string, cwd: string): string[] {
  const failures = report.failures.filter((each) => each.name.endsWith(name));
  const answer = renderTestReport({ ...report, failures }, { cwd, actions: {}, program: '' });
  const lines = answer.split('\n').filter((line) => /^ {2,4}(?:Variables|\w+: \w+ = )/.test(line));
  return lines.map((line) => line.trim());
}

const TRANSFER = [
  'Variables at the throw (bank.py:33-34 ran since):',
  "accounts: dict = {'ada': 8} (now None)",
  "source: str = 'ada'",
  "target: str = 'bob'",
  "step: str = 'credit' (now 'closed')",
  'made: NoneType = None (not there at the throw)',
];

describe.for(pythonVersions())('unittest on Python 3.$minor', ({ minor, path }) => {
  test('variables of failures are those of the throw', LIMIT, async () => {
    using project = projectOf();
    const report = await project.run('python -m unittest test_bank', { path: [dirname(path)], env: envOf(project) });
    expect(report.counts).toMatchObject({ passed: 0, failed: 7 });
    const of = (name: string) => variablesOf(report, name, project.folder);
    expect(of('test_1_finally')).toEqual(TRANSFER);
    expect(of('test_2_with')).toEqual([
      'Variables at the throw (bank.py:43 ran since):',
      'conn: Connection = Connection(open=True) (now Connection(open=False))',
      'rows: list = [1] (now [])',
    ]);
    // Before, they are read where the exception is about to leave own code, and no cleanup has run yet.
    const made = minor >= 12 ? TRANSFER : TRANSFER.slice(1, -1).map((line) => line.replace(/ \(now.*/, ''));
    expect(of('test_3_swallowed')).toEqual(made);
    // unittest clears these calls when the test fails.
    expect(of('test_4_cleared')).toEqual(["rows: list = ['1', '2', 'x']", 'number: int = 3', "row: str = 'x'"]);
    expect(of('test_5_again')).toEqual(["rows: str = 'gone'"]);
    expect(of('test_6_own')).toEqual(['Variables at the throw (test_bank.py:30 ran since):', 'total: int = 3 (now 0)']);
    expect(of('test_7_traced')).toEqual(
      minor >= 12
        ? ['Variables at the throw (bank.py:72 ran since):', "state: str = 'open' (now 'closed')"]
        : ['Variables after cleanup (bank.py:72 ran since the throw):', "state: str = 'closed'"],
    );
  });
});

/** Exceptions are followed only for a part of it: that ends while its calls run. */
const LONG = `
import unittest


def short():
    pass


def waiting():
    yield
    number = 1
    raise ValueError(number)  # @waiting


class Long(unittest.TestCase):
    def test_long(self):
        number = 0
        for _ in range(400_000):
            short()
        number = 1
        self.fail(number)  # @long

    def test_waiting(self):
        generator = waiting()
        next(generator)
        for _ in range(400_000):
            short()
        next(generator)
`;

test.each(pythonVersions())(
  'lines are those of the throw when nothing is traced any more, on Python 3.$minor',
  LIMIT,
  async ({ path }) => {
    using project = new TestProject('python');
    project.write('test_long.py', LONG);
    const report = await project.run('python -m unittest test_long', { path: [dirname(path)] });
    expect(project.summary(report.failures)).toEqual([
      'Long > test_long | thrown test_long.py @long | number=1 _=399999',
      'Long > test_waiting | thrown test_long.py @waiting | number=1',
    ]);
  },
);

test('pytest shows variables as they were at the throw', LIMIT, async () => {
  using project = projectOf();
  const command = 'python -m pytest -q test_bank.py';
  const report = await project.run(command, { path: [PYTHON_FOLDER], env: envOf(project) });
  expect(report.counts).toMatchObject({ passed: 0, failed: 7 });
  expect(variablesOf(report, 'test_1_finally', project.folder)).toEqual(TRANSFER);
});
