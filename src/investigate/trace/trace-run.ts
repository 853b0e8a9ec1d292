import { dirname } from 'node:path';
import { takenPythonPath } from '../../adapter/commands/python-path.ts';
import type { Deadline } from '../../adapter/deadline.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { launchFiles } from '../../engine/launch-files.ts';
import type { RowsFile } from '../../engine/rows-file.ts';
import { isCalledSource } from '../../files/source-places.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { OutputExcerpt } from '../../model/stop-report.ts';
import type { RowsWritten } from '../../model/trace/rows-written.ts';
import type { TraceRecord } from '../../model/trace/trace-record.ts';
import type { TraceFinding, TraceReport } from '../../model/trace/trace-report.ts';
import type { WantedTrace } from '../../model/trace/trace-request.ts';
import { runPlainly } from '../run-plainly.ts';
import { checkLines, placesOf } from './asked-places.ts';
import { findingOf } from './finding.ts';
import { originalOutput } from './original-output.ts';
import { putTogether } from './put-together.ts';
import { rowOf } from './row-text.ts';
import { type RecordReading, TraceFolder } from './trace-folder.ts';

/** Characters of what the program wrote that are kept. */
const MAX_OUTPUT_CHARS = 4_000;

/** One whole run of a program, or of a command, in which something is recorded. */
export interface TraceRunRequest {
  readonly launch: LaunchRequest;
  readonly language: string | undefined;
  readonly wanted: WantedTrace;
  /** Kept of each value, call and point. */
  readonly limits: { readonly maxTextLength: number; readonly maxEvents: number; readonly maxRows: number };
  readonly rows?: AskedRows | undefined;
}

/** The rows of points to keep beside the first and the last ones. */
export type AskedRows =
  | { readonly kind: 'range'; readonly first: number; readonly last: number }
  /** All rows, in a file; `points` are the points as they were given. */
  | { readonly kind: 'file'; readonly file: RowsFile; readonly points: readonly string[] };

/** The records of a run, and their answer. */
export interface TracedRun {
  readonly report: TraceReport;
  readonly finding: TraceFinding;
  readonly rows?: RowsWritten;
}

/**
 * Runs a program to its end, or to the end of the time, while its processes record what is wanted. It runs as in a terminal: no
 * debugger is in it, and only the code that is asked about is slower than without.
 *
 * @throws DebugError `invalid_argument` for a line that a file does not have, `unsupported` for a language without a tracer, `cancelled`, and as DebugEngine.startPlainly
 */
export async function traceRun(
  engine: DebugEngine,
  { launch, language, wanted, limits, rows }: TraceRunRequest,
  deadline: Deadline,
): Promise<TracedRun> {
  checkLines(wanted);
  const startedAtMs = Date.now();
  const roots = ownFolders(launch, wanted);
  const folder = await TraceFolder.open({ roots, wanted, limits });
  try {
    const env = await engine.traceEnvironment(launch.env, folder.requestFile);
    const program = await engine.startPlainly(language, { ...launch, env, wholeTree: true });
    if (program === undefined) throw withoutTracer(launch);
    const unfollowed: string[] = [];
    const pointless = new AbortController();
    program.onUnfollowed?.((text, isLast) => {
      unfollowed.push(...text.trimEnd().split('\n'));
      if (isLast) pointless.abort();
    });
    const run = { ...deadline.left(), until: pointless.signal };
    const { ended, output } = await runPlainly(program, MAX_OUTPUT_CHARS, run);
    const points = wanted.kind === 'values' ? wanted.points.map(({ id }) => id) : [];
    const { processes, notes } = await folder.read({
      ...readingOf(rows, limits.maxRows, startedAtMs),
      signal: deadline.left().signal,
    });
    const found = putTogether(processes, points);
    const report = {
      ended,
      output: plainOutput(output, processes.flat()),
      ...found,
      notes: [...found.notes, ...notes],
      gaps: [...found.gaps, ...unfollowed, ...(processes.length === 0 ? takenPythonPath(launch) : [])],
    };
    const finding = findingOf(report, wanted, { folders: roots, program: launch.program });
    return { report, finding, ...(rows?.kind === 'file' ? { rows: await rows.file.end() } : {}) };
  } finally {
    folder.close();
  }
}

/** The folders of own code: the run's, the program's, and those of files in the question. */
function ownFolders(launch: LaunchRequest, wanted: WantedTrace): string[] {
  const asked = placesOf(wanted).flatMap(({ path }) => path ?? []);
  const files = [...launchFiles(launch), ...asked].filter((file) => isCalledSource(file));
  return [...new Set([launch.cwd, ...files.map((file) => dirname(file))])];
}

function readingOf(asked: AskedRows | undefined, maxRows: number, traceStartedAtMs: number): RecordReading {
  if (asked?.kind === 'range') return { rows: asked };
  const rows = { kind: 'ends', maxRows } as const;
  if (asked === undefined) return { rows };
  const { file, points } = asked;
  return {
    rows,
    onHit: (hit, { pid, thread, startedAtMs }) => {
      const point = points[hit.point - 1] ?? String(hit.point);
      return file.add(rowOf(hit, { point, pid, thread, traceStartedAtMs, startedAtMs }));
    },
  };
}

/** The output that the program would have written without a tracer. */
function plainOutput({ chunks, omittedChars }: OutputExcerpt, records: readonly TraceRecord[]): OutputExcerpt {
  const moved = records.filter((each) => each.kind === 'moved');
  const plain = chunks.map((chunk) =>
    chunk.category === 'stderr' ? { ...chunk, text: originalOutput(chunk.text, moved) } : chunk,
  );
  return { chunks: plain, omittedChars };
}

function withoutTracer({ program }: LaunchRequest): DebugError {
  return new DebugError('unsupported', `"${program}" cannot be traced: its language has no tracer.`, {
    advice:
      'Traced are programs of Node.js and Python, and commands that run them. Others can be debugged with breakpoints.',
    details: { argument: 'program' },
  });
}
