import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonWithComments } from '../../../../src/engine/projects/json-with-comments.ts';

const SPACE = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '// a "comment", with ] and }\n',
  '/* { "a": [1,] } */',
  '/**/',
);

/** A value as text, with comments wherever blanks may stand, and commas behind the last ones. */
function written(value: unknown, next: () => string, trailing: () => boolean): string {
  const comma = () => (trailing() ? `,${next()}` : '');
  if (Array.isArray(value)) {
    const items = value.map((each) => `${next()}${written(each, next, trailing)}${next()}`);
    return `[${items.join(',')}${items.length > 0 ? comma() : next()}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(
      ([key, each]) => `${next()}${JSON.stringify(key)}${next()}:${next()}${written(each, next, trailing)}${next()}`,
    );
    return `{${items.join(',')}${items.length > 0 ? comma() : next()}}`;
  }
  return JSON.stringify(value);
}

describe('JSON as editors write it', () => {
  // Feature: mcp-debugger-tool, Property 321: comments and trailing commas change nothing of a value, whatever its texts hold
  test('is what JSON without comments and trailing commas is', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('http://x/*', '*/', '//', ',]', '"', '\\', '\\"//', ',}'));
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        texts,
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(
        texts.filter((key) => key !== '__proto__'),
        tie('value'),
        { maxKeys: 4 },
      ),
    })).value;
    fc.assert(
      fc.property(values, fc.infiniteStream(SPACE), fc.infiniteStream(fc.boolean()), (value, spaces, commas) => {
        const next = () => spaces.next().value ?? '';
        const text = written(value, next, () => commas.next().value ?? false);
        expect(parseJsonWithComments(text)).toEqual({ kind: 'value', value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });

  test.each([
    ['{\n  // one\n  "a": 1\n  "b": 2\n}', 4],
    ['{ "a": [1,, 2] }', 1],
    ['{\n "a": "unended\n}', 2],
    ['', 1],
  ])('what is broken is said with its line: %j', (text, line) => {
    const read = parseJsonWithComments(text);
    expect(read.kind).toBe('broken');
    expect(read.kind === 'broken' && read.why).toMatch(new RegExp(`^line ${line}: \\S`));
  });

  test('a mark of the byte order is no part of it', () => {
    expect(parseJsonWithComments('\uFEFF{}')).toEqual({ kind: 'value', value: {} });
  });
});
