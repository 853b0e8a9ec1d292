import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskText } from '../../../src/redaction/redaction.ts';

/** A piece of a source; what of it may become the value of the name, and what may not. */
interface Written {
  readonly code: string;
  readonly secrets: readonly string[];
  readonly others: readonly string[];
}

const plain = (code: string): Written => ({ code, secrets: [], others: [] });

function join(parts: readonly (Written | string)[]): Written {
  const all = parts.map((part) => (typeof part === 'string' ? plain(part) : part));
  return {
    code: all.map(({ code }) => code).join(''),
    secrets: all.flatMap(({ secrets }) => secrets),
    others: all.flatMap(({ others }) => others),
  };
}

const quote = fc.constantFrom('"', "'");
const secret = fc
  .tuple(fc.stringMatching(/^[a-f][0-9][A-Z][0-9][A-Za-z0-9]{6,20}$/), quote)
  .map(([text, mark]): Written => ({ code: mark + text + mark, secrets: [text], others: [] }));
/** Reads like a credential as well: only its place tells them apart. */
const other = fc
  .tuple(fc.stringMatching(/^z[0-9]Q[0-9][a-z0-9]{4,9}$/), quote)
  .map(([text, mark]): Written => ({ code: mark + text + mark, secrets: [], others: [text] }));
const name = fc.constantFrom('prefix', 'options.first', 'this.user', 'self.names[0]', 'read()', 'x').map(plain);

/** Something in which no text is the value. */
const beside: fc.Arbitrary<Written> = fc.oneof(
  name,
  fc.tuple(other, name).map(([key, base]) => join(['values[', key, '].', base])),
  fc.tuple(other, other).map(([one, two]) => join(['combine(', one, ', ', two, ')'])),
  other.map((given) => join(['sign(', given, ').first'])),
);

/** Expressions of both languages. */
const { value } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    secret,
    tie('value').map((inner) => join(['(', inner, ')'])),
    fc.tuple(tie('value'), fc.constantFrom(' + ', ' || ', ' ?? ', ' or '), beside).map((parts) => join(parts)),
    fc.tuple(beside, fc.constantFrom(' + ', ' || ', ' ?? ', ' or '), tie('value')).map((parts) => join(parts)),
    fc
      .tuple(tie('value'), other, name, tie('value'), fc.constantFrom(' == ', ' !== '))
      .map(([one, compared, base, two, sign]) => join([one, ' if ', base, sign, compared, ' else ', two])),
    fc
      .tuple(name, other, tie('value'), tie('value'), fc.constantFrom(' === ', ' != '))
      .map(([base, compared, one, two, sign]) => join([base, sign, compared, ' ? ', one, ' : ', two])),
    fc.tuple(other, tie('value')).map(([key, inner]) => join(['environ.get(', key, ', ', inner, ')'])),
    fc.tuple(other, tie('value')).map(([key, inner]) => join(['read(', key, ', default=', inner, ')'])),
    tie('value').map((inner) => join(['String(', inner, ').trim()'])),
    tie('value').map((inner) => join(['(\n     13 |   ', inner, '\n     14 | )'])),
    fc.tuple(beside, tie('value')).map(([base, inner]) => join([base, '\n    || ', inner])),
  ),
}));

const statement = fc
  .tuple(
    fc.constantFrom(
      'password = ',
      '  >>> 12 | const apiKey = ',
      'self.db_password: str = ',
      '{ "clientSecret": ',
      'login(password=',
    ),
    value,
    other,
    fc.constantFrom('\nnext = ', '; const next = ', ', next = '),
  )
  .map(([start, inner, next, between]) => join([start, inner, between, next]));

// Feature: mcp-debugger-tool, Property 370: in a source, the texts that a name may get are masked, and no others
test('every text that an expression may come to is masked, and no other', () => {
  fc.assert(
    fc.property(statement, ({ code, secrets, others }) => {
      const masked = maskText(code);
      expect(
        secrets.filter((text) => masked.includes(text)),
        code,
      ).toEqual([]);
      expect(
        others.filter((text) => !masked.includes(text)),
        code,
      ).toEqual([]);
      expect(maskText(masked)).toBe(masked);
    }),
    { numRuns: 1_000 },
  );
});

test('a row that is cut shows nothing of them before the cut', () => {
  fc.assert(
    fc.property(statement, fc.double({ min: 0, max: 1, noNaN: true }), ({ code, secrets }, share) => {
      const masked = maskText(`${code.slice(0, Math.ceil(code.length * share))}…`);
      const parts = secrets.flatMap((text) => [...text].slice(3).map((_, at) => text.slice(at, at + 4)));
      const around = secrets.reduce((rest, text) => rest.replace(text, ''), code);
      expect(
        parts.filter((part) => masked.includes(part) && !around.includes(part)),
        code,
      ).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
