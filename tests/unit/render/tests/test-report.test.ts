import { describe, expect, test } from 'vitest';
import type { RelatedError, TestFailure } from '../../../../src/model/tests/test-report.ts';
import type { SelectionOutcome } from '../../../../src/model/tests/test-selection.ts';
import { maskAnswerText } from '../../../../src/redaction/answer-redaction.ts';
import { estimateTokens } from '../../../../src/render/budget.ts';
import { testHeadline } from '../../../../src/render/tests/headline.ts';
import { renderKeptTest, renderNotKept } from '../../../../src/render/tests/kept-test.ts';
import { renderTestReport } from '../../../../src/render/tests/test-report.ts';
import { expectGolden } from '../../../support/golden.ts';
import { actions, at, cwd, variable } from '../samples.ts';
import { failure, report, site } from './report-samples.ts';
import { compared, valueSource } from './value-source-samples.ts';

const options = { cwd, actions, program: 'npx jest' };

describe('a run of some tests', () => {
  const selection = { kind: 'matching', test: 'cart > total', file: 'src/cart.test.js' } as const;
  const ran = { ...report, counts: { passed: 0, failed: 2, skipped: 0, todo: 0 }, tests: [result('a'), result('b')] };
  const headline = (more: Partial<SelectionOutcome>) =>
    testHeadline({
      ...ran,
      selection: { selection, unselectedTests: 212, unselectedFiles: 0, isTotalKnown: true, ...more },
    });

  function result(name: string) {
    return { name, status: 'failed' as const };
  }

  test('says what was asked for, and of how many tests, where that is known', () => {
    expect(headline({})).toBe(
      '2 of 214 tests (test: "cart > total", file: "src/cart.test.js"): 2 failed (jest; 2.3 s, exit code 1).',
    );
    expect(headline({ isTotalKnown: false, unselectedFiles: 3 })).toMatch(/^2 tests \(test: /);
    expect(headline({ selection: { kind: 'matching', test: 'x'.repeat(500) } }).length).toBeLessThan(160);
    expect(headline({ selection: { kind: 'exactly', tests: [] } })).toMatch(/^2 of 214 tests \(named\): 2 failed/);
  });

  test('that stays says in which test and session it is stopped', () => {
    const where = { kind: 'before' } as const;
    const failed = { failure: failure('cart > total\nof all'), where };
    expect(renderKeptTest(ran, { session: 's1', failed })).toBe(
      'Tests: 2 failed (jest; 2.3 s, exit code 1).\n"cart > total\\\\nof all" was run again and is stopped before the line where it failed, in session s1.',
    );
    const hangs = { ...ran, outcome: { kind: 'timed out', timeoutMs: 9_000 } } as const;
    expect(renderKeptTest(hangs, { session: 's2' })).toBe(
      'Not finished after 9.0 s. Until then: 2 failed.\nIt stays, in session s2.',
    );
    expect(renderNotKept('nothing failed')).toBe('No session is kept: nothing failed.');
  });
});

describe('a test run', () => {
  test('with failures: each with its line and variables, those with one cause once', () => {
    const unseen = failure('cart > later', {
      site: {
        kind: 'unseen',
        cause: 'timeout',
        reason: 'nothing was thrown in the program: its runner gave up waiting',
      },
    });
    const before = failure('cart > resolves', {
      site: { ...site, moment: 'before', location: at(2, 'cart.js'), handedOn: 'the error was given to done()' },
    });
    const file = failure(`${cwd}/broken.test.js`, {
      kind: 'file',
      file: `${cwd}/broken.test.js`,
      error: { name: 'SyntaxError', message: 'Unexpected token', stack: [], stackText: '' },
      site: { kind: 'unseen', cause: 'not loaded', reason: 'the file could not be loaded' },
    });
    const failures = [...report.failures, unseen, before, file];
    expectGolden('render/test-report', renderTestReport({ ...report, failures }, options));
  });

  test('says which moment the variables are of, where cleanup has run', () => {
    const ran = [{ path: `${cwd}/cart.js`, first: 5, last: 7 }];
    const changed = [
      variable('rows', 'list', '[]', { thrown: '[1]', thrownType: 'list' }),
      variable('kept', 'int', '1'),
    ];
    const thrown = { ...site, locals: changed, cleanup: { ran, isRecorded: true } };
    const unknown = { ...site, locals: [variable('kept', 'int', '1')], cleanup: { ran, isRecorded: false } };
    const swallowed = [{ name: 'KeyError', message: 'x', frames: [], site: thrown, count: 1, isExpected: false }];
    const failures = [failure('changed', { site: thrown, swallowed }), failure('unknown', { site: unknown })];
    const moment = 'Variables at the throw (cart.js:5-7 ran since):\n  rows: list = [1] (now [])\n  kept: int = 1\n';
    const text = renderTestReport({ ...report, failures: failures.slice(0, 1) }, options);
    expect(text).toContain(`\n  ${moment}`);
    expect(text).toContain(`\n    ${moment.replaceAll('\n  ', '\n    ')}`);
    expect(renderTestReport({ ...report, failures: failures.slice(1) }, options)).toContain(
      '\n  Variables after cleanup (cart.js:5-7 ran since the throw):\n  kept: int = 1\n',
    );
    const none = { ...report, runners: [], failures: [], thrown: [{ message: 'x', site: thrown }] };
    expect(renderTestReport(none, options)).toContain(`\n  ${moment}`);
  });

  test('that passes', () => {
    const passed = { ...report, failures: [], counts: { passed: 1_000, failed: 0, skipped: 0, todo: 2 } };
    expect(renderTestReport({ ...passed, outcome: { kind: 'finished', exitCode: 0, signal: null } }, options)).toBe(
      'Tests: 1000 passed, 2 todo (jest; 2.3 s, exit code 0).',
    );
  });

  test("what became of tests is said in their runner's words", () => {
    const result = (status: 'failed' | 'skipped', called?: string) => ({
      name: 'a',
      status,
      ...(called ? { called } : {}),
    });
    const tests = [
      result('failed'),
      result('failed', 'error'),
      result('failed', 'error'),
      result('skipped', 'xfailed'),
    ];
    const ran = { ...report, counts: { passed: 1, failed: 3, skipped: 1, todo: 0 }, tests };
    const end = '(jest; 2.3 s, exit code 1).';
    expect(testHeadline(ran)).toBe(`Tests: 1 failed, 2 errors, 1 passed, 1 xfailed ${end}`);
    expect(testHeadline({ ...ran, printedCounts: ['1 failed', '9 xfailed'] })).toBe(
      `Tests: 1 failed, 9 xfailed ${end}`,
    );
    expect(testHeadline({ ...ran, exitMeaning: 'a usage error' })).toMatch(/exit code 1: a usage error\)\.$/);
  });

  test('without any test: what it wrote says why', () => {
    const none = { ...report, runners: [], failures: [], counts: { passed: 0, failed: 0, skipped: 0, todo: 0 } };
    const text = renderTestReport(none, options);
    expect(text.split('\n')[0]).toBe('Runner not recognised, so no tests are counted (2.3 s, exit code 1).');
    expect(text).toContain('[stderr] FAIL cart.test.js');
    expect(text).toContain('No test runner was recognised in "npx jest": give the command');
    const empty = renderTestReport({ ...none, runners: ['jest'] }, options);
    expect(empty.split('\n')[0]).toBe('No test was reported (jest; 2.3 s, exit code 1).');
    const stuck = { ...none, outcome: { kind: 'timed out', timeoutMs: 50_000 } as const };
    expect(renderTestReport(stuck, options).split('\n')[0]).toBe(
      'Not finished after 50.0 s, so the command was ended. Until then: tests of an unknown runner are not counted.',
    );
  });

  test('that did not end: what was running, and where', () => {
    const stuck = {
      ...report,
      failures: [],
      outcome: { kind: 'timed out', timeoutMs: 50_000, where: at(7, 'loop.js') } as const,
      unfinished: [{ name: 'cart > loops', file: `${cwd}/loop.test.js` }],
    };
    expectGolden('render/test-report-timed-out', renderTestReport(stuck, options));
  });

  test('of an unknown runner: what the program threw', () => {
    const none = { ...report, runners: [], failures: [], counts: { passed: 0, failed: 0, skipped: 0, todo: 0 } };
    const thrown = [
      { message: 'negative price', site },
      { message: 'no stock', site: { ...site, location: at(9, 'stock.js') } },
    ];
    expectGolden('render/test-report-unknown-runner', renderTestReport({ ...none, thrown }, options));
  });

  test('with very many failures stays within its budget, and names what it leaves out', () => {
    const failures = Array.from({ length: 500 }, (_, index) =>
      failure(`test ${index}`, {
        error: { ...failure('').error, message: `wrong ${index}` },
        site: { ...site, location: at(index + 1, 'cart.js'), locals: [variable('index', 'number', `${index}`)] },
      }),
    );
    const text = renderTestReport({ ...report, failures }, options);
    expect(estimateTokens(text)).toBeLessThanOrEqual(900);
    for (const index of [0, 1, 2, 3, 4]) {
      expect(text).toContain(`✗ test ${index}  at cart.js:${index + 1}`);
      expect(text).toContain(`index: number = ${index}`);
    }
    expect(text).toMatch(/… \d+ more/);
    expect(text).toContain('To step there: debug_launch "npx jest"');
  });

  test('beside the run before it: what became of each failure, and of those that are none any more', () => {
    const failures = ['same', 'other values', 'other place', 'new', 'added'].map((name) =>
      failure(`cart > ${name}`, { error: { ...failure('').error, message: name }, site: { ...site, locals: [] } }),
    );
    const text = renderTestReport(
      {
        ...report,
        failures,
        since: {
          agoMs: 12_345,
          fixed: [{ name: 'cart > a' }, { name: 'cart > b' }, { name: 'cart > c' }, { name: 'cart > d' }],
          skipped: [{ name: 'cart > e' }],
          gone: [{ name: `${cwd}/old.test.js`, file: `${cwd}/old.test.js` }],
          failures: [
            { kind: 'same' },
            { kind: 'other values', before: 'Received: 36', now: 'Received: 38' },
            { kind: 'other place', before: 'TypeError: x is not a function', statement: 'x();' },
            { kind: 'new' },
            { kind: 'added' },
          ],
        },
      },
      options,
    );
    expectGolden('render/test-report-since', text);
  });

  test('that fails no more says what was fixed', () => {
    const since = { agoMs: 900, fixed: [{ name: 'cart > a' }], skipped: [], gone: [], failures: [] };
    const counts = { ...report.counts, failed: 0 };
    const text = renderTestReport({ ...report, counts, failures: [], since }, options);
    expect(text.split('\n')[1]).toBe('Since the last run, 0.9 s ago: 1 fixed (cart > a).');
  });

  test('in which own code threw and others caught: that comes first, and with the failure that it explains', () => {
    const thrown = {
      ...site,
      functionName: 'label',
      location: at(4, 'app.js'),
      locals: [variable('user', 'object', '{}')],
      source: { startLine: 3, lines: ['function label(user) {', '  return user.name.trim();', '}'] },
    };
    const swallowed = {
      ...{ name: 'TypeError', message: "Cannot read properties of undefined (reading 'trim')", site: thrown },
      ...{
        frames: [],
        count: 2,
        isExpected: false,
        leftTo: { name: 'handle', location: at(95, 'node_modules/router/layer.js') },
      },
    };
    const usual = { ...swallowed, message: 'ENOENT: no such file', leftTo: undefined, count: 1, isExpected: true };
    const { leftTo: __, ...expected } = usual;
    const error = { ...failure('').error, name: 'AssertionError', message: '500 == 200' };
    const asserting = { error, site: { ...site, location: at(12, 'cart.test.js'), locals: [] } };
    const failures = [failure('user 2', { ...asserting, swallowed: [swallowed, expected] }), failure('cart > total')];
    expectGolden('render/test-report-swallowed', renderTestReport({ ...report, failures }, options));
  });

  test('of which it is known where the wrong value came from: that follows the message, once for one origin', () => {
    const source = valueSource('36');
    const asserting = (message: string, line: number) => ({
      error: { ...failure('').error, name: 'AssertionError', message },
      site: { ...site, location: at(line, 'cart.test.js'), locals: [] },
    });
    const objects = asserting('expected { items: …(1) } to deeply equal { items: …(1) }\n- 40\n+ 36', 5);
    const failures = [
      failure('order', { ...objects, error: { ...objects.error, compared }, valueSource: source }),
      failure('price', { ...asserting('expected 36 to be 40', 7), valueSource: source }),
      failure('flaky', { ...asserting('expected 1 to be 2', 9), valueSource: { kind: 'passed' } }),
    ];
    expectGolden('render/test-report-why', renderTestReport({ ...report, failures }, options));
  });

  test('of which it is known of a late one where its value came from: that is explained among the first five', () => {
    const failures = Array.from({ length: 9 }, (_, index) =>
      failure(`test ${index}`, {
        site: { ...site, location: at(index + 1, 'cart.js') },
        ...(index === 7 ? { valueSource: valueSource('36') } : {}),
      }),
    );
    const shown = renderTestReport({ ...report, failures }, options);
    const [detailed = '', named = ''] = shown.split('\nAlso failed:');
    expect(detailed.match(/^✗ test \d/gm)).toEqual([0, 1, 2, 3, 7].map((index) => `✗ test ${index}`));
    expect(detailed).toContain('Where 36 came from: ');
    expect(named.match(/^ {2}test \d/gm)).toEqual([4, 5, 6, 8].map((index) => `  test ${index}`));
  });

  test('an object that a call did not change, and what an assertion called, are shown with their statements', () => {
    const source = valueSource('36');
    const { place } = source.origin;
    const unchanged = [{ ...place, line: 3 }];
    const [inner] = source.calls;
    if (inner === undefined) throw new Error('The sample has no call.');
    const returns = [{ line: 2, function: { ...inner.function, path: `${cwd}/rates.js` }, returnLine: 7 }];
    const called = { kind: 'called', call: { ...inner, returns }, sources: source.sources } as const;
    const textOf = (each: TestFailure) => renderTestReport({ ...report, failures: [each] }, options);
    expect(textOf(failure('price', { valueSource: { ...source, origin: { ...source.origin, unchanged } } }))).toContain(
      'discount() returned it as it was at cart.js:3 return price * (1 - rate);',
    );
    const text = textOf(failure('price', { valueSource: called }));
    expect(text).toMatch(/What it called:\n {4}discount\(.* cart\.js:1 /);
    expect(text).toContain('(from rates.js:7)');
  });

  test('what an assertion compared that says nothing itself is shown', () => {
    const error = { ...failure('').error, message: '', compared: { ...compared, path: '' } };
    expect(renderTestReport({ ...report, failures: [failure('price', { error })] }, options)).toContain(
      'actual 36, expected 40',
    );
  });

  test('says of a value that took too long to find that there was too little time', () => {
    const failures = [failure('price', { valueSource: { kind: 'late', text: '36' } })];
    expect(renderTestReport({ ...report, failures }, options)).toContain(
      'Where 36 came from took too long to find: give a longer timeoutMs.',
    );
  });

  test('says of a value with the same text, made for another test, nothing of its way', () => {
    const failures = [failure('price', { valueSource: { ...valueSource('36'), isTied: false } })];
    expect(renderTestReport({ ...report, failures }, options)).not.toContain('then priceOf()');
  });

  test('with what failing tests ran and passing ones did not', () => {
    const suspect = (line: number, endLine: number, text: string, failed: number, isChanged = false) => {
      return { path: `${cwd}/cart.js`, line, endLine, text, failed, passed: 0, isChanged };
    };
    const list = [
      suspect(19, 19, 'total = price * count;', 3, true),
      suspect(20, 24, 'for (const line of lines) {', 3),
      suspect(31, 31, 'if (total > 60) false', 2),
    ];
    const suspects = { list, failed: 3, passed: 41, failedAtOnce: 0 };
    expectGolden('render/test-report-suspects', renderTestReport({ ...report, suspects }, options));
    const atOnce = { list: [], failed: 0, passed: 4, failedAtOnce: 2 };
    expect(renderTestReport({ ...report, suspects: atOnce }, options)).toContain(
      '\n\nNo suspects: 2 failed tests ran at once with others in one process, where it cannot be seen which of them runs a line.\n',
    );
  });

  test('of a whole suite: what most failing tests ran, and where values came from, before variables and differences', () => {
    const names = Array.from({ length: 7 }, (_, at) => `test_${at}`);
    const long = (name: string) => variable(name, 'Order', `Order(${'line=3, '.repeat(30)})`);
    const failures = names.map((name, index) => {
      const location = at(10 + index, 'test_cart.py');
      const error = { name: 'AssertionError', message: 'assert 36 == 40\n- 40\n+ 36\n? ^', stack: [], stackText: '' };
      return failure(name, {
        file: `${cwd}/test_cart.py`,
        error: { ...error, compared: { path: '' } },
        site: { ...site, location, locals: [long('order'), long('cart'), variable('total', 'int', '36')] },
        valueSource: valueSource('36', `price_${index}`),
      });
    });
    const first = { path: `${cwd}/cart.py`, line: 19, endLine: 19, text: 'rate = 0.1', failed: 7, passed: 1 };
    const suspects = { list: [{ ...first, isChanged: false }], failed: 7, passed: 210, failedAtOnce: 0 };
    const suite = { ...report, runners: ['pytest'], failures, suspects };
    expectGolden('render/test-report-suite', renderTestReport(suite, { ...options, program: 'pytest' }));
    const few = { ...suite, suspects: { ...suspects, passed: 9 } };
    expect(renderTestReport(few, options).indexOf('Suspects:')).toBeGreaterThan(
      renderTestReport(few, options).indexOf('test_4'),
    );
  });

  test('names no command in the next call that would be masked or is shortened', () => {
    const mask = (text: string) => maskAnswerText(text);
    const call = (program: string) =>
      renderTestReport(report, { ...options, program, mask })
        .split('\n')
        .at(-1);
    expect(call('API_TOKEN=Tr0ub4dor-and-3 npx jest')).toBe(
      'To step there: debug_launch the same command with breakpoints ["cart.js:3"].',
    );
    expect(call('x'.repeat(201))).toContain('debug_launch the same command with');
  });

  test('in which Python knows who caught it: by the package, also where its path is long', () => {
    const stack = [{ name: 'test_two', location: at(12, 'test_cart.py') }];
    const error = { name: 'AssertionError', message: 'assert 500 == 200', stack, stackText: '' };
    const thrown = {
      ...{ ...site, functionName: 'label', location: at(8, 'app.py') },
      locals: [variable('user', 'dict', '{}')],
      source: { startLine: 7, lines: ['def label(user):', '    return user["name"].strip()', ''] },
    };
    const installed = '/home/somebody/projects/shop/.venv/lib/python3.12/site-packages/flask/app.py';
    const swallowed = {
      ...{ name: 'KeyError', message: "'name'", site: thrown, frames: [], count: 1, isExpected: false },
      caughtBy: { name: 'wsgi_app', location: { path: installed, line: 1512, column: 1 } },
    };
    const asserting = {
      file: `${cwd}/test_cart.py`,
      error,
      site: { ...site, location: at(12, 'test_cart.py'), locals: [], closure: [] },
    };
    const failures = [failure('test_two', { ...asserting, swallowed: [swallowed] })];
    const run = { ...report, runners: ['pytest'] };
    const pytest = { ...options, program: 'pytest' };
    expectGolden('render/test-report-swallowed-python', renderTestReport({ ...run, failures }, pytest));
    const among = [failure('test_two', { ...asserting, swallowed: [{ ...swallowed, amongTests: 3 }] })];
    const text = renderTestReport({ ...report, failures: among }, options);
    expect(text.match(/while 3 tests ran, none of which passed/g)).toHaveLength(2);
  });

  test('says who had the trace function, so that nothing else is said of what was caught', () => {
    const text = (tracedBy: string) =>
      renderTestReport({ ...report, exceptions: { ...report.exceptions, tracedBy } }, options);
    expectGolden('render/test-report-traced-by', text('coverage'));
    expect(text('another tool')).toContain("another tool had Python's trace function (from Python 3.12 on");
  });

  test('says which own code has taken what explains it', () => {
    const caughtBy = { name: 'safely', location: at(9, 'app.py') };
    const thrown = { ...{ name: 'E', message: 'x', site, frames: [], count: 1 }, isExpected: false, caughtBy };
    const swallowed = [{ ...thrown, isCaughtByOwn: true }];
    const asserting = { ...site, location: at(12, 'cart.test.js') };
    const text = renderTestReport({ ...report, failures: [failure('a', { site: asserting, swallowed })] }, options);
    expect(text.split('\n')[0]).toMatch(
      /^Likely cause: E: x, thrown at .* and caught by safely \(app\.py:9\), in 1 of 1/,
    );
  });

  test('names of a long place the end, in what explains it too', () => {
    const place = at(8, `${'deeply/'.repeat(20)}app.py`);
    const thrown = { ...site, functionName: 'label', location: place };
    const swallowed = [{ ...{ name: 'E', message: 'x', site: thrown, frames: [], count: 1 }, isExpected: false }];
    const asserting = { ...site, location: at(12, 'cart.test.js') };
    const text = renderTestReport({ ...report, failures: [failure('a', { site: asserting, swallowed })] }, options);
    expect(text.split('\n')[0]).toMatch(/^Likely cause: E: x, thrown at …\S+deeply\/app\.py:8 in label /);
  });

  test('names what an error came from, and one of another cause at the same place apart, without its line', () => {
    const cause = (name: string, line: number) => ({
      ...{ relation: 'cause' as const, depth: 0, name, message: 'no rate' },
      ...{ location: at(line, 'rates.js'), functionName: 'rate' },
    });
    const inner = { ...site, location: at(5, 'rates.js'), locals: [variable('key', 'string', '"vat"')] };
    const source = { startLine: 5, lines: ['  return RATES[key];'] };
    const related = [{ ...cause('KeyError', 5), site: { ...inner, source } }, cause('LoadError', 9)];
    const of = (name: string, causes: readonly RelatedError[], message = 'cannot load') =>
      failure(name, { error: { ...failure('').error, message, related: causes } });
    const failures = [
      of('one', related),
      of('the same', related, 'cannot load'),
      of('another cause', [cause('TypeError', 6)]),
      of('another message', [], 'cannot load at all'),
      of('another address', [], 'cannot load <Rate object at 0x7fbd8bb62910>'),
      of('the same address', [], 'cannot load <Rate object at 0x7fd9a045c7d0>'),
    ];
    expectGolden('render/test-report-related', renderTestReport({ ...report, failures }, options));
  });

  test('says of tests that failed at one place which they are, and explains it once', () => {
    const failures = Array.from({ length: 200 }, (_, index) => failure(`test ${index}`));
    const text = renderTestReport({ ...report, failures }, options);
    expect(text.match(/✗/g)).toHaveLength(1);
    expect(text).toContain('Also, at the same place: test 1; test 2; ');
    expect(text).toMatch(/ and \d+ more/);
  });
});
