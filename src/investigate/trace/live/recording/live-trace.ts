import { dirname, resolve } from 'node:path';
import type { Deadline } from '../../../../adapter/deadline.ts';
import type { LiveTracing, ThreadRecords } from '../../../../adapter/live-tracing.ts';
import { isCalledSource } from '../../../../files/source-places.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import type { StopOutcome } from '../../../../model/stop-outcome.ts';
import type { TraceRecord } from '../../../../model/trace/trace-record.ts';
import type { TraceFinding, TraceReport } from '../../../../model/trace/trace-report.ts';
import type { TraceLimits, WantedTrace } from '../../../../model/trace/trace-request.ts';
import type { DebugSession } from '../../../../session/debug-session.ts';
import { checkLines, placesOf } from '../../asked-places.ts';
import { findingOf } from '../../finding.ts';
import { sourceOf } from '../../own-source.ts';
import { putTogether } from '../../put-together.ts';
import { TraceFolder } from '../../trace-folder.ts';
import { type RecordedUntil, runMeanwhile } from '../run-meanwhile.ts';
import { withSeries } from '../values/filled-series.ts';
import { PointCollection } from '../values/point-collection.ts';
import { lifeRecord } from './life-record.ts';

const END_MS = 3_000;

/** The recording of a running session. */
export interface LiveTraceRequest {
  readonly wanted: WantedTrace;
  readonly until?: RecordedUntil;
  readonly limits: TraceLimits;
}

/** The records, their answer, and the session's present state. */
export interface LiveTrace {
  readonly report: TraceReport;
  readonly finding: TraceFinding;
  readonly outcome: StopOutcome;
  /** Since the epoch. */
  readonly startedAtMs: number;
}

/**
 * Records what a session does from where it is to its next stop, or to the end of the time, by a tracer that begins and ends with it.
 * Nothing of it stays in the program, which is not stopped by it.
 *
 * @throws DebugError `invalid_argument` for a line that a file does not have or a place that can never be reached, `unsupported` with what
 * can be asked instead, `already_exited`, `cancelled`
 */
export async function liveTrace(
  session: DebugSession,
  { wanted, until, limits }: LiveTraceRequest,
  deadline: Deadline,
): Promise<LiveTrace> {
  checkLines(wanted);
  const tracing = tracingOf(session);
  const roots = ownFolders(session, wanted);
  const { traced, collection } = partsOf(session, wanted, limits);
  const folder = await TraceFolder.open({ roots, wanted: traced, limits });
  let records: readonly ThreadRecords[] | undefined;
  const finish = async () => {
    await collection?.finish();
    // What it had recorded of a debuggee that is gone is in the folder.
    records ??= await tracing.end({ timeoutMs: END_MS }).catch(() => []);
  };
  try {
    await collection?.begin(deadline);
    await tracing.begin({ requestFile: folder.requestFile, roots, wanted: traced, limits }, deadline.left());
    const startedAtMs = Date.now();
    const outcome = await runMeanwhile(session, until, deadline, finish);
    const points = wanted.kind === 'values' ? wanted.points.map(({ id }) => id) : [];
    const read = await folder.read({ rows: { kind: 'ends', maxRows: limits.maxRows }, signal: deadline.left().signal });
    const collected = collection ? [collection.records()] : [];
    const found = putTogether(
      [...(records ?? []).map((each) => recordsOf(each, roots)), ...read.processes, ...collected],
      points,
    );
    const report: TraceReport = {
      ended: { kind: 'running', waitedMs: Date.now() - startedAtMs },
      output: { chunks: [], omittedChars: 0 },
      ...found,
      notes: [...(collection?.notes() ?? []), ...found.notes, ...read.notes],
    };
    const finding = findingOf(report, wanted, { folders: roots, program: session.program });
    return { report, finding, outcome, startedAtMs };
  } finally {
    await finish();
    await collection?.close();
    folder.close();
  }
}

/** The records of a debugger in the form of a tracer's. */
function recordsOf({ records, lives = [] }: ThreadRecords, roots: readonly string[]): TraceRecord[] {
  return [...withSeries(records), ...lives.map((life) => lifeRecord(life, sourceOf(life.path, roots)))];
}

/** Values at lines and begins of functions are recorded by breakpoints, calls with their results by a tracer. */
function partsOf(session: DebugSession, wanted: WantedTrace, { maxRows }: TraceLimits) {
  if (wanted.kind !== 'values') return { traced: wanted, collection: undefined };
  const points = wanted.points.filter(({ expressions }) => expressions.length === 0);
  const others = wanted.points.filter(({ expressions }) => expressions.length > 0);
  const collection = others.length > 0 ? new PointCollection(session, others, maxRows) : undefined;
  return { traced: { ...wanted, points }, collection };
}

function tracingOf({ adapter }: DebugSession): LiveTracing {
  if (adapter.tracing) return adapter.tracing;
  throw new DebugError(
    'unsupported',
    'The debugger of this language records nothing of a session but frames and values.',
    {
      advice: 'Of such a session, mode frame and mode values with at can be had.',
      details: { argument: 'mode' },
    },
  );
}

/** The folders of own code: the session's, the program's, and those of files in the question. */
function ownFolders({ cwd, program }: DebugSession, wanted: WantedTrace): string[] {
  const asked = placesOf(wanted).flatMap(({ path }) => path ?? []);
  const files = [resolve(cwd, program), ...asked].filter((file) => isCalledSource(file));
  return [...new Set([cwd, ...files.map((file) => dirname(file))])];
}
