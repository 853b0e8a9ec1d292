import * as z from 'zod/v4';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { type ComparedRun, compareRuns, type OtherRun } from '../../investigate/trace/compare/compare-runs.ts';
import { type TracedRun, traceRun } from '../../investigate/trace/trace-run.ts';
import { DebugError } from '../../model/debug-error.ts';
import { EVERY_FUNCTION, type TracePlace, type WantedTrace } from '../../model/trace/trace-request.ts';
import { renderTrace } from '../../render/trace/trace.ts';
import { ONE_SHOT_ACTIONS } from '../action-names.ts';
import { RUNS_PROGRAM } from '../annotations.ts';
import { arrayOf, boolean, integer, optional, text } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { type Context, deadlineOf, maskOf, sessionArgument, timeoutArgument } from './common.ts';
import { launchNotes, launchRequest, runArguments } from './launch-arguments.ts';
import type { ResolvePath } from './place-syntax.ts';
import { otherRun, otherRunArgument, questionOf } from './trace-other.ts';
import { placeOf, refuseCall, refuseUnused, tracePoint, wantedCall, wantedValue } from './trace-points.ts';
import { closeRows, keepFirst, openRows, type RowsArgument, rowsArgument, rowsOfTwo } from './trace-rows.ts';
import { refuseSession, traceSession } from './trace-session.ts';

const LIMITS = { maxTextLength: 160, maxEvents: 2_000, maxRows: 400 };

const traceSchema = z.strictObject({
  ...runArguments,
  program: optional(runArguments.program),
  session: sessionArgument,
  frame: optional(integer({ min: 0 })),
  until: optional(text()).describe('Of session, without program: "cart.js:19", "return"'),
  mode: optional(z.enum(['frame', 'deep', 'calls', 'values', 'lines'])).describe(
    'Try deep first: what made the values of a run',
  ),
  function: optional(text()).describe('"invoice()"'),
  file: optional(text()),
  line: optional(integer({ min: 1 })).describe('The function around it'),
  call: optional(text()).describe('"first", "last", "3", "throws", "if total > 60"'),
  value: optional(text()).describe('Wrong one, as printed'),
  at: optional(arrayOf(text())).describe('"cart.js:19: price, item.sku", "priceOf()"'),
  rows: optional(text()).describe('"40-80", or a file'),
  compareWith: optional(otherRunArgument).describe('Other args, env, stdin or program; or trace "3"'),
  output: optional(boolean()),
  timeoutMs: timeoutArgument,
});

export const debugTrace = defineTool({
  name: 'debug_trace',
  title: 'Trace a run',
  description:
    'What a run did, without stopping it. One-shot: run a program or test command and show one call of `function` (each line, its changes, branches, calls), the call tree, values `at` places, or which lines ran.',
  annotations: RUNS_PROGRAM,
  schema: traceSchema,
  async handler(args, context: Context) {
    const { program } = args;
    if (program === undefined) {
      const question = (resolvePath: ResolvePath) => wantedTrace(args, resolvePath);
      return traceSession(args, { question, limits: LIMITS }, context);
    }
    refuseSession(args);
    const { engine } = context;
    const launch = launchRequest({ ...args, program }, engine);
    const resolvePath = (path: string) => engine.existingPath(path, launch.cwd);
    const other = otherRun({ ...args, program }, engine);
    refuseUnused(args);
    const asked = questionAsked(args, other, resolvePath);
    refuseCall(args, asked.wanted.kind);
    const rowsAsked = rowsArgument(args.rows, asked.wanted, (path) => engine.resolvePath(path, launch.cwd));
    const wanted = withRows(asked.wanted, rowsAsked);
    if (rowsAsked && other) throw rowsOfTwo();
    const rows = await openRows(rowsAsked, asked.points, context.mask);
    try {
      context.progress(`tracing ${program}`);
      const startedAtMs = Date.now();
      const request = { launch, language: args.language, wanted, limits: LIMITS, rows };
      const deadline = deadlineOf(args, context);
      const traced = other
        ? await compareRuns(engine, { request, asked: asked.points }, other, deadline)
        : await traceRun(engine, request, deadline);
      const number = keptAs(engine, traced, { wanted: asked.wanted, points: asked.points });
      const view = {
        ...{ ...traced, wanted, asked: asked.points, startedAtMs, number, given: { ...args, program } },
        withOutput: args.output ?? false,
        asksRows: rowsAsked?.kind === 'range',
      };
      const options = { notes: launchNotes(launch), mask: maskOf(context) };
      return renderTrace(view, { cwd: launch.cwd, actions: ONE_SHOT_ACTIONS, ...options });
    } finally {
      await closeRows(rows);
    }
  },
});

/** The question about a run. `points`: the points as the caller gave them. */
interface Question {
  readonly wanted: WantedTrace;
  readonly points: readonly string[];
}

/** The question of the arguments; if they put none, that of the earlier trace with which the run is compared. */
function questionAsked(args: TraceArguments, other: OtherRun | undefined, resolvePath: ResolvePath): Question {
  const isPut = [args.mode, args.function, args.file, args.at].some((each) => each !== undefined);
  if (other?.kind !== 'saved') return { wanted: wantedTrace(args, resolvePath), points: args.at ?? [] };
  const there = questionOf(other);
  const wanted = isPut ? wantedTrace(args, resolvePath) : there;
  const points = isPut ? (args.at ?? []) : other.trace.asked;
  if (wanted.kind !== 'frame' || there.kind !== 'frame') return { wanted, points };
  return { wanted: { ...wanted, call: args.call === undefined ? there.call : wantedCall(args.call) }, points };
}

function withRows(wanted: WantedTrace, rows: RowsArgument | undefined): WantedTrace {
  return wanted.kind === 'values' && rows ? { ...wanted, keepFirst: keepFirst(rows) } : wanted;
}

/** The number that a later run can be compared by; undefined where nothing was recorded. What the program wrote is not kept. */
function keptAs(engine: DebugEngine, run: TracedRun | ComparedRun, { wanted, points }: Question): number | undefined {
  const finding = 'own' in run ? run.own : run.finding;
  if (!['frame', 'calls', 'values', 'lines'].includes(finding.kind)) return undefined;
  if (finding.kind === 'calls' && run.report.totals.length === 0) return undefined;
  const report = { ...run.report, output: { chunks: [], omittedChars: 0 } };
  return engine.traces.keep({ wanted, asked: points, report, finding });
}

interface TraceArguments {
  readonly mode?: 'frame' | 'deep' | 'calls' | 'values' | 'lines' | undefined;
  readonly function?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly call?: string | undefined;
  readonly value?: string | undefined;
  readonly at?: readonly string[] | undefined;
}

/** The question that the arguments put; without a mode, the one that they have the arguments of. */
function wantedTrace(args: TraceArguments, resolvePath: (path: string) => string): WantedTrace {
  if (args.mode === 'lines') return wantedLines(args, resolvePath);
  const place = placeAsked(args, resolvePath);
  const mode: 'frame' | 'deep' | 'calls' | 'values' =
    args.mode ?? (args.value !== undefined ? 'deep' : args.at ? 'values' : place ? 'frame' : 'calls');
  switch (mode) {
    case 'frame':
      if (!place) throw missing('frame', 'function', 'Give function ("invoice()"), or file and line.');
      return { kind: 'frame', place, call: wantedCall(args.call ?? 'throws') };
    case 'deep':
      return {
        kind: 'frame',
        place: { kind: 'function', name: EVERY_FUNCTION },
        call: args.value === undefined ? wantedCall(args.call ?? 'throws') : wantedValue(args.value),
        inside: place ?? 'run',
      };
    case 'calls':
      return { kind: 'calls', ...(place ? { below: place } : {}) };
    case 'values':
      if (!args.at?.length) throw missing('values', 'at', 'Give places with expressions: "cart.js:19: price".');
      return {
        kind: 'values',
        points: args.at.map((point, index) => tracePoint(point, index + 1, resolvePath)),
      };
  }
}

/** The lines to count: those of a whole file, if only a file is named. */
function wantedLines(args: TraceArguments, resolvePath: (path: string) => string): WantedTrace {
  const { file, line, function: name } = args;
  if (file !== undefined && line === undefined && name === undefined) return { kind: 'lines', file: resolvePath(file) };
  const within = placeAsked(args, resolvePath);
  return { kind: 'lines', ...(within ? { within } : {}) };
}

function placeAsked(args: TraceArguments, resolvePath: (path: string) => string): TracePlace | undefined {
  const { function: name, file, line } = args;
  if (name !== undefined) {
    const place = placeOf(name, resolvePath);
    if (!place) throw missing('frame', 'function', 'Write a name with parentheses: "invoice()", "Cart.total()".');
    return file === undefined || place.kind === 'line' ? place : { ...place, path: resolvePath(file) };
  }
  if (file === undefined) return undefined;
  const place = placeOf(line === undefined ? file : `${file}:${line}`, resolvePath);
  if (place?.kind === 'line') return place;
  throw missing('frame', 'line', `"${file}" was given without a line or function.`);
}

function missing(mode: string, argument: string, advice: string): DebugError {
  return new DebugError('invalid_argument', `Mode ${mode} needs ${argument}.`, { advice, details: { argument } });
}
