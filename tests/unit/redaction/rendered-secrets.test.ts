import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toValueSummary } from '../../../src/adapter/v8/summary/to-variable.ts';
import { maskAnswerText } from '../../../src/redaction/answer-redaction.ts';
import { renderEvaluation } from '../../../src/render/evaluate.ts';
import { cut, oneLine } from '../../../src/render/plain-text.ts';
import { renderVariables } from '../../../src/render/variables.ts';
import { nodeOf } from '../../fakes/in-process.ts';

class Settings {
  readonly own: unknown;

  constructor(own: unknown) {
    this.own = own;
  }
}

/** Letters and digits mixed from the first on, as in keys: a word would not be known as one where it stands without quotes. */
const secret = fc.stringMatching(/^[a-f][0-9][A-Z][0-9][A-Za-z0-9]{32,80}$/);
/** Places in which a program keeps a secret. */
const KEPT: readonly ((secret: string) => unknown)[] = [
  (password) => ({ host: 'stays', password, port: 'remains' }),
  (apiKey) => new Settings({ apiKey, region: 'stays' }),
  (client_secret) => [{ client_secret }, 'stays'],
  (value) => ({ text: `postgres://shop:${value}@stays:5432/shop`, next: 'remains' }),
  (value) => ({ text: `ghp_${value}`, next: 'stays' }),
  (value) => [`sk_live_${value}`, `glpat-${value}`, 'stays'],
  (value) => ({ headers: { Authorization: `Bearer ${value}`, Accept: 'stays' } }),
  (value) =>
    new Map([
      ['password', value],
      ['user', 'stays'],
    ]),
  (value) => [
    ['user', 'stays'],
    ['password', value],
  ],
  (value) => [{ name: 'password', value }, 'stays'],
  (value) => ({ password: { touched: true, value, error: 'stays' }, next: 'remains' }),
  (value) => ({ apiKey: { current: value }, next: 'stays' }),
  (value) => ({ body: JSON.stringify({ password: value, user: 'stays' }), next: 'remains' }),
  (value) => ({ url: `https://x.example/a?X-Amz-Signature=${value}`, next: 'stays' }),
  (value) => ({
    key: `-----BEGIN PRIVATE KEY-----\n${value.slice(0, 30)}\n${value}\n-----END PRIVATE KEY-----`,
    next: 'stays',
  }),
  (value) => ({ text: `key: -----BEGIN PRIVATE KEY-----\n${value}\n${value}`, next: 'stays' }),
  (value) => ({ command: `curl -u ann:${value} https://stays.example`, next: 'remains' }),
];
/** Values around them. */
const AROUND: readonly ((inner: unknown) => unknown)[] = [
  (inner) => inner,
  (inner) => ({ first: 'lasts', inner, last: 'keeps' }),
  (inner) => [inner, 'lasts', inner],
  (inner) => new Settings(inner),
  (inner) => ({ count: 12, list: ['lasts'], deep: { inner } }),
  (inner) => new Map([['lasts', inner]]),
];

const program = fc
  .record({ secret, kept: fc.constantFrom(...KEPT), around: fc.array(fc.constantFrom(...AROUND), { maxLength: 2 }) })
  .map(({ secret: value, kept, around }) => ({
    secret: value,
    value: around.reduce((inner, wrap) => wrap(inner), kept(value)),
  }));
const limits = fc.record({
  depth: fc.integer({ min: 0, max: 3 }),
  maxChildren: fc.integer({ min: 2, max: 20 }),
  maxTextLength: fc.integer({ min: 20, max: 400 }),
});

// Feature: mcp-debugger-tool, Property 342: a rendered value shows nothing of a secret, and all else
test('no rendering of a value shows four characters of a secret, and each shows all else', () => {
  fc.assert(
    fc.property(program, limits, fc.integer({ min: 12, max: 300 }), (made, bounds, room) => {
      const node = nodeOf(made.value, bounds);
      const summary = toValueSummary(node, [], () => 0);
      const shown = [
        node.text,
        cut(`7  const o = ${node.text}`, room),
        oneLine(node.text, room),
        renderEvaluation({ kind: 'value', ...summary }, { actions: {}, budgetTokens: room }),
        renderVariables([{ title: 'Local', variables: [{ ...summary, name: 'own' }] }], {
          budgetTokens: room,
        }),
      ];
      for (const text of shown) {
        const masked = maskAnswerText(text);
        const parts = [...made.secret]
          .map((_, at) => made.secret.slice(at, at + 4))
          .filter(({ length }) => length === 4);
        expect(
          parts.filter((part) => masked.includes(part)),
          text,
        ).toEqual([]);
        for (const kept of text.match(/stays|remains|lasts|keeps/g) ?? []) expect(masked, text).toContain(kept);
        expect(maskAnswerText(masked)).toBe(masked);
      }
    }),
    { numRuns: 500 },
  );
});
