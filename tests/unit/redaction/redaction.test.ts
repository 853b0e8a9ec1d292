import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskAnswerText } from '../../../src/redaction/answer-redaction.ts';
import { maskNamed, maskText, maskValue } from '../../../src/redaction/redaction.ts';
import { LOOK_ALIKES, POSITIVES } from './secrets-corpus.ts';

describe('the corpus', () => {
  test('is large enough, and has nothing twice', () => {
    expect(POSITIVES.length).toBeGreaterThanOrEqual(100);
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(100);
    expect(new Set([...POSITIVES.map(([text]) => text), ...LOOK_ALIKES]).size).toBe(
      POSITIVES.length + LOOK_ALIKES.length,
    );
  });

  test.each(POSITIVES)('%s', (text, secret) => {
    const masked = maskText(text);
    expect(masked).not.toContain(secret);
    expect(masked).toContain('[masked]');
    // Masked once, it stays as it is: the journal and an answer may mask one after the other.
    expect(maskText(masked)).toBe(masked);
  });

  test.each(LOOK_ALIKES.map((text) => [text]))('stays readable: %s', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

test.each([
  ['if ("hunter2" === password) {', 'if ("[masked]" === password) {'],
  ["return 'hunter2' == self.db_password", "return '[masked]' == self.db_password"],
  ['if ("if" === token) {', 'if ("if" === token) {'],
  ['password = "a1b2c3" "d4e5f6"', 'password = "[masked]" "[masked]"'],
  [
    'password = "a1b2c3" if local == "staging1" else "d4e5f6"',
    'password = "[masked]" if local == "staging1" else "[masked]"',
  ],
  ['f(user, password = "hunter2", host = "h1h2h3")', 'f(user, password = "[masked]", host = "h1h2h3")'],
])('an expression: %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test('the sources of this program and what its tools answer stay readable', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const files = ['src', 'tests/golden'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|txt|py)$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  expect(files.length).toBeGreaterThan(200);
  // The rules' own sources quote what they look for.
  const changed = files.filter(
    (file) => !/redaction/.test(file) && maskText(readFileSync(file, 'utf8')) !== readFileSync(file, 'utf8'),
  );
  expect(changed).toEqual([]);
});

describe('a value and its name', () => {
  test.each([
    ['password', '"hunter2"', '"[masked]"'],
    ['password', "'hunter2'", "'[masked]'"],
    ['password', '12345678', '[masked]'],
    ['password', '"hunter2', '"[masked]'],
    ['password', 'null', 'null'],
    ['password', '{salt: "x"}', '{salt: "x"}'],
    ['token', '"if"', '"if"'],
    ['token', '"abc123def"', '"[masked]"'],
    ['line', '"password = \\"x\\""', '"password = \\"[masked]\\""'],
    ['count', '12345678', '12345678'],
  ])('%s: %s', (name, text, masked) => {
    expect(maskNamed(name, text)).toBe(masked);
  });

  test.each([
    [{ password: 'x' }, { password: '[masked]' }],
    [{ password: 12345 }, { password: '[masked]' }],
    [
      { password: 12, passwordLength: 4096 },
      { password: 12, passwordLength: 4096 },
    ],
    [
      { name: 'apiKey', value: '"abc"', type: 'string' },
      { name: 'apiKey', value: '"[masked]"', type: 'string' },
    ],
    [
      { name: 'ann', value: '"abc"' },
      { name: 'ann', value: '"abc"' },
    ],
    [{ args: ['--password', 'x', '--verbose'] }, { args: ['--password', '[masked]', '--verbose'] }],
    [{ cookies: ['sid=abc; Path=/'] }, { cookies: ['[masked]'] }],
    [{ deep: [{ api_key: 'x' }, null, true, 1.5] }, { deep: [{ api_key: '[masked]' }, null, true, 1.5] }],
    [
      [
        ['user', 'ann'],
        ['password', 'x'],
      ],
      [
        ['user', 'ann'],
        ['password', '[masked]'],
      ],
    ],
    [{ required: ['password', 'email'] }, { required: ['password', 'email'] }],
    [
      ['password', 'hunter2'],
      ['password', '[masked]'],
    ],
    [
      { password: { value: 'x', touched: true }, note: { value: 'x' } },
      { password: { value: '[masked]', touched: true }, note: { value: 'x' } },
    ],
    [
      { key: 'password', value: 'x' },
      { key: 'password', value: '[masked]' },
    ],
    [
      [
        { name: 'key', value: '"apiKey"' },
        { name: 'value', value: '"x"' },
      ],
      [
        { name: 'key', value: '"apiKey"' },
        { name: 'value', value: '"[masked]"' },
      ],
    ],
    [
      ['curl', '-s', '-u', 'ann:x', 'https://x.example'],
      ['curl', '-s', '-u', 'ann:[masked]', 'https://x.example'],
    ],
    [
      ['mysql', '-u', 'root', '-phunter2'],
      ['mysql', '-u', 'root', '-p[masked]'],
    ],
    [
      ['psql', '-p5432'],
      ['psql', '-p5432'],
    ],
    [
      ['docker', 'run', '-u', '1000:1000'],
      ['docker', 'run', '-u', '1000:1000'],
    ],
    [{ signerKey: `0x${'ab'.repeat(32)}` }, { signerKey: '[masked]' }],
    [{ txHash: `0x${'ab'.repeat(32)}` }, { txHash: `0x${'ab'.repeat(32)}` }],
    ['password = "x"', 'password = "[masked]"'],
    [{ password: { type: 'string', value: 'correct horse' } }, { password: { type: 'string', value: '[masked]' } }],
    [{ '"password"': { type: 'string', value: 'x1' } }, { '"password"': { type: 'string', value: '[masked]' } }],
    [{ password: { type: 'number', value: 88776655 } }, { password: { type: 'number', value: '[masked]' } }],
    [{ password: { type: 'string', minLength: 8 } }, { password: { type: 'string', minLength: 8 } }],
    [{ passwords: { type: 'object', value: '{n: 1}' } }, { passwords: { type: 'object', value: '{n: 1}' } }],
    [{ token: { type: 'string', value: 'if' } }, { token: { type: 'string', value: 'if' } }],
    [
      { name: 'password', type: 'string', value: 'correct horse' },
      { name: 'password', type: 'string', value: '[masked]' },
    ],
    [
      { expression: 'user.password', type: 'string', value: 'a b', oldValue: 'c d', newValue: 'a b' },
      { expression: 'user.password', type: 'string', value: '[masked]', oldValue: '[masked]', newValue: '[masked]' },
    ],
    [
      { 0: { type: 'string', value: 'password' }, 1: { type: 'string', value: 'hunter2-x' } },
      { 0: { type: 'string', value: 'password' }, 1: { type: 'string', value: '[masked]' } },
    ],
    [
      { 0: { type: 'string', value: 'password' }, 1: { type: 'string', value: 'email' } },
      { 0: { type: 'string', value: 'password' }, 1: { type: 'string', value: 'email' } },
    ],
  ])('%j', (value, masked) => {
    expect(maskValue(value)).toEqual(masked);
  });

  test('an answer that is JSON stays JSON, with its indentation', () => {
    const answer = { status: 'ok', variables: [{ name: 'password', type: 'string', value: '"hunter2"' }] };
    for (const indent of [0, 2]) {
      const text = JSON.stringify(answer, undefined, indent);
      expect(maskAnswerText(text)).toBe(text.replace('hunter2', '[masked]'));
    }
    expect(maskAnswerText('{"password": "hunter2" …')).toBe('{"password": "[masked]" …');
    expect(maskAnswerText('{ "token" :   "if" }')).toBe('{ "token" :   "if" }');
  });
});

describe('an answer to what asks for a value', () => {
  test.each([
    ['apiKey', '(string) "hunter2"', '(string) "[masked]"'],
    ['apiKey', '(object) {name: "ann", password: "x1"}', '(object) {name: "ann", password: "[masked]"}'],
    ['apiKey', "'hunter2'", "'[masked]'"],
    ['apiKey', '(undefined) undefined', '(undefined) undefined'],
    ['token', '(string) "if"', '(string) "if"'],
    ['token', '(string) "abc123def"', '(string) "[masked]"'],
    ['name', '(string) "hunter2"', '(string) "hunter2"'],
    ['apiKey', '{"result":"\\"hunter2\\"","type":"string"}', '{"result":"\\"[masked]\\"","type":"string"}'],
    ['apiKey', '{"variables":[{"name":"n","value":"\\"a\\""}]}', '{"variables":[{"name":"n","value":"\\"a\\""}]}'],
  ])('%s: %s', (name, text, masked) => {
    expect(maskAnswerText(text, name)).toBe(masked);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(...POSITIVES.map(([text]) => text), ...LOOK_ALIKES),
    fc.constantFrom('password', 'token', '=', ': ', '"', "'", '\\"', '`', '\n', '--', '[', '→ ', ' (was '),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('is masked without failing, and masking it again changes nothing', () => {
    fc.assert(
      fc.property(text, (sample) => {
        const masked = maskText(sample);
        expect(maskText(masked)).toBe(masked);
      }),
      { numRuns: 500 },
    );
  });

  test('that is large is masked in a time that grows with its length, whatever it repeats', () => {
    // With its square, each of these would take minutes: the test's own limit is the assertion.
    for (const unit of [
      'password',
      'password: ',
      'a',
      'token="',
      '-----BEGIN PRIVATE KEY-----',
      'sk-',
      'eyJa.',
      'a://b:',
      '\\"',
      'curl -u ',
      'curl ',
      '["key", "',
      '([(',
      'key: "a", value: "',
      'key: ',
      'MTIzNDU2Nzg5MDEyMzQ1Njc4.',
    ]) {
      const large = `key ${unit.repeat(Math.ceil(400_000 / unit.length))}`;
      expect(maskText(large).length).toBeGreaterThan(0);
    }
  });
});
