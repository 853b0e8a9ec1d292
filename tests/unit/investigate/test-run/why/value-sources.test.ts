import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf } from '../../../../../src/investigate/test-run/compared/literals.ts';
import { mostTelling } from '../../../../../src/investigate/test-run/why/most-telling.ts';
import { valueSources } from '../../../../../src/investigate/test-run/why/value-sources.ts';
import { wantedValues } from '../../../../../src/investigate/test-run/why/wanted-values.ts';
import type { TestFailure } from '../../../../../src/model/tests/test-report.ts';

function failure(
  name: string,
  actual: string,
  { line = 1, path = '', kind = 'test' as TestFailure['kind'] } = {},
): TestFailure {
  const frame = { name, location: { path: '/p/a.test.js', line, column: 1 } };
  const compared = { path, actual: { text: actual, type: 'number' } };
  return {
    kind,
    name,
    file: '/p/a.test.js',
    error: { name: '', message: '', stack: [frame], stackText: '', compared },
    moreErrors: [],
    site: { kind: 'unseen', cause: 'not thrown', reason: '' },
  };
}

test('looked for are values that tests found, in failures of tests', () => {
  const failures = [
    failure('a', '36'),
    failure('object', '{ a: 1 }', { line: 2 }),
    failure('file', '4', { line: 4, kind: 'file' }),
  ];
  expect(wantedValues(failures).map((each) => `${each.failure.name} ${each.value?.text}`)).toEqual([
    'a 36',
    // Of which nothing is known: only what the assertion called is.
    'object undefined',
  ]);
});

test('of an object that is wrong as a whole, its wrong part is looked for, too', () => {
  const partOf = (within: string, text: string): TestFailure => {
    const whole = failure('a', text);
    return { ...whole, error: { ...whole.error, compared: { path: '[1]', within, actual: { text, type: 'tuple' } } } };
  };
  const within = partOf('[(1,), (None,)]', '(None,)');
  const short = partOf('[(1,), ()]', '()');
  expect(wantedValues([within, short]).map(({ value, other }) => [value?.text, other?.text])).toEqual([
    ['[(1,), (None,)]', '(None,)'],
    // That is everywhere.
    ['[(1,), ()]', undefined],
  ]);
});

test('of many failures, those are chosen that have a place and a value of their own', () => {
  const chosen = (failures: readonly TestFailure[], max = 3) =>
    mostTelling(wantedValues(failures), max).map((each) => each.failure.name);
  const alike = Array.from({ length: 10 }, (_, at) => failure(`same ${at}`, '36'));
  const repeated = Array.from({ length: 10 }, (_, at) => failure(`row ${at}`, `${at + 50}`));
  // In the order in which they failed, whatever speaks for each of them.
  expect(chosen([...alike, failure('other', '1', { line: 2 }), failure('last', '37', { line: 3 })])).toEqual([
    'same 0',
    'other',
    'last',
  ]);
  expect(chosen([...repeated, failure('other', '1', { line: 2 })])).toEqual(['row 0', 'row 1', 'other']);
  const everywhere = ['true', 'false', '0', '77', 'null'];
  expect(
    chosen(
      everywhere.map((text, at) => failure(text, text, { line: at + 1 })),
      1,
    ),
  ).toEqual(['77']);
  expect(
    chosen(
      [36, 36, 36, 37].map((value, at) => failure(`${at}`, `${value}`, { line: at + 1 })),
      2,
    ),
  ).toEqual(['0', '3']);
  // No more than one of those that fail alike.
  expect(chosen(alike)).toEqual(['same 0']);
});

test('of a count, the object is looked for that has the elements', () => {
  const counted = (message: string, more: Partial<TestFailure> = {}, path = '') => {
    const one = failure('a', '2', { path });
    return wantedValues([{ ...one, ...more, error: { ...one.error, message } }]).map(({ value }) => value);
  };
  const seen = (line: string, value: string): Pick<TestFailure, 'site'> => ({
    site: {
      ...({ kind: 'seen', moment: 'thrown', functionName: 'a', thread: '', closure: [] } as const),
      location: { path: '/p/a.test.js', line: 7, column: 1 },
      locals: [{ name: 'found', type: 'array', value, variablesReference: 0 }],
      source: { startLine: 6, lines: ['', line] },
    },
  });
  const list = { shown: '[1, 2]', text: '[1, 2]', path: '' };
  expect(counted('Received length: 2\nReceived array:  [1, 2]', {}, '.length')).toEqual([list]);
  expect(counted('assert 2 == 3\n +  where 2 = len([1, 2])')).toEqual([list]);
  expect(counted('2 == 3', seen('assert.equal(found.length, 3);', '[1, 2]'))).toEqual([list]);
  expect(counted('2 == 3', seen('expect(found).toHaveLength(3);', '[1, 2]'))).toEqual([list]);
  expect(counted('2 == 3', seen('assert len(found) == 3', '[1, 2]'))).toEqual([list]);
  expect(counted('2 == 3', seen('assert.equal(found, 3);', '2'))).toEqual([{ shown: '2', text: '2', path: '' }]);
});

test('of what is missing, the object is looked for that lacks it', () => {
  const one = failure('a', '1');
  const within = '{ a: 1 }';
  const missing = { path: '.items[2].price', expected: { text: '3', type: 'number' }, within };
  const [wanted] = wantedValues([{ ...one, error: { ...one.error, compared: missing } }]);
  expect(wanted?.value).toEqual({ shown: within, text: within, path: '.items[2]' });
  const other = {
    path: '.items',
    actual: { text: '[Array]', type: 'object' },
    expected: { text: 'null', type: 'null' },
  };
  const [whole] = wantedValues([{ ...one, error: { ...one.error, compared: { ...other, within } } }]);
  expect(whole?.value?.path).toBe('.items');
});

test('of an error that did not come, what was called is looked for', () => {
  const message = [
    'expect(received).toThrow()\n\nReceived function did not throw',
    'expected [Function] to throw an error',
    'Missing expected exception.',
    "DID NOT RAISE <class 'ValueError'>",
    'ValueError not raised',
    'promise resolved "undefined" instead of rejecting',
  ];
  const places = message.map((text, line) => {
    const { error, ...rest } = failure('a', '1', { line });
    const { compared: _, ...others } = error;
    return wantedValues([{ ...rest, error: { ...others, message: text } }])[0]?.place?.line;
  });
  expect(places).toEqual([0, 1, 2, 3, 4, 5]);
});

test('strings are looked for by what they hold, with the quotes of one kind', () => {
  const written = ["'Ada'", '"Ada"', "'it\\'s'", "'a\\nb'", String.raw`'say "hi" \\ \x1b\u2028\U0001F600'`];
  const texts = written.flatMap((text, line) => {
    const one = failure('a', text, { line });
    const compared = { path: '', actual: { text, type: line === 1 ? 'string' : 'str' } };
    return wantedValues([{ ...one, error: { ...one.error, compared } }]).map((each) => each.value?.text);
  });
  expect(texts).toEqual(['"Ada"', '"Ada"', `"it's"`, '"a\nb"', '"say "hi" \\ \x1b\u2028😀"']);
});

test('a string is looked for by what it holds, however it is written', () => {
  fc.assert(
    fc.property(fc.string(), (held) => {
      expect(contentOf(JSON.stringify(held))).toBe(held);
      expect(
        contentOf(
          inspect(held, { maxStringLength: null, breakLength: Number.POSITIVE_INFINITY }).replace(/^`|`$/g, "'"),
        ),
      ).toBe(held);
    }),
  );
});

test('what a test has written itself is not what it found, where both are known', () => {
  const one = failure('a', '', { line: 9 });
  const compared = {
    path: '',
    actual: { text: "'  12.3'", type: 'str' },
    expected: { text: "'   12.3'", type: 'str' },
  };
  const [wanted] = wantedValues([{ ...one, error: { ...one.error, compared } }]);
  if (wanted === undefined) throw new Error('Nothing is looked for.');
  const texts = [wanted.value?.text ?? '', wanted.other?.text ?? ''];
  const made = (text: number, path: string, name: string) => {
    const called = { name, path, line: 1, endLine: 20, key: name };
    const place = { function: called, number: 1, line: 9, how: 'returned' } as const;
    const around = { function: { name: 'test', path: '/p/a.test.js', line: 5, endLine: 15, key: 'test' }, number: 1 };
    const value = { text: texts[text] ?? '', type: 'str' };
    const seen = {
      text,
      likeness: 'equal',
      process: 0,
      startedAtMs: 0,
      value,
      depth: 2,
      outermost: 0,
      times: 1,
    } as const;
    return { ...seen, place, callers: [around], path: [{ ...around, line: 9, how: 'set' } as const] };
  };
  const nameOf = (...origins: ReturnType<typeof made>[]) => {
    const source = valueSources([wanted], texts, { origins, calls: [], linesOf: () => [], tests: [] }).get(wanted);
    return source?.kind === 'found' ? `${source.text} ${source.origin.place.function.name}` : undefined;
  };
  const ofTest = made(0, '/p/a.test.js', 'ofTest');
  expect(nameOf(ofTest, made(1, '/p/pad.js', 'pad'))).toBe("'   12.3' pad");
  expect(nameOf(ofTest, made(1, '/p/a.test.js', 'other'))).toBe("'  12.3' ofTest");
  expect(nameOf(made(0, '/p/pad.js', 'pad'), made(1, '/p/other.js', 'other'))).toBe("'  12.3' pad");
});

test('a test that passes in the second run is said to have passed', () => {
  const wanted = wantedValues([failure('a', '36'), failure('b', '37', { line: 2 })]);
  const test = { file: '/p/a.test.js', status: 'passed' } as const;
  const run = { origins: [], calls: [], linesOf: () => [], tests: [{ ...test, name: 'a' }] };
  const found = valueSources(wanted, ['36', '37'], run);
  expect([...found].map(([each, source]) => [each.failure.name, source])).toEqual([['a', { kind: 'passed' }]]);
});
