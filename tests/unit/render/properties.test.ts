import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EvaluateOutcome } from '../../../src/model/evaluate-outcome.ts';
import type { StopReason } from '../../../src/model/stop-outcome.ts';
import type { LocalVariable, StopReport } from '../../../src/model/stop-report.ts';
import type { ValueSummary, Variable } from '../../../src/model/variable.ts';
import { estimateTokens } from '../../../src/render/budget.ts';
import { renderEvaluation } from '../../../src/render/evaluate.ts';
import { renderOutput } from '../../../src/render/output.ts';
import { linesOf, oneLine } from '../../../src/render/plain-text.ts';
import { renderProbe } from '../../../src/render/probe.ts';
import { renderStack } from '../../../src/render/stack.ts';
import { renderStop, stopHeader } from '../../../src/render/stop.ts';
import { renderVariables } from '../../../src/render/variables.ts';
import { actions, cwd } from './samples.ts';

/** Any text that a program may hold: all of Unicode, lone surrogates, control characters, empty, huge. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  fc.constantFrom(
    '',
    '\n',
    '\u001b[31mred\u001b[0m',
    '\ud800',
    'a\r\nb\rc',
    'x'.repeat(5000),
    '😀'.repeat(2000),
    '\u2028',
  ),
);
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const line = fc.integer({ min: 1, max: 5000 });
const location = fc.record({
  path: fc.oneof(
    text,
    word.map((name) => `${cwd}/${name}.js`),
  ),
  line,
  column: line,
});
const value: fc.Arbitrary<ValueSummary> = fc.record(
  { type: text, value: text, variablesReference: fc.nat(), childCount: fc.nat(), cut: fc.boolean() },
  { requiredKeys: ['type', 'value', 'variablesReference'] },
);
const leaf = fc.tuple(text, value).map(([name, summary]): Variable => ({ ...summary, name }));
const { tree } = fc.letrec<{ tree: Variable }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 12 },
    leaf,
    fc.tuple(leaf, fc.array(tie('tree'), { maxLength: 3 })).map(([base, children]) => ({ ...base, children })),
  ),
}));
const exception = fc.record({ name: text, message: text, uncaught: fc.boolean(), value });
const outcome: fc.Arbitrary<EvaluateOutcome> = fc.oneof(
  value.map((summary) => ({ kind: 'value' as const, ...summary })),
  exception.map((thrown) => ({ kind: 'thrown' as const, exception: thrown })),
  fc.constant({ kind: 'timeout' as const, timeoutMs: 100 }),
  text.map((message) => ({ kind: 'side-effect' as const, message })),
);
const local: fc.Arbitrary<LocalVariable> = fc
  .tuple(text, value, fc.option(fc.option(text), { nil: undefined }))
  .map(([name, summary, previous]) => ({ ...summary, name, ...(previous === undefined ? {} : { previous }) }));
const frame = fc.record({
  id: fc.nat(),
  name: text,
  location,
  presentation: fc.constantFrom('normal' as const, 'internal' as const, 'async' as const),
});
const output = fc.record({
  chunks: fc.array(
    fc.record({ category: fc.constantFrom('stdout' as const, 'stderr' as const, 'log' as const), text }),
  ),
  omittedChars: fc.nat(),
});
const reason = fc.constantFrom<StopReason>(
  'entry',
  'breakpoint',
  'step',
  'pause',
  'exception',
  'goto',
  'debugger statement',
);
const report: fc.Arbitrary<StopReport> = fc
  .record({
    stop: fc.record({
      threadId: fc.nat(),
      frameId: fc.nat(),
      reason,
      location,
      functionName: text,
      hitBreakpointIds: fc.array(fc.nat(), { maxLength: 3 }),
      exception,
    }),
    frames: fc.array(frame, { maxLength: 30 }),
    locals: fc.array(local, { maxLength: 40 }),
    lines: fc.array(text, { maxLength: 12 }),
    before: fc.nat(11),
    output,
    watches: fc.array(fc.tuple(text, outcome, fc.option(text, { nil: undefined }))),
    warnings: fc.array(text),
  })
  .map(({ lines, before, watches, ...rest }) => ({
    ...rest,
    source: { startLine: Math.max(1, rest.stop.location.line - before), lines },
    watches: watches.map(([expression, of, previous], id) => ({
      id,
      expression,
      outcome: of,
      ...(previous === undefined ? {} : { previous }),
    })),
  }));
const budget = fc.integer({ min: 0, max: 900 });
const runs = { numRuns: 200 };

describe('for any program whatever', () => {
  test('a stop never costs more than its budget, except by its header line', () => {
    const property = fc.property(report, budget, (stop, budgetTokens) => {
      const whole = renderStop(stop, { cwd, actions, budgetTokens });
      const header = stopHeader(stop, { cwd });
      expect(whole.startsWith(header)).toBe(true);
      if (whole !== header) expect(estimateTokens(whole)).toBeLessThanOrEqual(budgetTokens);
    });
    fc.assert(property, runs);
  });

  test('variables, stack, output and probe keep to theirs', () => {
    const property = fc.property(report, fc.array(tree, { maxLength: 10 }), budget, (stop, variables, budgetTokens) => {
      const answers = [
        renderVariables(
          [
            { title: 'Local', variables, omitted: 3 },
            { title: 'Closure', variables: stop.locals },
          ],
          { budgetTokens },
        ),
        renderStack(stop.frames, { cwd, budgetTokens }),
        renderOutput(stop.output, { cwd, budgetTokens }),
      ];
      // A few fixed words stand for an empty answer, whatever the budget.
      for (const answer of answers) expect(estimateTokens(answer)).toBeLessThanOrEqual(Math.max(budgetTokens, 4));
      const probe = renderProbe(stop, { cwd, budgetTokens });
      if (probe !== stopHeader(stop, { cwd })) expect(estimateTokens(probe)).toBeLessThanOrEqual(budgetTokens);
    });
    fc.assert(property, runs);
  });

  test('a changed local that fits is shown before every unchanged one', () => {
    const locals = fc.uniqueArray(fc.tuple(word, fc.option(fc.constantFrom('1', '2'))), {
      selector: ([name]) => name,
      maxLength: 60,
    });
    const property = fc.property(report, locals, budget, (base, named, budgetTokens) => {
      const variables = named.map(([name, previous]) => ({
        name,
        type: 'number',
        // Unchanged ones are the longer ones, so that only the order can favour them.
        value: previous === null ? '7'.repeat(20) : '7',
        variablesReference: 0,
        ...(previous === null ? {} : { previous }),
      }));
      const shown = renderStop({ ...base, locals: variables }, { cwd, actions, budgetTokens })
        .split('\n')
        .filter((each) => /^ {2}[a-z]{1,8}: number = 7+( \(was [12]\))?$/.test(each));
      const marks = shown.map((each) => each.endsWith(')'));
      expect(marks).toEqual([...marks].sort((a, b) => Number(b) - Number(a)));
      const missing = named
        .map(([name, previous]) => `  ${name}: number = 7 (was ${previous})`)
        .filter((each, index) => named[index]?.[1] !== null && !shown.includes(each));
      const shortestMissing = Math.min(...missing.map((each) => each.length));
      // A changed one is left out for an unchanged one only if it is longer. The note that counts the rest gets shorter by
      // up to three characters as it counts fewer, hence the allowance.
      for (const each of shown.filter((_, index) => marks[index] === false)) {
        expect(each.length).toBeLessThan(shortestMissing + 3);
      }
    });
    fc.assert(property, runs);
  });

  test('an answer is plain: no control character but the line break, no lone surrogate', () => {
    const property = fc.property(report, outcome, (stop, evaluated) => {
      const answers = [
        renderStop(stop, { cwd, actions }),
        renderProbe(stop, { cwd, expressions: [{ expression: stop.stop.functionName, outcome: evaluated }] }),
        renderEvaluation(evaluated, { actions }),
        renderStack(stop.frames, { cwd, includeInternal: true }),
      ];
      for (const answer of answers) expect(answer).not.toMatch(/[^\P{Cc}\n\t]|\p{Surrogate}/u);
    });
    fc.assert(property, runs);
  });

  test('one thing stays on one line, however its name and value are made', () => {
    const property = fc.property(fc.array(local, { maxLength: 10 }), (variables) => {
      const lines = renderVariables([{ title: 'Local', variables }], { budgetTokens: 1e6 }).split('\n');
      expect(lines).toHaveLength(Math.max(1, variables.length));
    });
    fc.assert(property, runs);
  });

  test('a line is cut to its bound and lines are what a text splits into', () => {
    const property = fc.property(text, fc.nat(100), (any, maxChars) => {
      expect(oneLine(any, maxChars).length).toBeLessThanOrEqual(maxChars);
      expect(linesOf(any).every((each) => !each.includes('\n'))).toBe(true);
    });
    fc.assert(property, runs);
  });

  test('a stop in a program with huge values renders at once', () => {
    const huge = 'y'.repeat(2_000_000);
    const locals = Array.from({ length: 3000 }, (_, index) => ({
      name: `v${index}`,
      type: 'string',
      value: 'z'.repeat(1000),
      variablesReference: 0,
    }));
    const stop: StopReport['stop'] = {
      threadId: 1,
      frameId: 1,
      reason: 'step',
      location: { path: 'a.js', line: 1, column: 1_000_000 },
      functionName: 'f',
      hitBreakpointIds: [],
    };
    const started = performance.now();
    const whole = renderStop(
      {
        stop,
        frames: [],
        locals,
        source: { startLine: 1, lines: [huge] },
        output: { chunks: [{ category: 'stdout', text: huge }], omittedChars: 0 },
        watches: [],
        warnings: [huge],
      },
      { cwd, actions },
    );
    expect(estimateTokens(whole)).toBeLessThanOrEqual(600);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
