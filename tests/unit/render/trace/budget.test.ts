import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { callDifferences, countDifferences } from '../../../../src/investigate/trace/compare/compare-calls.ts';
import { pointDifference } from '../../../../src/investigate/trace/compare/compare-values.ts';
import { differences } from '../../../../src/investigate/trace/compare/differences.ts';
import type {
  FrameEvent,
  TracedChange,
  TracedEnd,
  TracedResult,
  TracedSeries,
  TracedValue,
} from '../../../../src/model/trace/trace-record.ts';
import type {
  FunctionTotal,
  PointReport,
  ShownFile,
  TracedCall,
  TracedFunction,
  TracedHit,
  TracedNode,
  TracedPlace,
  TraceFinding,
  TraceReport,
  ValueOrigin,
} from '../../../../src/model/trace/trace-report.ts';
import type { WantedTrace } from '../../../../src/model/trace/trace-request.ts';
import { renderLiveFrame } from '../../../../src/render/trace/live.ts';
import { renderLiveTrace } from '../../../../src/render/trace/live-trace.ts';
import { renderTrace, type TraceView } from '../../../../src/render/trace/trace.ts';
import { cwd } from '../samples.ts';

const MAX_TOKENS = 700;
const tokensOf = (shown: string) => countTokens(shown, { disallowedSpecial: new Set() });

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ maxLength: 300, unit: 'binary' }));
const count = fc.nat({ max: 10_000_000 });
const line = fc.integer({ min: 1, max: 40 });
const object = fc.option(fc.nat({ max: 4 }), { nil: undefined });
const value: fc.Arbitrary<TracedValue> = fc
  .record({ text, type: fc.constantFrom('number', 'Object', 'Array', 'string'), object })
  .map(({ object: identity, ...rest }) => (identity === undefined ? rest : { ...rest, object: identity }));
const change: fc.Arbitrary<TracedChange> = fc.record(
  { name: fc.oneof(fc.constantFrom('a', 'b', 'a.x', 'b[0]'), text), before: value, after: value },
  { requiredKeys: ['name'] },
);
const end: fc.Arbitrary<TracedEnd> = fc.oneof(
  value.map((each) => ({ kind: 'returned', value: each }) as const),
  value.map((each) => ({ kind: 'threw', error: each }) as const),
  line.map((each) => ({ kind: 'running', line: each }) as const),
);
const path = fc.oneof(
  fc.constant(`${cwd}/app.js`),
  fc.string({ minLength: 1, maxLength: 200 }).map((name) => `/elsewhere/${name}.js`),
);
const called: fc.Arbitrary<TracedFunction> = fc
  .record({ name: text, path, line, endLine: line })
  .map((each) => ({ ...each, key: `${each.path}:${each.line}:${each.name}` }));
const caller = fc.record({ name: text, path, line });
const event: fc.Arbitrary<FrameEvent> = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), line, changes: fc.array(change, { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('branch' as const), line, what: text, taken: fc.boolean() }),
  fc.record({
    kind: fc.constant('call' as const),
    line,
    name: text,
    arguments: fc.array(value, { maxLength: 9 }),
    end,
  }),
  fc.record({ kind: fc.constant('caught' as const), line, error: value }),
  fc.record({ kind: fc.constant('pass' as const), line, pass: count }),
  fc.record({ kind: fc.constant('skipped' as const), line, passes: count }),
  fc.record({ kind: fc.constant('loopEnd' as const), line, passes: count }),
  count.map((events) => ({ kind: 'dropped' as const, events })),
);
const call: fc.Arbitrary<TracedCall> = fc.record({
  function: called,
  number: count,
  isWanted: fc.boolean(),
  startedAtMs: count,
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  caller,
  arguments: fc.array(change, { maxLength: 40 }),
  events: fc.array(event, { maxLength: 90 }),
  end,
});
const nodeAbove = (children: fc.Arbitrary<TracedNode[]>): fc.Arbitrary<TracedNode> =>
  fc.record({
    function: called,
    startedAtMs: count,
    durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
    arguments: fc.array(change, { maxLength: 6 }),
    end,
    alike: count,
    children,
  });
const leaf = nodeAbove(fc.constant([]));
const node = nodeAbove(fc.array(nodeAbove(fc.array(leaf, { maxLength: 4 })), { maxLength: 4 }));
const total: fc.Arbitrary<FunctionTotal> = fc.record(
  { function: called, calls: count, threw: count, totalMs: count, held: count, failed: count, error: text },
  { requiredKeys: ['function', 'calls', 'threw', 'totalMs'] },
);
const result: fc.Arbitrary<TracedResult> = fc.oneof(
  fc.record({ kind: fc.constant('value' as const), name: text, value }),
  fc.record({ kind: fc.constant('thrown' as const), name: text, message: text }),
);
const hit: fc.Arbitrary<TracedHit> = fc.record(
  { pass: count, startedAtMs: count, values: fc.array(result, { maxLength: 5 }), end, caller },
  { requiredKeys: ['pass', 'startedAtMs', 'values'] },
);
const series: fc.Arbitrary<TracedSeries> = fc.record(
  {
    name: text,
    changes: count,
    distinct: count,
    isMore: fc.boolean(),
    types: fc.dictionary(text, count, { maxKeys: 30 }),
    range: fc.record({ least: fc.double(), most: fc.double(), sum: fc.double() }),
    failed: count,
  },
  { requiredKeys: ['name', 'changes', 'distinct', 'isMore', 'types', 'failed'] },
);
const point = (id: number): fc.Arbitrary<PointReport> =>
  fc.record({
    point: fc.constant(id),
    places: fc.array(fc.record({ path, line }), { maxLength: 5 }),
    hits: fc.array(hit, { maxLength: 40 }),
    total: fc.record(
      { passes: count, held: count, failed: count, error: text, series: fc.array(series, { maxLength: 6 }) },
      { requiredKeys: ['passes', 'held', 'failed', 'series'] },
    ),
  });

const report: fc.Arbitrary<TraceReport> = fc.record({
  ended: fc.oneof(
    fc.record({
      kind: fc.constant('exited' as const),
      exitCode: fc.constantFrom(0, 1, null),
      signal: fc.constant(null),
    }),
    fc.record({ kind: fc.constant('running' as const), waitedMs: count }),
  ),
  output: fc.record({
    chunks: fc.array(fc.record({ category: fc.constantFrom('stdout' as const, 'stderr' as const), text }), {
      maxLength: 40,
    }),
    omittedChars: count,
  }),
  processes: count,
  functions: fc.array(called, { maxLength: 60 }),
  calls: fc.constant([]),
  roots: fc.array(node, { maxLength: 12 }),
  totals: fc.array(total, { maxLength: 60 }),
  points: fc.tuple(...[1, 2, 3, 4, 5, 6, 7, 8].map(point)),
  files: fc.constant([]),
  notes: fc.array(text, { maxLength: 12 }),
});

const placed: fc.Arbitrary<TracedPlace> = fc.record({
  function: called,
  number: count,
  line,
  how: fc.constantFrom('set', 'passed', 'argument', 'result', 'returned', 'threw', 'caught', 'yielded', 'resumed'),
  name: text,
});
const origin: fc.Arbitrary<ValueOrigin> = fc.record({
  text: fc.nat({ max: 2 }),
  likeness: fc.constantFrom('equal', 'item', 'similar', 'part'),
  value,
  place: placed,
  path: fc.array(placed, { maxLength: 12 }),
  callers: fc.array(fc.record({ function: called, number: count }), { maxLength: 20 }),
  process: count,
  startedAtMs: count,
  depth: count,
  outermost: count,
  times: count,
});

const tracedLine = fc.record({
  line,
  endLine: line,
  count,
  unfinished: count,
  within: fc.option(text, { nil: undefined }),
});
const branch = fc.record({
  line,
  what: text,
  within: fc.option(text, { nil: undefined }),
  ways: fc.array(fc.record({ name: text, count }), { minLength: 1, maxLength: 4 }),
});
const shownFile: fc.Arbitrary<ShownFile> = fc.record({
  path,
  functions: fc.array(fc.record({ key: text, name: text, line, endLine: line, calls: count }), { maxLength: 20 }),
  lines: fc.array(tracedLine, { maxLength: 60 }),
  branches: fc.array(branch, { maxLength: 20 }),
  source: fc.array(text, { maxLength: 60 }),
});

/** Every kind of answer, of one pair of runs. */
const finding = fc
  .record({
    one: call,
    other: call,
    here: report,
    there: report,
    total,
    isWanted: fc.boolean(),
    files: fc.array(shownFile, { maxLength: 12 }),
    origins: fc.array(origin, { maxLength: 20 }),
    kind: fc.nat({ max: 12 }),
  })
  .map(
    ({
      one,
      other,
      here,
      there,
      total: counts,
      isWanted,
      files,
      origins,
      kind,
    }): { finding: TraceFinding; report: TraceReport } => {
      const named = { kind: 'comparison', otherName: 'trace 3' } as const;
      const points = here.points.flatMap((each, index) => {
        const otherPoint = there.points[index];
        return otherPoint ? [pointDifference('app.js:3: x', each, otherPoint, 6)] : [];
      });
      const findings: readonly TraceFinding[] = [
        { kind: 'frame', call: one, total: counts, isWanted, source: ['one', 'two'] },
        {
          ...{ ...named, of: 'frame', one, other, source: ['one'], otherSource: ['two'] },
          differences: differences(one.events, other.events, 5),
        },
        {
          ...{ ...named, of: 'calls', folded: 3, counts: countDifferences(here.totals, there.totals) },
          differences: callDifferences(here.roots, there.roots, 6),
        },
        { ...named, of: 'values', points },
        { kind: 'ambiguous', totals: here.totals },
        { kind: 'neverCalled', functions: here.functions },
        { kind: 'unknown', near: here.functions.slice(0, 4) },
        { kind: 'calls' },
        { kind: 'values' },
        { kind: 'lines', files },
        { ...named, of: 'lines', files: files.map((each) => ({ one: each, other: each })), otherEnded: here.ended },
        { kind: 'lives', entry: one, calls: [one, other], sources: new Map() },
        {
          ...{ kind: 'origins', texts: here.notes, origins, calls: [one, other], call: one },
          ...{
            sources: new Map([[one.function.path, here.notes]]),
            closest: origins.map((each) => ({ ...each, text: 0 })),
          },
          parts: origins.map((each) => ({ text: each.value.text, origin: each })),
        },
      ];
      return { finding: findings[kind] ?? { kind: 'calls' }, report: here };
    },
  );

const wantedOf = ({ kind }: TraceFinding, expression: string): WantedTrace => {
  if (kind === 'calls') return { kind: 'calls' };
  const place = { kind: 'function', name: expression } as const;
  if (kind !== 'values') return { kind: 'frame', place, call: { kind: 'condition', expression } };
  const points = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, place, expressions: [expression] }));
  return { kind: 'values', points };
};

const given = fc.record(
  { program: fc.string({ minLength: 1, maxLength: 200 }), args: fc.array(text, { maxLength: 8 }), function: text },
  { requiredKeys: ['program'] },
);

// Feature: mcp-debugger-tool, Property 29: an answer of a trace costs at most 700 tokens, and ends with a call that can be sent
test('no answer costs more than was promised, whatever ran', () => {
  fc.assert(
    fc.property(finding, given, text, fc.boolean(), (found, args, expression, withOutput) => {
      const view: TraceView = {
        ...found,
        wanted: wantedOf(found.finding, expression),
        asked: Array.from({ length: 8 }, () => expression),
        startedAtMs: 0,
        withOutput,
        asksRows: false,
        given: args,
        number: 7,
        rows: { path: `${cwd}/passes.jsonl`, rows: 3, left: 2, maxRows: 10, maxBytes: 1_000_000 },
      };
      const answer = renderTrace(view, { cwd });
      expect(tokensOf(answer.text)).toBeLessThanOrEqual(MAX_TOKENS);
      const last = answer.text.split('\n').at(-1) ?? '';
      const json = /^Next, .*?: (\{.*\})$/.exec(last)?.[1];
      if (json !== undefined) expect(JSON.parse(json)).toMatchObject({ program: args.program });
    }),
    { numRuns: 120 },
  );
}, 120_000);

const ENDED = readFileSync(new URL('../../../golden/trace/session-calls-node.txt', import.meta.url), 'utf8');
const STOP = ENDED.slice(ENDED.indexOf('Stopped ('));

// Feature: mcp-debugger-tool, Property 29: an answer of a trace costs at most 700 tokens, also with the stop that ended it
test('no answer about a session costs more than was promised, with its stop', () => {
  fc.assert(
    fc.property(finding, call, text, fc.array(text, { maxLength: 9 }), (found, one, expression, notes) => {
      const beside = { above: [], notes, below: STOP, mask: (each: string) => each };
      const wanted = wantedOf(found.finding, expression);
      const asked = Array.from({ length: 8 }, () => expression);
      const live = renderLiveTrace({ ...found, ...beside, wanted, asked, startedAtMs: 0 }, { cwd });
      const frame = renderLiveFrame({ call: one, source: ['one', 'two'], ...beside }, { cwd });
      for (const answer of [live.text, frame]) {
        expect(tokensOf(answer)).toBeLessThanOrEqual(MAX_TOKENS);
        expect(answer.endsWith(STOP)).toBe(true);
      }
    }),
    { numRuns: 120 },
  );
}, 120_000);
