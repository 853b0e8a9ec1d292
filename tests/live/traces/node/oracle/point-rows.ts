import type { TracedSeries, TracedValue, TraceRecord } from '../../../../../src/model/trace/trace-record.ts';
import type { TracePoint } from '../../../../../src/model/trace/trace-request.ts';
import { callLines } from './call-lines.ts';
import { type CorpusRun, folderOf, isTarget, outlineEnd, processRecords } from './corpus-run.ts';
import { type OracleCall, outlinesOf } from './frame-events.ts';
import type { LogEntry } from './log.ts';

/** The rows of each point, a line for each, and one line with all counts. */
export type PointRows = Readonly<Record<string, readonly string[]>>;

/** Points that are at a function have numbers from here on. */
const AT_FUNCTION = 1000;

/** The points of all programs: their expressions at lines, and `target` with its arguments and ends. */
export function pointsOf(run: CorpusRun): TracePoint[] {
  const atLines = run.points.map(({ id, file, line, expressions, condition }): TracePoint => {
    const place = { kind: 'line', path: run.pathOf(file), line } as const;
    return { id, place, expressions, ...(condition === undefined ? {} : { condition }) };
  });
  const atFunctions = run.programs.map((program, index): TracePoint => {
    const path = run.pathOf(`${folderOf(program)}/${program.files[0]?.written}`);
    return { id: AT_FUNCTION + index, place: { kind: 'function', name: 'target', path }, expressions: [] };
  });
  return [...atLines, ...atFunctions];
}

/** The tracer's records of them, process by process. */
export function tracedRows(run: CorpusRun, records: readonly TraceRecord[]): PointRows {
  const processes = processRecords(records);
  const rows = pointsOf(run).map(({ id }) => [
    labelOf(run, id),
    joined(processes.map((each) => recordedRows(each, id))),
  ]);
  return Object.fromEntries(rows);
}

function recordedRows(records: readonly TraceRecord[], id: number): string[] {
  const hits = records.flatMap((each) =>
    each.kind === 'hit' && each.point === id ? [[each.pass, each] as const] : [],
  );
  // A row that is written again when the call has ended replaces the earlier one.
  const last = [...new Map(hits)].sort(([a], [b]) => a - b);
  const lines = last.map(([pass, { values, end }]) => {
    const given = values.map((each) => ({ name: each.name, ...(each.kind === 'value' ? { after: each.value } : {}) }));
    const thrown = values.flatMap((each) => (each.kind === 'thrown' ? [`${each.name}: ${each.message}`] : []));
    return [pass, ...callLines({ arguments: given, events: [], end: outlineEnd(end ?? NO_END) }), ...thrown].join(' ');
  });
  const total = records.findLast((each) => each.kind === 'pointTotal' && each.point === id);
  return total?.kind === 'pointTotal' ? [...lines, countsText(total)] : lines;
}

/** The real events at them. */
export function realRows(run: CorpusRun): PointRows {
  const atLines = run.points.map(({ id, expressions }) => {
    const rows = run.logs.map(({ log }) => {
      return rowsAtLine(
        log.filter((each): each is Hit => each[0] === 'hit' && each[1] === id),
        expressions,
      );
    });
    return [labelOf(run, id), joined(rows)] as const;
  });
  const atFunctions = run.programs.map((program, index) => {
    const file = `${folderOf(program)}/${program.files[0]?.name}`;
    const rows = run.logs.map((log) =>
      rowsAtFunction(outlinesOf(log, run.places).filter(({ of }) => of.file === file && isTarget(of.name))),
    );
    return [labelOf(run, AT_FUNCTION + index), joined(rows)] as const;
  });
  return Object.fromEntries([...atLines, ...atFunctions]);
}

function rowsAtLine(hits: readonly Hit[], expressions: readonly string[]): string[] {
  if (hits.length === 0) return [];
  const kept = hits.flatMap((each, at) => (each[2] === true ? [{ pass: at + 1, results: each[3] }] : []));
  const lines = kept.map(({ pass, results }) => {
    const given = results.map(({ value }, at) => ({ name: expressions[at] ?? '', ...(value ? { after: value } : {}) }));
    const thrown = results.flatMap((each, at) =>
      each.thrown === undefined ? [] : [`${expressions[at]}: ${each.thrown}`],
    );
    return [pass, ...callLines({ arguments: given, events: [], end: NO_END }), ...thrown].join(' ');
  });
  const failed = hits.filter((each) => each[2] === 'failed').length;
  const series = expressions.map((name, at) =>
    seriesOf(
      name,
      kept.map(({ results }) => results[at]?.value),
    ),
  );
  return [...lines, countsText({ passes: hits.length, held: kept.length, failed, series })];
}

function rowsAtFunction(calls: readonly OracleCall[]): string[] {
  if (calls.length === 0) return [];
  const lines = calls.map((call, at) =>
    [at + 1, ...callLines({ ...call, end: outlineEnd(call.end), events: [] })].join(' '),
  );
  const params = calls[0]?.of.params ?? [];
  const series = params.map((name, at) =>
    seriesOf(
      name,
      calls.map((each) => each.arguments[at]?.after),
    ),
  );
  return [...lines, countsText({ passes: calls.length, held: calls.length, failed: 0, series })];
}

/** The rows of each process, in an order that does not depend on which began first. */
function joined(processes: readonly string[][]): string[] {
  return [...processes].sort((a, b) => (a.join() < b.join() ? -1 : 1)).flat();
}

type Hit = Extract<LogEntry, readonly ['hit', ...unknown[]]>;

const NO_END = { kind: 'running', line: 0 } as const;

function labelOf(run: CorpusRun, id: number): string {
  const program = run.programs[id >= AT_FUNCTION ? id - AT_FUNCTION : Math.floor(id / 10)];
  return `${program?.name} (${id >= AT_FUNCTION ? 'target' : run.points.find((each) => each.id === id)?.line})`;
}

function countsText(counts: {
  readonly passes: number;
  readonly held: number;
  readonly failed: number;
  readonly series: readonly TracedSeries[];
}): string {
  const series = counts.series.map(({ name, changes, distinct, types, range, failed }) =>
    JSON.stringify([
      name,
      changes,
      distinct,
      Object.entries(types).sort(),
      range?.least,
      range?.most,
      range?.sum,
      failed,
    ]),
  );
  return [`${counts.passes} passes, ${counts.held} held, ${counts.failed} failed`, ...series].join(' ');
}

/** Counted again from all values; undefined where the expression failed. */
function seriesOf(name: string, values: readonly (TracedValue | undefined)[]): TracedSeries {
  const seen = values.filter((each) => each !== undefined);
  const numbers = seen.flatMap(({ number }) => (number === undefined ? [] : [number]));
  const types: Record<string, number> = {};
  for (const { type } of seen) types[type] = (types[type] ?? 0) + 1;
  const sum = numbers.reduce((all, each) => all + each, 0);
  return {
    name,
    changes: seen.filter(({ text }, at) => at > 0 && seen[at - 1]?.text !== text).length,
    distinct: new Set(seen.map(({ text }) => text)).size,
    isMore: false,
    types,
    ...(numbers.length > 0 ? { range: { least: Math.min(...numbers), most: Math.max(...numbers), sum } } : {}),
    failed: values.length - seen.length,
  };
}
