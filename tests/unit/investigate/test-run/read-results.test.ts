import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testError } from '../../../../src/investigate/test-run/error-text.ts';
import { type SeenThrow, withSites } from '../../../../src/investigate/test-run/failure-site.ts';
import { missingRunner } from '../../../../src/investigate/test-run/missing-runner.ts';
import { type FailedTest, readResults } from '../../../../src/investigate/test-run/read-results.ts';
import { parseRunnerRecords, type RunnerRecord } from '../../../../src/investigate/test-run/runner-records.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const cwd = '/srv/shop';

describe('records of a runner', () => {
  test('a line that is cut off, or no record, is left out', () => {
    const good = '{"runner":"jest","kind":"runner"}';
    const foreign = ['[]', '{"kind":"test"}', '{"runner":"x","kind":"test","name":"no list","errors":[]}', 'null'];
    expect(parseRunnerRecords([good, ...foreign, '{"runner":"jest","ki'].join('\n'))).toEqual([
      { record: { runner: 'jest', kind: 'runner' }, endOffset: good.length + 1 },
    ]);
  });

  test('what was reported of a test before its file ended gives way to what is reported at its end', () => {
    const place = { runner: 'jest', file: '/a.js', name: ['a'] } as const;
    const attempt: RunnerRecord = {
      ...place,
      kind: 'test',
      status: 'failed',
      errors: [{ stack: 'Error: 1' }],
      provisional: true,
    };
    const last: RunnerRecord = { ...place, kind: 'test', status: 'passed', errors: [] };
    const begin: RunnerRecord = { ...place, kind: 'begin' };
    const whole = [begin, attempt, { runner: 'jest', kind: 'settled', file: '/a.js' } as const, last];
    expect(readResults(whole, cwd)).toMatchObject({ counts: { passed: 1, failed: 0 }, failures: [], unfinished: [] });
    expect(readResults([begin, attempt], cwd)).toMatchObject({ counts: { passed: 0, failed: 1 } });
    expect(readResults([begin], cwd).unfinished).toEqual([{ name: 'a', file: '/a.js' }]);
  });

  test('a test that is not selected is none of the run, whether or not it was begun', () => {
    const place = { runner: 'jasmine', file: '/a.js', name: ['a'] } as const;
    const records: RunnerRecord[] = [
      { ...place, kind: 'begin' },
      { ...place, kind: 'unselected' },
      { runner: 'node-test', kind: 'unselected', file: '/b.js' },
    ];
    expect(readResults(records, cwd)).toMatchObject({
      counts: { passed: 0, failed: 0, skipped: 0 },
      tests: [],
      unfinished: [],
      runners: ['jasmine'],
    });
    expect(parseRunnerRecords('{"runner":"x","kind":"unselected","name":"no list"}')).toEqual([]);
  });

  test('paths of a stack start from the folder that the runner works in', () => {
    const records: RunnerRecord[] = [
      { runner: 'mocha', kind: 'runner', cwd: '/srv/shop/packages/a' },
      {
        runner: 'mocha',
        kind: 'test',
        name: ['x'],
        status: 'failed',
        errors: [{ stack: 'Error: x\n    at f (test/x.js:3:5)' }],
      },
    ];
    const [failure] = readResults(records, cwd).failures;
    expect(failure?.error.stack).toEqual([
      { name: 'f', location: { path: '/srv/shop/packages/a/test/x.js', line: 3, column: 5 } },
    ]);
  });
});

describe('an error as a runner reports it', () => {
  test.for([
    [{ stack: 'Error: expected\n\nreceived\n    at f (/a.js:1:2)' }, 'Error', 'expected\n\nreceived'],
    [{ stack: 'AssertionError [ERR_ASSERTION]: 1 == 2\n    at f (/a.js:1:2)' }, 'AssertionError', '1 == 2'],
    [{ name: 'RangeError', message: 'too far', stack: 'RangeError: too far' }, 'RangeError', 'too far'],
    [{ stack: 'thrown: "text"' }, '', 'thrown: "text"'],
    [{ stack: '\u001b[31mError: red\u001b[39m\n    at f (/a.js:1:2)' }, 'Error', 'red'],
    [{ message: 'only this' }, '', 'only this'],
  ] as const)('%j', ([recorded, name, message]) => {
    expect(testError(recorded, cwd)).toMatchObject({ name, message });
  });

  test('its stack has the calls of the program, and no others', () => {
    const stack = [
      'Error: x',
      '    at Object.toBe (/srv/shop/node_modules/expect/index.js:1:1)',
      '    at /srv/shop/a.js:2:3',
      '    at async Cart.total (file:///srv/shop/b%20c.mjs:4:5)',
      '    at process.processImmediate (node:internal/timers:483:21)',
      '    at test_it (/venv/lib/site-packages/pytest.py:1:1)',
    ].join('\n');
    expect(testError({ stack }, cwd).stack).toEqual([
      { name: '(anonymous)', location: { path: '/srv/shop/a.js', line: 2, column: 3 } },
      { name: 'Cart.total', location: { path: '/srv/shop/b c.mjs', line: 4, column: 5 } },
    ]);
  });
});

describe('which exception failed which test', () => {
  const at = (line: number, path = '/srv/shop/a.test.js') => ({ name: 'f', location: { path, line, column: 1 } });
  const failed = (name: string, message: string, lines: readonly number[], path?: string): FailedTest => ({
    kind: 'test',
    name,
    file: '/srv/shop/a.test.js',
    error: { name: 'Error', message, stack: lines.map((line) => at(line, path)), stackText: '' },
    moreErrors: [],
  });
  const thrown = (thread: string, message: string, lines: readonly number[], isOnly = true): SeenThrow => ({
    name: 'Error',
    message,
    at: 0,
    isError: true,
    isOnly,
    frames: lines.map((line) => at(line)),
    site: {
      kind: 'seen',
      moment: 'thrown',
      functionName: 'f',
      location: at(1).location,
      locals: [],
      closure: [],
      thread,
    },
  });
  const sitesOf = (failures: readonly FailedTest[], seen: readonly SeenThrow[]) =>
    withSites(failures, seen, { limitReached: false }).map(({ site }) =>
      site.kind === 'seen' ? site.thread : site.cause,
    );

  test.each([
    ['  load(() => done(new Error("late")));', /^nothing was thrown: the error was given to done\(\)$/],
    ['  load(() => done(Error("late")));', /^nothing was thrown: the error was given to done\(\)$/],
    ['  this.reply(\n    new Error("late"),\n  );', /^nothing was thrown: the error was given to this\.reply\(\)$/],
    ['  const late = new Error("late");', /^nothing was thrown: the error was made here and handed on$/],
    ['  throw new Error("late");', /^the program was not stopped at it/],
    ['  await expect(load(Error)).resolves;', /^the program was not stopped at it/],
  ])('none of one that was handed on instead of thrown, which is said: %s', (text, reason) => {
    const path = join(temporaryFolder('given-to-'), 'late.test.js');
    onTestFinished(() => rmSync(dirname(path), { recursive: true }));
    writeFileSync(path, text);
    const lines = text.split('\n');
    const index = lines.findIndex((each) => /new |Error\(|load\(Error/.test(each));
    const column = (lines[index] ?? '').search(/new |Error\(|load\(Error/) + 1;
    const failure = failed('a', 'late', []);
    const stack = [{ name: '(anonymous)', location: { path, line: index + 1, column } }];
    const [sited] = withSites([{ ...failure, error: { ...failure.error, stack } }], [], { limitReached: false });
    expect(sited?.site.kind === 'unseen' && sited.site.reason).toMatch(reason);
  });

  test('the one from the same calls, where several have the same words', () => {
    const seen = [thrown('other', 'no stock', [5, 20]), thrown('this', 'no stock', [5, 30])];
    expect(sitesOf([failed('a', 'no stock', [5, 30])], seen)).toEqual(['this']);
  });

  test('in the order in which they were thrown, where they are alike', () => {
    const seen = [thrown('first', 'no stock', [5]), thrown('second', 'no stock', [5])];
    expect(sitesOf([failed('a', 'no stock', [5]), failed('b', 'no stock', [5])], seen)).toEqual(['first', 'second']);
  });

  test('one for all tests that a hook fails', () => {
    const seen = [thrown('hook', 'no database', [5])];
    expect(sitesOf([failed('a', 'no database', [5]), failed('b', 'no database', [5])], seen)).toEqual(['hook', 'hook']);
  });

  test('none of another test, where more were thrown than were looked at', () => {
    const seen = [thrown('first', 'not even', [5], false), thrown('second', 'not even', [5], false)];
    const failures = ['a', 'b', 'c'].map((name) => failed(name, 'not even', [5]));
    expect(sitesOf(failures, seen)).toEqual(['first', 'second', 'too many exceptions']);
  });

  test('none with the same words from another line, nor with other words from the same line', () => {
    expect(sitesOf([failed('a', 'no stock', [5])], [thrown('x', 'no stock', [6])])).toEqual(['not thrown']);
    expect(sitesOf([failed('a', 'no stock', [5])], [thrown('x', 'no lamps', [5])])).toEqual(['not thrown']);
  });

  test('one without any place of the program, by its words and its file', () => {
    expect(sitesOf([failed('a', 'no stock', [])], [thrown('x', 'no stock', [5])])).toEqual(['x']);
    expect(sitesOf([failed('a', 'timed out in 5 ms', [])], [])).toEqual(['timeout']);
  });
});

describe('a runner that is not installed', () => {
  test.for([
    ['npm error npx canceled due to missing packages and no YES option: ["jest@30.5.2"]', 'jest'],
    ['npm error code ENOTFOUND\nnpm error request to https://registry.npmjs.org/ava failed, reason: none', 'ava'],
    ['npm ERR! request to https://packages.shop.test/npm/all/jest failed, reason: none', 'jest'],
    ['> shop@1.0.0 test\n> vitest run\n\nsh: 1: vitest: not found', 'vitest'],
    ['sh: vitest: command not found', 'vitest'],
    ['zsh: command not found: mocha', 'mocha'],
    ['error Command "jest" not found.', 'jest'],
    ["'mocha' is not recognized as an internal or external command,", 'mocha'],
    ["Error: Cannot find module '/srv/shop/node_modules/.bin/jest'", 'jest'],
    ['/usr/bin/python: No module named pytest', 'pytest'],
  ] as const)('%s', ([output, name]) => {
    const error = missingRunner(output, { program: 'npm test', args: [], cwd });
    expect(error).toMatchObject({
      code: 'launch_failed',
      message: `"npm test" cannot run: ${name} is not installed in ${cwd}.`,
    });
    expect(error?.advice).toContain(`install`);
    expect(error?.advice).toContain(name);
  });

  test('is not seen in the output of tests that fail', () => {
    expect(
      missingRunner('✗ the page is not found\n  page: found', { program: 'npm test', args: [], cwd }),
    ).toBeUndefined();
  });
});
