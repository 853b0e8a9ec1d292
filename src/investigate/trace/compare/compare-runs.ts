import type { Deadline } from '../../../adapter/deadline.ts';
import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { SavedTrace } from '../../../model/trace/saved-trace.ts';
import type { TraceComparison, TraceFinding, TraceReport } from '../../../model/trace/trace-report.ts';
import type { WantedTrace } from '../../../model/trace/trace-request.ts';
import { comparedFiles } from '../line-finding.ts';
import { type TracedRun, type TraceRunRequest, traceRun } from '../trace-run.ts';
import { callDifferences, countDifferences, foldedCalls } from './compare-calls.ts';
import { pointDifference } from './compare-values.ts';
import { differences } from './differences.ts';
import { lineMap } from './line-map.ts';

const MAX_DIFFERENCES = 5;

/** The run to compare with. */
export type OtherRun =
  | { readonly kind: 'run'; readonly launch: LaunchRequest }
  /** The records of an earlier run, under that number. */
  | { readonly kind: 'saved'; readonly number: number; readonly trace: SavedTrace };

/** Two runs of which the first one is this one. `own`: what it answers by itself. */
export interface ComparedRun extends TracedRun {
  readonly own: TraceFinding;
}

/** The comparable part of a run: a question with the run's answer. */
type Side = Pick<SavedTrace, 'report' | 'finding'>;

/**
 * Records the same in two runs, or in one to be compared with an earlier one, and finds where they part. What cannot be compared is
 * answered as the run that has no such call.
 *
 * @param asked The points as they were given.
 * @throws DebugError `invalid_argument` for an earlier trace of something else, and outside of the roots; as traceRun
 */
export async function compareRuns(
  engine: DebugEngine,
  { request, asked }: { readonly request: TraceRunRequest; readonly asked: readonly string[] },
  other: OtherRun,
  deadline: Deadline,
): Promise<ComparedRun> {
  if (request.wanted.kind === 'frame' && request.wanted.inside !== undefined) {
    throw new DebugError('invalid_argument', 'Two runs are not compared in mode deep.', {
      advice: 'Leave out mode for one function ("invoice()"), or give mode calls for all of the run.',
      details: { argument: 'compareWith' },
    });
  }
  // Before anything runs: the first run would be for nothing.
  if (other.kind === 'run') await engine.checkStart({ kind: 'launch', ...other.launch });
  else refuseIncomparable(other, request.wanted, asked);
  const one = await traceRun(engine, request, deadline);
  if (!isComparable(one.finding)) return { ...one, own: one.finding };
  const there = await otherSide(engine, request, { other, one }, deadline);
  if (!isComparable(there.finding)) return { ...withNote(there), own: one.finding };
  const otherName = other.kind === 'saved' ? `trace ${other.number}` : 'the other run';
  const found = comparison(one, there, { asked, otherName, folders: [request.launch.cwd] });
  return { ...one, finding: found ?? one.finding, own: one.finding };
}

function otherSide(
  engine: DebugEngine,
  request: TraceRunRequest,
  { other, one }: { readonly other: OtherRun; readonly one: TracedRun },
  deadline: Deadline,
): Promise<Side> {
  if (other.kind === 'saved') return Promise.resolve(other.trace);
  const wanted = sameCall(request.wanted, one.finding);
  const { rows: _, ...rest } = request;
  return traceRun(engine, { ...rest, launch: other.launch, wanted }, deadline);
}

/** The question for the other run: a call that was chosen because it threw goes by its number, for it need not throw there. */
function sameCall(wanted: WantedTrace, finding: TraceFinding): WantedTrace {
  if (wanted.kind !== 'frame' || wanted.call.kind !== 'throws' || finding.kind !== 'frame') return wanted;
  return finding.isWanted ? { ...wanted, call: { kind: 'number', number: finding.call.number } } : wanted;
}

function isComparable({ kind }: TraceFinding): boolean {
  return kind === 'frame' || kind === 'calls' || kind === 'values' || kind === 'lines';
}

interface Named {
  readonly asked: readonly string[];
  readonly otherName: string;
  /** Absolute; where own code lies. */
  readonly folders: readonly string[];
}

function comparison(one: Side, other: Side, { asked, otherName, folders }: Named): TraceComparison | undefined {
  const { gaps: otherGaps = [] } = other.report;
  const named = { kind: 'comparison', otherName, otherGaps } as const;
  if (one.finding.kind === 'frame' && other.finding.kind === 'frame') {
    const { call, source } = one.finding;
    const { call: there, source: otherSource } = other.finding;
    const lineOf = lineMap(otherSource, source);
    const found = differences(call.events, there.events, MAX_DIFFERENCES, lineOf);
    return { ...named, of: 'frame', one: call, other: there, differences: found, source, otherSource };
  }
  if (one.finding.kind === 'calls' && other.finding.kind === 'calls') {
    const found = callDifferences(one.report.roots, other.report.roots, MAX_DIFFERENCES + 1);
    return {
      ...named,
      of: 'calls',
      differences: found,
      folded: foldedCalls(one.report.roots),
      counts: countDifferences(one.report.totals, other.report.totals),
    };
  }
  if (one.finding.kind === 'lines' && other.finding.kind === 'lines') {
    const files = comparedFiles(one.finding.files, other.finding.files, folders);
    return { ...named, of: 'lines', files, otherEnded: other.report.ended };
  }
  if (one.finding.kind !== 'values') return undefined;
  return { ...named, of: 'values', points: pointDifferences(one.report, other.report, asked) };
}

function pointDifferences(one: TraceReport, other: TraceReport, asked: readonly string[]) {
  return one.points.flatMap((point, index) => {
    const there = other.points[index];
    return there ? [pointDifference(asked[index] ?? '', point, there, MAX_DIFFERENCES + 1)] : [];
  });
}

/** @throws DebugError `invalid_argument` */
function refuseIncomparable(
  { number, trace }: Extract<OtherRun, { kind: 'saved' }>,
  wanted: WantedTrace,
  asked: readonly string[],
): void {
  const [here, there] = [questionOf(wanted, asked), questionOf(trace.wanted, trace.asked)];
  const isAnswered = isComparable(trace.finding);
  if (here === there && isAnswered) return;
  const why = isAnswered ? `it answers ${there}, this run ${here}` : 'it recorded nothing of what it was asked';
  throw new DebugError('invalid_argument', `Trace ${number} cannot be compared with this run: ${why}.`, {
    advice: 'Leave out mode, function, file, line and at: they are those of the trace then.',
    details: { argument: 'compareWith' },
  });
}

/** In words; places count without their paths, which a caller may write in several ways. */
function questionOf(wanted: WantedTrace, asked: readonly string[]): string {
  switch (wanted.kind) {
    case 'frame':
      return `mode frame of ${placeText(wanted.place)}`;
    case 'calls':
      return wanted.below ? `mode calls below ${placeText(wanted.below)}` : 'mode calls';
    case 'lines':
      return wanted.within
        ? `mode lines of ${placeText(wanted.within)}`
        : `mode lines${wanted.file === undefined ? '' : ` of ${wanted.file}`}`;
    case 'values':
      return `mode values at ${asked.map((each) => each.trim()).join(', ')}`;
  }
}

function placeText(place: Extract<WantedTrace, { kind: 'frame' }>['place']): string {
  // The lines of an edited file are others.
  return place.kind === 'function' ? `${place.name}()` : place.path;
}

function withNote({ report, finding }: Side): Side {
  return { report: { ...report, notes: ['This is the run of compareWith.', ...report.notes] }, finding };
}
