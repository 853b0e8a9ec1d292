import type { Deadline } from '../../../adapter/deadline.ts';
import type { LaunchRequest, ValueLimits } from '../../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { TestRunReport } from '../../../model/tests/test-report.ts';
import type { ValueSource } from '../../../model/tests/value-source.ts';
import { EVERY_FUNCTION, type WantedTrace } from '../../../model/trace/trace-request.ts';
import { sourceOf } from '../../trace/own-source.ts';
import { traceRun } from '../../trace/trace-run.ts';
import { readResults } from '../read-results.ts';
import { ResultsFile } from '../results-file.ts';
import { testEnvironment } from '../test-environment.ts';
import { inTurns, lateSources, type Turn } from './in-turns.ts';
import { mostTelling } from './most-telling.ts';
import { valueSources } from './value-sources.ts';
import { type WantedValue, wantedValues } from './wanted-values.ts';

/** Failures of which the values are looked for: an answer explains no more. */
const MAX_FAILURES = 5;
/** The second run is begun only when so much more time is left than the first took; it runs a part of the tests, but more slowly. */
const RUN_MARGIN = 1.5;
/** With so much time left it is begun however long the first took. */
const LONG_RUN_MS = 15_000;
const LIMITS = { maxTextLength: 160, maxEvents: 400, maxRows: 400 };

/** The command, as it was run first, without the environment of that run. */
export interface TracedTests {
  readonly launch: LaunchRequest;
  readonly language?: string | undefined;
  /** Limits of the variables' descriptions. */
  readonly limits: ValueLimits;
}

/**
 * Runs the failed tests of a finished run once more, without a debugger and with the tracer, and says of each assertion where the value came
 * from that it should not have found. Whatever goes wrong, or where too little time is left, the report is as it was.
 *
 * @throws DebugError `cancelled`
 */
export async function withValueSources(
  engine: DebugEngine,
  request: TracedTests,
  report: TestRunReport,
  deadline: Deadline,
): Promise<TestRunReport> {
  const finished = report.outcome.kind === 'finished';
  const wanted = finished ? mostTelling(wantedValues(report.failures), MAX_FAILURES) : [];
  const neededMs = Math.min(report.durationMs * RUN_MARGIN, LONG_RUN_MS);
  if (wanted.length === 0) return report;
  if (deadline.leftMs < neededMs) return withSources(report, lateSources(wanted.slice(0, 1)));
  const began = Date.now();
  const found = await inTurns(wanted, deadline, (part, turn) => tracedRun(engine, request, part, turn));
  return { ...withSources(report, found), durationMs: report.durationMs + Date.now() - began };
}

function withSources(report: TestRunReport, found: ReadonlyMap<WantedValue, ValueSource>): TestRunReport {
  const sources = new Map([...found].map(([{ failure }, source]) => [failure, source]));
  const failures = report.failures.map((failure) => {
    const valueSource = sources.get(failure);
    return valueSource ? { ...failure, valueSource } : failure;
  });
  return { ...report, failures };
}

/** The traced run; undefined if it cannot be had. */
async function tracedRun(
  engine: DebugEngine,
  { launch, language, limits }: TracedTests,
  wanted: readonly WantedValue[],
  deadline: Deadline,
): Promise<Turn | undefined> {
  const results = await ResultsFile.open();
  try {
    const describing = await engine.describingEnvironment();
    const tests = wanted.map(({ failure: { name, file } }) => ({ name, ...(file === undefined ? {} : { file }) }));
    const texts = [
      ...new Set(wanted.flatMap(({ value, other }) => [value, other].flatMap((each) => each?.text ?? []))),
    ];
    const selection = { kind: 'exactly', tests } as const;
    const env = testEnvironment(launch, { results: results.path, limits, describing, selection, isTraced: true });
    const question: WantedTrace = {
      kind: 'frame',
      place: { kind: 'function', name: EVERY_FUNCTION },
      call: { kind: 'value', texts, madeNear: wanted.flatMap(({ place }) => place ?? []), keeps: 'eachRoot' },
      inside: 'run',
    };
    const plain = { launch: { ...launch, env, stopOnEntry: false }, language, wanted: question, limits: LIMITS };
    const { report } = await traceRun(engine, plain, deadline);
    const records = results.read().map(({ record }) => record);
    const { tests: outcomes, unfinished } = readResults(records, launch.cwd);
    const linesOf = (path: string) => sourceOf(path, [launch.cwd]);
    const run = { origins: report.origins ?? [], calls: report.calls, tests: outcomes, linesOf };
    return {
      found: valueSources(wanted, texts, run),
      tests: outcomes,
      unfinished,
      hasEnded: report.ended.kind === 'exited',
    };
  } catch (error) {
    if (error instanceof DebugError && error.code === 'cancelled') throw error;
    return undefined;
  } finally {
    results.close();
  }
}
