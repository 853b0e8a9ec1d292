import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { renderTestReport } from '../../../src/render/tests/test-report.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const LIMIT = { timeout: 120_000 };

/** Errors of a library that own code makes its own, or handles while it fails; one comes from another process. */
const ROWS = `
import concurrent.futures
import json


class LoadError(Exception):
    def __str__(self):
        raise SystemError("its text is asked for")


def number(row, field):
    wanted = row[field]  # @key
    return int(wanted) // row["per"]  # @number


def value(row):
    try:
        return number(row, "n")
    except Exception as error:
        raise LoadError("cannot load") from error  # @load


def parsed(text):
    try:
        return json.loads(text)  # @json
    except ValueError:
        return TEXTS[text]  # @handling


TEXTS = {}


def elsewhere(row):
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        return pool.submit(number, row, "n").result()  # @pool
`;
const TESTS = `
import unittest

import rows


class Rows(unittest.TestCase):
    def test_1_text(self):
        rows.value({"n": "x", "per": 1})

    def test_2_missing(self):
        rows.value({"per": 1})

    def test_3_zero(self):
        rows.value({"n": "4", "per": 0})

    def test_4_same(self):
        rows.value({"n": "4", "per": 0})

    def test_5_context(self):
        rows.parsed("{")

    def test_6_elsewhere(self):
        rows.elsewhere({"per": 1})


if __name__ == "__main__":
    unittest.main()
`;

const GROUPED = `
import asyncio

STOCK = {"a": 3, "b": "4"}


async def fetch(sku):
    return STOCK[sku]  # @fetch


async def count(sku, totals):
    totals["sum"] += await fetch(sku)  # @count


async def total(skus):
    totals = {"sum": 0}
    async with asyncio.TaskGroup() as group:
        for sku in skus:
            group.create_task(count(sku, totals))


def test_text():
    asyncio.run(total(["a", "b"]))


def test_unknown():
    asyncio.run(total(["a", "x"]))
`;

/** The lines of an answer that name an error, or one that it came from; a place by the mark of its line. */
function errorsIn(answer: string, project: TestProject): string[] {
  const lines = answer
    .split('\n')
    .filter((line) => /^(?:✗| {2}(?:\w+(?:Error|Group)\b|caused|raised|contains|Also))/.test(line));
  return lines.map((line) =>
    line.replace(/(\w+\.py):(\d+)/, (_, file, number) =>
      project.mark({ path: `${project.folder}/${file}`, line: Number(number), column: 1 }),
    ),
  );
}

const LOADING = ['  LoadError: <its text could not be made>'];

test.each(pythonVersions())(
  'failures are told apart by what they came from, on Python 3.$minor',
  LIMIT,
  async ({ path }) => {
    using project = new TestProject('python');
    project.write('rows.py', ROWS);
    project.write('test_rows.py', TESTS);
    const program = 'python -m unittest test_rows';
    const report = await project.run(program, { path: [dirname(path)] });
    const answer = renderTestReport(report, { cwd: project.folder, actions: {}, program, budgetTokens: 5_000 });
    expect(errorsIn(answer, project)).toEqual([
      '✗ Rows > test_1_text  at rows.py @load',
      ...LOADING,
      "  caused by ValueError: invalid literal for int() with base 10: 'x' at rows.py @number in number",
      '✗ Rows > test_2_missing  at rows.py @load',
      ...LOADING,
      "  caused by KeyError: 'n' at rows.py @key in number",
      '✗ Rows > test_3_zero  at rows.py @load',
      ...LOADING,
      expect.stringMatching(/^ {2}caused by ZeroDivisionError: .* at rows\.py @number in number$/),
      '  Also, at the same place: Rows > test_4_same',
      '✗ Rows > test_5_context  at rows.py @handling',
      "  KeyError: '{'",
      expect.stringMatching(/^ {2}raised while handling JSONDecodeError: .* at rows\.py @json in parsed$/),
      '✗ Rows > test_6_elsewhere  at rows.py @pool',
      "  KeyError: 'n'",
      "  caused by _RemoteTraceback: KeyError: 'n' at rows.py @key in number",
    ]);
    expect(report.failures[1]?.error.related?.[0]?.site?.locals).toMatchObject([
      { name: 'row', value: "{'per': 1}" },
      { name: 'field', value: "'n'" },
    ]);
  },
);

test('of a group, the first error is shown with the variables where it was thrown', LIMIT, async () => {
  using project = new TestProject('python');
  project.write('test_group.py', GROUPED);
  const program = 'python -m pytest -q test_group.py';
  const report = await project.run(program, { path: [PYTHON_FOLDER] });
  const answer = renderTestReport(report, { cwd: project.folder, actions: {}, program });
  const message = '  ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)';
  expect(errorsIn(answer, project)).toEqual([
    '✗ test_text  at test_group.py 17',
    message,
    "  contains TypeError: unsupported operand type(s) for +=: 'int' and 'str' at test_group.py @count in count",
    '✗ test_unknown  at test_group.py 17',
    message,
    "  contains KeyError: 'x' at test_group.py @fetch in fetch",
  ]);
  expect(answer).toContain("\n    sku: str = 'x'\n");
});
