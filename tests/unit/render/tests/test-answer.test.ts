import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { HangReport } from '../../../../src/model/hang-report.ts';
import type { TestFailure, TestRunOutcome, TestRunReport } from '../../../../src/model/tests/test-report.ts';
import type { FailureSince } from '../../../../src/model/tests/tests-since.ts';
import { maskAnswerText } from '../../../../src/redaction/answer-redaction.ts';
import { testHeadline } from '../../../../src/render/tests/headline.ts';
import { nextCall } from '../../../../src/render/tests/next-call.ts';
import { renderTestAnswer } from '../../../../src/render/tests/test-answer.ts';
import { actions, cwd, variable } from '../samples.ts';
import { dense } from '../tokens/dense-text.ts';
import { failure, report, site } from './report-samples.ts';
import { valueSource } from './value-source-samples.ts';

/** So much of what is never left out is never cut. */
const HEAD_CHARS = 15;

const mask = (text: string) => maskAnswerText(text);

const text = fc.oneof(
  dense,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '\n',
    'a\nb\nc\nd\ne',
    'x'.repeat(5_000),
    '😀'.repeat(2_000),
    '\ud800'.repeat(300),
    'line\n'.repeat(400),
    'password=12345 '.repeat(300),
    '\\'.repeat(400),
  ),
);
const local = fc.oneof(
  fc.tuple(text, text).map(([name, value]) => variable(name, 'object', value)),
  fc.constant(variable('password', 'number', '12345')),
);
const anyFailure = fc
  .record({
    name: text,
    message: text,
    path: text,
    line: fc.integer({ min: 1, max: 9_000 }),
    locals: fc.array(local, { maxLength: 30 }),
    lines: fc.array(text, { minLength: 1, maxLength: 7 }),
    isSeen: fc.boolean(),
    isExpected: fc.boolean(),
    count: fc.nat({ max: 3 }),
    isTraced: fc.boolean(),
  })
  .map(({ name, message, path, line, locals, lines, isSeen, isExpected, count, isTraced }): TestFailure => {
    const location = { path: `${cwd}/${path}`, line, column: 1 };
    const seen = { ...site, location, locals, source: { startLine: line, lines } };
    const unseen = { kind: 'unseen', cause: 'not thrown', reason: 'it was not thrown' } as const;
    const differs = { path: `.${path}`, actual: { text: message, type: 'string' } };
    const error = { name: 'Error', message, stack: [{ name, location }], stackText: '', compared: differs };
    const traced = isTraced ? { valueSource: valueSource(message, name, `${cwd}/${path}`) } : {};
    const thrown = { name, message, frames: [], site: seen, leftTo: { name, location }, count, isExpected };
    const swallowed = Array.from({ length: count }, () => thrown);
    return failure(name, { file: location.path, error, site: isSeen ? seen : unseen, swallowed, ...traced });
  });
const anySince = fc.constantFrom<FailureSince>(
  { kind: 'same' },
  { kind: 'new' },
  { kind: 'other values', before: 'x'.repeat(4_000), now: 'y' },
  { kind: 'other place', before: 'x'.repeat(4_000), statement: 'z'.repeat(4_000) },
);
const anyHang = text.map((name): HangReport => {
  const location = { path: `${cwd}/${name}`, line: 1, column: 1 };
  const stack = Array.from({ length: 20 }, () => ({ name, location, presentation: 'normal' as const }));
  const watched = { durationMs: 1_840, samples: 23, sampleIntervalMs: 100, output: { chunks: [], omittedChars: 0 } };
  const found = { kind: 'busy', hung: false, what: name, evidence: name, values: [] } as const;
  return { ...watched, ...found, thread: { id: 1, name, pid: 7 }, location, stack, otherThreads: [], nextStep: name };
});
const anyOutcome = fc.oneof(
  fc.constant<TestRunOutcome>({ kind: 'finished', exitCode: 1, signal: null }),
  text.map((cause): TestRunOutcome => ({ kind: 'lost', cause })),
  anyHang.map((hang): TestRunOutcome => ({ kind: 'timed out', timeoutMs: 50_000, hang })),
);
const anyReport = fc
  .record({
    failures: fc.array(anyFailure, { minLength: 1, maxLength: 40 }),
    stand: fc.option(anySince, { nil: undefined }),
    name: text,
    outcome: anyOutcome,
    isSelected: fc.boolean(),
  })
  .map(({ failures, stand, name, outcome, isSelected }): TestRunReport => {
    const tests = Array.from({ length: 9 }, () => ({ name, file: `${cwd}/${name}` }));
    const since = stand && { agoMs: 9, fixed: tests, skipped: tests, gone: tests, failures: failures.map(() => stand) };
    const place = { path: `${cwd}/${name}`, line: 1, endLine: 2, text: name };
    const suspect = { ...place, failed: 1, passed: 0, isChanged: true };
    const selection = { kind: 'matching', test: name, file: name } as const;
    const selected = { selection, unselectedTests: 212, unselectedFiles: 3, isTotalKnown: true };
    return {
      ...report,
      outcome,
      failures,
      ...(since && { since }),
      ...(isSelected && { selection: selected }),
      suspects: { list: Array.from({ length: 5 }, () => suspect), failed: 1, passed: 1, failedAtOnce: 0 },
      unfinished: outcome.kind === 'finished' ? [] : tests,
    };
  });

// Feature: mcp-debugger-tool, Property 31: an answer about tests costs at most 900 tokens, and explains the first five failures
test('whatever failed, costs 900 tokens at most as it is read, and each of the first five is explained', () => {
  fc.assert(
    fc.property(anyReport, text, fc.array(text, { maxLength: 4 }), (any, program, notes) => {
      const options = { cwd, actions, program, notes, mask };
      const shown = renderTestAnswer(any, options);
      expect(Buffer.from(shown).toString()).toBe(shown);
      expect(countTokens(mask(shown), { disallowedSpecial: new Set() })).toBeLessThanOrEqual(900);
      const [head, ...parts] = shown.split('\n✗ ');
      expect(head).toContain(testHeadline(any).slice(0, HEAD_CHARS));
      expect(shown).toContain(`\n${(nextCall(any, options) ?? '').slice(0, HEAD_CHARS)}`);
      const places = new Set(
        any.failures.map(({ error }) => JSON.stringify(error.stack.map(({ location }) => location))),
      );
      if (places.size >= 5) expect(parts).toHaveLength(5);
      // What was thrown, and its line, or why there is none.
      for (const part of parts) expect(part).toMatch(/>>>|No variables: /);
      const [first = ''] = parts;
      const [only, ...others] = any.failures;
      if (others.length > 0) return;
      if (only?.valueSource) expect(first).toContain('\n  Where ');
      if (only?.swallowed?.length) expect(first).toContain('\n  Swallowed');
    }),
    { numRuns: 300 },
  );
});

test('what is left out of a failure is counted', () => {
  const locals = Array.from({ length: 300 }, (_, at) => variable(`v${at}`, 'string', '"0123456789abcdef"'));
  const shown = renderTestAnswer(
    { ...report, failures: [failure('a', { site: { ...site, locals } })] },
    { cwd, actions, program: 'npx jest', notes: [], mask },
  );
  const [, left] = /\n {2}… (\d+) more lines\n/.exec(shown) ?? [];
  // The closure's variable and the lines around are left out before.
  expect(shown.match(/^ {2}v\d+: /gm)?.length).toBeGreaterThan(20);
  expect(Number(left)).toBeGreaterThan(300 - 60);
  expect(shown).toContain('To step there: ');
});
