import { describe, expect, test } from 'vitest';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const LIMITS = { depth: 0, maxChildren: 0, maxTextLength: 100 };
const LIMIT = { timeout: 200_000 };

const SLUGS = `
def slug(title):
    return title.lower().replace(" ", "-")
`;
/** Parts fail inside of the test, among exceptions that are expected. */
const BODY = `
        for title, wanted in [("A b", "a-b"), ("Hi!", "hi"), ("c  d", "c-d")]:
            with PARTS(title=title):
                with CONTEXT.raises(KeyError):
                    raise KeyError(title)
                assert slug(title) == wanted, title  # @part
        with PARTS("last"):
            assert slug("e f") == "e-f"
`;
const UNITTEST = `
import unittest
from slugs import slug

class Raises:
    raises = unittest.TestCase().assertRaises

class Slugs(unittest.TestCase):
    def test_slugs(self):${BODY.replaceAll('PARTS', 'self.subTest').replace('CONTEXT', 'Raises')}
    def test_other(self):
        pass
`;
const PYTEST = `
import pytest
from slugs import slug

class TestSlugs:
    def test_slugs(self, subtests):${BODY.replaceAll('PARTS', 'subtests.test').replace('CONTEXT', 'pytest')}
    @pytest.mark.parametrize("text", ["a > (b)"])
    def test_other(self, text):
        pass
`;
const RUNNERS = [
  ...pythonVersions().map(({ path, minor }) => ({
    title: `unittest, Python 3.${minor}`,
    command: `${path} -m unittest test_slugs`,
    text: UNITTEST,
  })),
  { title: 'unittest under pytest', command: 'python -m pytest -q test_slugs.py', text: UNITTEST },
  { title: 'pytest', command: 'python -m pytest -q test_slugs.py', text: PYTEST },
];
const KEPT = [
  { title: 'unittest', command: 'python -m unittest test_slugs', text: UNITTEST },
  ...RUNNERS.filter(({ title }) => title.includes('pytest')),
];

function projectWith(text: string): TestProject {
  const project = new TestProject('assert');
  project.write('slugs.py', SLUGS);
  project.write('test_slugs.py', text);
  return project;
}

describe.for(RUNNERS)('$title', ({ command, text }) => {
  test('a part of a test is selected by its own name, failing or not', LIMIT, async () => {
    using project = projectWith(text);
    const run = async (name: string) => {
      const selection = { kind: 'matching', test: name } as const;
      return project.run(command, { path: [PYTHON_FOLDER], rerun: false, selection });
    };
    const namesIn = ({ tests }: Awaited<ReturnType<typeof run>>) =>
      tests.map(({ name, status }) => `${name} ${status}`);
    const of = text === PYTEST ? 'TestSlugs > test_slugs' : 'Slugs > test_slugs';
    const failing = await run("test_slugs > (title='Hi!')");
    expect(namesIn(failing)).toEqual([`${of} > (title='Hi!') failed`]);
    expect(failing.failures.map(({ name }) => name)).toEqual([`${of} > (title='Hi!')`]);
    expect(failing.selection?.unselectedTests).toBe(1);
    expect(namesIn(await run("Slugs > test_slugs > (title='A b')"))).toEqual([`${of} > (title='A b') passed`]);
    expect(namesIn(await run('test_slugs > [last]'))).toEqual([`${of} > [last] passed`]);
    const exactly = { kind: 'exactly', tests: failing.tests } as const;
    const again = await project.run(command, { path: [PYTHON_FOLDER], rerun: false, selection: exactly });
    expect(again.failures.map(({ name }) => name)).toEqual(failing.failures.map(({ name }) => name));
    await expect(run("test_slugs > (title='Ho!')")).rejects.toMatchObject({
      code: 'invalid_argument',
      advice: expect.stringContaining(`"${of} > (title='Hi!')"`),
    });
  });
});

test('a name that only looks like that of a part is that of a test', LIMIT, async () => {
  using project = projectWith(PYTEST);
  const selection = { kind: 'matching', test: 'test_other[a > (b)]' } as const;
  const { tests } = await project.run('python -m pytest -q', { path: [PYTHON_FOLDER], selection });
  expect(tests).toMatchObject([{ name: 'TestSlugs > test_other[a > (b)]', status: 'passed' }]);
});

describe.for(KEPT)('$title, kept', ({ command, text }) => {
  test.for(['Hi!', 'c  d'])('the run stays stopped in the part that failed: %s', LIMIT, async (title) => {
    using project = projectWith(text);
    const selection = { kind: 'matching', test: `test_slugs > (title='${title}')` } as const;
    const { kept } = await project.keep(command, { path: [PYTHON_FOLDER], selection });
    try {
      if (kept?.outcome.kind !== 'stopped') throw new Error('It did not stay.');
      expect(kept.failed?.where.kind).toBe('thrown');
      const [innermost] = await kept.session.inspection.stack();
      expect(innermost && project.mark(innermost.location)).toBe('test_slugs.py @part');
      const value = await kept.session.inspection.evaluate({ expression: 'title', readOnly: false, ...LIMITS });
      expect(value).toMatchObject({ kind: 'value', value: `'${title}'` });
    } finally {
      await project.end();
    }
  });
});
