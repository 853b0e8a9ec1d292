import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestFailure } from '../../../src/model/tests/test-report.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { PYTHON_FOLDER } from './kinds-of-failures.ts';
import { TestProject } from './project.ts';

const RUN_TIMEOUT_MS = 120_000;

/** A package that catches what its handlers throw, some of it by looking up what is not there. */
const FRAMEWORK = `
def serve(handler, *args):
    try:
        return 200, handler(*args)
    except Exception as error:
        return failed(error)


def failed(error):
    return 500, None


def passing(handler, *args):
    return handler(*args)


def looked_up(thing, name):
    return hasattr(thing, name)


def got(mapping, key):
    try:
        return mapping[key]
    except KeyError:
        return None


def consumed(numbers):
    return [each for each in numbers]
`;
const APP = `
from contextlib import contextmanager

import tiny

USERS = {1: {"name": "Ada"}, 2: {}, 3: None}


def label(user):
    return user["name"].strip()  # @throw


def positive(count):
    if count < 0:
        raise ValueError("usual")
    return count


class Lazy:
    def __getattr__(self, name):
        raise AttributeError(name)

    def __getitem__(self, key):
        raise KeyError(key)


@contextmanager
def logged():
    try:
        yield
    except ValueError:
        raise


def handled():
    try:
        with logged():
            positive(-2)
    except ValueError:
        return "handled"


def counted():
    yield 1
    yield 2


def guarded(count):
    """Deals with what comes through the package."""
    try:
        return tiny.passing(positive, count)
    except ValueError:
        return 0


def everyday():
    tiny.looked_up(Lazy(), "x"), tiny.got(Lazy(), "x"), tiny.consumed(counted()), handled()


def get(number):
    everyday()
    tiny.serve(positive, -1)
    return tiny.serve(lambda: label(USERS[number]))[0]
`;
const UNITTEST = `
import gc
import unittest
import weakref

import app
import tiny


class Failure(Exception):
    pass


def fail():
    raise Failure


class Users(unittest.TestCase):
    def test_1(self):
        self.assertEqual(app.get(1), 200)

    def test_2(self):
        self.assertEqual(app.get(2), 200)

    def test_3(self):
        self.assertEqual(app.get(3), 200)

    def test_4_expected(self):
        self.assertRaises(TypeError, app.label, None)
        with self.assertRaises(TypeError):
            tiny.passing(app.label, None)
        self.assertEqual(1, 2)

    def test_5_guarded(self):
        self.assertEqual(app.guarded(-3), -3)

    def test_6_released(self):
        gc.disable()
        kept = []
        try:
            tiny.passing(fail)
        except Failure as error:
            kept.append(weakref.ref(error))
        tiny.serve(fail)
        self.assertIsNone(kept[0]())

    def test_7_unchanged(self):
        def deep(count):
            return deep(count + 1)

        with self.assertRaises(RecursionError):
            deep(0)


if __name__ == "__main__":
    unittest.main()
`;
/** Each task's exception is caught by asyncio, and comes back in a group. */
const GROUPED = `
import asyncio


async def broken(word):
    raise ValueError(word)


async def dropped():
    raise KeyError("dropped")


async def all_of(group):
    group.create_task(broken("one"))
    async with asyncio.TaskGroup() as inner:
        inner.create_task(broken("two"))


async def run():
    await asyncio.gather(dropped(), return_exceptions=True)
    async with asyncio.TaskGroup() as group:
        await all_of(group)


def test_group():
    asyncio.run(run())
`;
const PYTEST = `
import app


def test_1():
    assert app.get(1) == 200


def test_2():
    assert app.get(2) == 200


def test_3():
    assert app.get(3) == 200
`;

function projectWith(files: Readonly<Record<string, string>>): TestProject {
  const project = new TestProject('python');
  project.write('vendor/site-packages/tiny.py', FRAMEWORK);
  project.write('app.py', APP);
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  return project;
}

const env = (project: TestProject) => ({
  PYTHONPATH: [`${project.folder}/vendor/site-packages`, project.folder].join(delimiter),
});

/** `KeyError 'name' 1` for each of a failure, with `(usual)` behind those of passing tests. */
function texts(failure: TestFailure | undefined): string[] {
  const { swallowed = [] } = failure ?? {};
  return swallowed.map(
    ({ name, message, count, isExpected }) => `${name} ${message} ${count}${isExpected ? ' (usual)' : ''}`,
  );
}

/** Own code that takes whatever comes, where the tests pass with it and where they fail by it; and that deals with what it names. */
const TAKING = `
import contextlib
import logging


def rate(key):
    rates = {"vat": 20}
    try:
        return rates[key]  # @rate
    finally:
        rates = None


def safely(key, otherwise=0):
    try:
        return rate(key)
    except Exception:  # @all
        return otherwise


def bare(text):
    try:
        return int(text)  # @int
    except:
        return None


def several(text):
    try:
        return int(text)
    except (OSError, Exception):
        return None


def partly(text):
    try:
        return int(text)
    except Exception as error:
        if not text:
            raise
        return None


def suppressed(text):
    with contextlib.suppress(Exception):
        return int(text)


def named(text):
    try:
        return int(text)
    except (ValueError, TypeError):
        return None


def again(key):
    try:
        return rate(key)
    except Exception:
        logging.getLogger().debug("no rate")
        raise


def handled(key):
    try:
        return again(key)
    except KeyError:
        return 0
`;
const TAKEN = `
import unittest

import rates


class Rates(unittest.TestCase):
    def test_1_taken(self):
        self.assertEqual(rates.safely("Vat"), 20)

    def test_2_usual(self):
        self.assertEqual(rates.safely("usual"), 0)

    def test_3_usual_fails(self):
        self.assertEqual(rates.safely("usual"), 1)

    def test_4_bare(self):
        self.assertEqual(rates.bare("12x"), 12)

    def test_5_named(self):
        self.assertEqual(rates.named("13x"), 13)

    def test_5_several(self):
        self.assertEqual(rates.several("14x"), 14)

    def test_5_partly(self):
        self.assertEqual(rates.partly("16x"), 16)

    def test_5_suppressed(self):
        self.assertEqual(rates.suppressed("15x"), 15)

    def test_6_again(self):
        rates.again("tax")

    def test_7_handled(self):
        self.assertEqual(rates.handled("tax"), 1)

    def test_8_in_test(self):
        try:
            rates.rate("none")
        except Exception:
            pass
        self.assertEqual(1, 2)


if __name__ == "__main__":
    unittest.main()
`;

test.each(pythonVersions())(
  'what own code takes that takes whatever comes is with the test that it failed, on Python 3.$minor',
  {
    timeout: RUN_TIMEOUT_MS,
  },
  async ({ path }) => {
    using project = new TestProject('python');
    project.write('rates.py', TAKING);
    project.write('test_rates.py', TAKEN);
    const report = await project.run('python -m unittest test_rates', { path: [dirname(path)] });
    expect(report.counts).toMatchObject({ passed: 1, failed: 10 });
    const of = (name: string) => report.failures.find((each) => each.name.endsWith(name));
    expect(texts(of('test_1_taken'))).toEqual(["KeyError 'Vat' 1"]);
    const [taken] = of('test_1_taken')?.swallowed ?? [];
    expect(taken).toMatchObject({ isCaughtByOwn: true, caughtBy: { name: 'safely' }, frames: [{ name: 'rate' }, {}] });
    expect(taken?.caughtBy && project.mark(taken.caughtBy.location)).toBe('rates.py @all');
    expect(taken?.site.locals).toMatchObject([
      { name: 'key', value: "'Vat'" },
      { name: 'rates', value: 'None', thrown: "{'vat': 20}" },
    ]);
    expect(texts(of('test_3_usual_fails'))).toEqual([]);
    for (const [name, text] of Object.entries({
      test_4_bare: '12x',
      test_5_several: '14x',
      test_5_partly: '16x',
      test_5_suppressed: '15x',
    }))
      expect(texts(of(name))).toEqual([`ValueError invalid literal for int() with base 10: '${text}' 1`]);
    for (const name of ['test_5_named', 'test_6_again', 'test_7_handled', 'test_8_in_test'])
      expect(texts(of(name))).toEqual([]);
  },
);

describe.for(pythonVersions())('unittest on Python 3.$minor', ({ minor, path }) => {
  test('what own code threw and others caught is with the tests that it failed', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = projectWith({ 'test_app.py': UNITTEST });
    const report = await project.run('python -m unittest -v test_app', { path: [dirname(path)], env: env(project) });
    expect(report.counts).toMatchObject({ passed: 3, failed: 4 });
    const [second, third, expected, guarded] = report.failures;
    expect(texts(second)).toEqual(["KeyError 'name' 1", 'ValueError usual 1 (usual)']);
    expect(second?.swallowed?.[0]).toMatchObject({
      site: { functionName: 'label', locals: [{ name: 'user', value: '{}' }], thread: 'MainThread' },
      frames: [{ name: 'label' }, { name: '<lambda>' }],
      leftTo: { name: 'serve', location: { path: `${project.folder}/vendor/site-packages/tiny.py`, line: 4 } },
      ...(minor < 12 ? {} : { caughtBy: { name: 'serve', location: { line: 5 } } }),
    });
    expect(texts(third)).toEqual(["TypeError 'NoneType' object is not subscriptable 1", 'ValueError usual 1 (usual)']);
    expect(texts(expected)).toEqual([]);
    expect(texts(guarded)).toEqual(['ValueError usual 1 (usual)']);
    expect(report.exceptions).toEqual({ stops: 0, limitReached: false });
  });
});

describe.for([
  { name: 'pytest', command: 'python -m pytest -q test_app.py' },
  { name: 'pytest-xdist', command: 'python -m pytest -q -n 2 test_app.py' },
])('$name', ({ command }) => {
  test('what own code threw and others caught is with the tests that it failed', {
    timeout: RUN_TIMEOUT_MS,
  }, async () => {
    using project = projectWith({ 'test_app.py': PYTEST });
    const report = await project.run(command, { path: [PYTHON_FOLDER], env: env(project) });
    expect(report.counts).toMatchObject({ passed: 1, failed: 2 });
    const [second, third] = [...report.failures].sort((one, other) => one.name.localeCompare(other.name));
    expect(texts(second)).toEqual(["KeyError 'name' 1", 'ValueError usual 1 (usual)']);
    expect(second?.swallowed?.[0]?.site).toMatchObject({ locals: [{ name: 'user', value: '{}' }] });
    expect(texts(third)).toEqual(["TypeError 'NoneType' object is not subscriptable 1", 'ValueError usual 1 (usual)']);
  });
});

test('with coverage it is said that it had the trace function', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = projectWith({ 'test_app.py': PYTEST });
  const report = await project.run('python -m pytest -q --cov=app test_app.py', {
    path: [PYTHON_FOLDER],
    env: env(project),
  });
  expect(report.failures.map(texts)).toEqual([[], []]);
  expect(report.exceptions).toMatchObject({ tracedBy: 'coverage' });
});

test.for(pythonVersions().filter(({ minor }) => minor < 12))(
  'a program that has a trace function of its own is named as the reason, Python 3.$minor',
  { timeout: RUN_TIMEOUT_MS },
  async ({ path }) => {
    using project = projectWith({ 'test_app.py': `${UNITTEST}\nimport sys\nsys.settrace(lambda *_: None)\n` });
    const report = await project.run('python -m unittest -v test_app', { path: [dirname(path)], env: env(project) });
    expect(report.exceptions).toMatchObject({ tracedBy: 'another tool' });
  },
);

test('what the group holds that a test failed with is not named as swallowed', {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  using project = projectWith({ 'test_group.py': GROUPED });
  const command = 'python -m pytest -q test_group.py';
  const report = await project.run(command, { path: [PYTHON_FOLDER], env: env(project) });
  expect(report.counts).toMatchObject({ failed: 1 });
  expect(texts(report.failures[0])).toEqual(["KeyError 'dropped' 1"]);
});
