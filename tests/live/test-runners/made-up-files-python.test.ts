import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestRunReport } from '../../../src/model/tests/test-report.ts';
import { renderTestReport } from '../../../src/render/tests/test-report.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const LIMIT = { timeout: 120_000 };

const RULES = `
import dataclasses
import linecache

TEXT = """def convert(row):
    price = row.get("price")
    return float(price) * 2
"""


def made(name):
    space = {}
    exec(compile(TEXT, name, "exec"), space)
    return space["convert"]


def total(rows, name):
    convert = made(name)
    amount = 0
    for row in rows:
        amount += convert(row)
    return amount


@dataclasses.dataclass
class Share:
    parts: int

    def __post_init__(self):
        self.size = 100 / self.parts


linecache.cache["<rules>"] = (len(TEXT), None, TEXT.splitlines(True), "<rules>")
`;
const TESTS = `
import unittest

import rules

ROWS = [{"price": "1"}, {"prise": "2"}]


class Rules(unittest.TestCase):
    def test_1_string(self):
        self.assertEqual(rules.total(ROWS, "<string>"), 6)

    def test_2_linecache(self):
        self.assertEqual(rules.total(ROWS, "<rules>"), 6)

    def test_3_relative(self):
        self.assertEqual(rules.total(ROWS, "rules.html"), 6)

    def test_4_dataclass(self):
        self.assertEqual(rules.Share(0).size, 1)

    def test_5_syntax(self):
        compile("price +", "<rule 5>", "eval")
`;
const MADE = ["  row: dict = {'prise': '2'}", '  price: NoneType = None'];
const CALL = [
  '      19 |     amount = 0',
  '      20 |     for row in rows:',
  '  >>> 21 |         amount += convert(row)',
  '      22 |     return amount',
  '      23 |',
];

function projectOf(): TestProject {
  const project = new TestProject('python');
  project.write('rules.py', RULES);
  project.write('test_rules.py', TESTS);
  return project;
}

/** The part of the answer about one failure: its place, source and variables, and the calls. */
function shownOf(report: TestRunReport, name: string, cwd: string): string[] {
  const failures = report.failures.filter((each) => each.name.endsWith(name));
  const answer = renderTestReport({ ...report, failures }, { cwd, actions: { launch: 'debug_launch' }, program: 'x' });
  const lines = answer.split('\n').slice(answer.split('\n').findIndex((line) => line.startsWith('✗')));
  return lines.filter((line) => line !== '');
}

describe.each(pythonVersions())('unittest on Python 3.$minor', ({ path }) => {
  test('a failure that comes out of code without a file is shown there', LIMIT, async () => {
    using project = projectOf();
    const report = await project.run('python -m unittest test_rules', { path: [dirname(path)] });
    expect(report.counts).toMatchObject({ passed: 0, failed: 5 });
    const of = (name: string) => shownOf(report, name, project.folder);
    const made = (place: string, test: string, line: number) => [
      `  Stack: convert (${place}) < total (rules.py:21) < ${test} (test_rules.py:${line})`,
      'To step there: debug_launch "x" with breakpoints ["rules.py:21"].',
    ];
    const [, message = '', ...first] = of('test_1_string');
    expect(message).toMatch(/^ {2}TypeError: float\(\) argument must be/);
    expect(first).toEqual([
      '  (no text of <string> is known; called from rules.py:21:)',
      ...CALL,
      ...MADE,
      ...made('<string>:3', 'test_1_string', 11),
    ]);
    expect(of('test_2_linecache').slice(2)).toEqual([
      '      1 | def convert(row):',
      '      2 |     price = row.get("price")',
      '  >>> 3 |     return float(price) * 2',
      ...MADE,
      ...made('<rules>:3', 'test_2_linecache', 14),
    ]);
    expect(of('test_3_relative').slice(2)).toEqual([
      '  (no text of rules.html is known; called from rules.py:21:)',
      ...CALL,
      ...MADE,
      ...made('rules.html:3', 'test_3_relative', 17),
    ]);
    expect(of('test_4_dataclass').at(-2)).toMatch(
      /^ {2}Stack: __post_init__ \(rules\.py:30\) < __init__ \(<string>:\d\) < test_4_dataclass \(test_rules\.py:20\)$/,
    );
    expect(of('test_5_syntax')).toContain('  >>> 23 |         compile("price +", "<rule 5>", "eval")');
  });
});

test('a failure in code without a file is kept there', LIMIT, async () => {
  using project = projectOf();
  const { kept } = await project.keep('python -m pytest -q test_rules.py::Rules::test_1_string', {
    path: [PYTHON_FOLDER],
  });
  expect(kept?.outcome).toMatchObject({
    kind: 'stopped',
    reason: 'exception',
    location: { path: '<string>', line: 3 },
    functionName: 'convert',
  });
  await project.end();
});
