import { dirname } from 'node:path';
import { nodeOptions } from '../../../adapter/commands/node-options.ts';
import { Deadline } from '../../../adapter/deadline.ts';
import type { LaunchRequest, ValueLimits } from '../../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import type { Suspects } from '../../../model/tests/suspects.ts';
import type { TestResult, TestRunReport } from '../../../model/tests/test-report.ts';
import type { TestSelection } from '../../../model/tests/test-selection.ts';
import { runPlainly } from '../../run-plainly.ts';
import { TraceFolder } from '../../trace/trace-folder.ts';
import { readResults } from '../read-results.ts';
import { ResultsFile } from '../results-file.ts';
import { runnerFile } from '../runner-files.ts';
import type { TestRunner } from '../runners/runner.ts';
import { TEST_RUNNERS } from '../runners/runners.ts';
import { testEnvironment } from '../test-environment.ts';
import { suspectsOf } from './suspects-of.ts';
import { keyOf, readTestedCode, type TestedCode } from './tested-code.ts';

/** A run of tests that has ended, and what it counted itself. */
export interface EndedRun {
  readonly launch: LaunchRequest;
  readonly language?: string | undefined;
  readonly limits: ValueLimits;
  readonly describing: Readonly<Record<string, string>>;
  /** The tests that ran; left out, all of them. */
  readonly selection?: TestSelection | undefined;
  /** True if the command may be run once more. */
  readonly mayRerun: boolean;
  readonly report: TestRunReport;
  /** The folder in which the hooks of the run counted the code that ran in each test, as far as they do. */
  readonly folder: TraceFolder;
}

type Way = NonNullable<TestRunner['linesBy']>;
/** The cheaper way first. */
const WAYS: readonly Way[] = ['runner', 'tracer'];

/** The command is run once more only when so much more time is left than it took. */
const MARGIN = 1.5;
/**
 * The factor by which the second run may be slower before it is given up: suspects are not worth a longer wait than the tests.
 */
const MAX_SLOWDOWN = 4;
const LEAST_MS = 10_000;
/** As `ENOUGH` in mcp_debugger_lines.py. */
const MAX_PASSED_COUNTED = 30;
const NO_VALUES = { maxTextLength: 0, maxEvents: 0, maxRows: 0 };

/** The private folder for what a run of tests counts. */
export function openLinesFolder(roots: readonly string[]): Promise<TraceFolder> {
  return TraceFolder.open({ roots, wanted: { kind: 'lines' }, limits: NO_VALUES });
}

/**
 * The code that failing tests ran and passing ones did not: from the run's own counts, if its runner counts, or from one more run
 * of the command, without a debugger, in the time that is left. Undefined if nothing can be said.
 *
 * @throws DebugError `cancelled`
 */
export async function findSuspects(
  engine: DebugEngine,
  run: EndedRun,
  deadline: Deadline,
): Promise<Suspects | undefined> {
  const { report, launch } = run;
  const { passed, failed } = report.counts;
  if (report.outcome.kind !== 'finished' || passed === 0 || failed === 0) return undefined;
  const ways = new Set(TEST_RUNNERS.flatMap(({ id, linesBy }) => (report.runners.includes(id) ? (linesBy ?? []) : [])));
  const { failures } = report;
  const { signal } = deadline.left();
  const found: Suspects[] = [];
  const known = new Set<string>();
  // Of a command that runs tests in several languages, some are counted in one way and others in the other.
  for (const way of WAYS.filter((each) => ways.has(each))) {
    const isUnknown = (test: TestResult) => !known.has(keyOf(test));
    if (!report.tests.some((test) => test.status === 'failed' && isUnknown(test))) break;
    const already = way === 'runner' ? await countedAlready(run, signal) : undefined;
    const counted = already ?? (await countedOnceMore(engine, run, way, deadline));
    if (counted === undefined) continue;
    const { code } = counted;
    const tests = counted.tests.filter(isUnknown);
    const maxPassed = way === 'tracer' ? undefined : MAX_PASSED_COUNTED;
    const suspects = await suspectsOf({ launch, code, tests, failures, maxPassed }, signal);
    if (suspects) found.push(suspects);
    for (const key of [...code.tests.keys(), ...code.mixedTests]) known.add(key);
  }
  const [first, others] = found;
  return first && others ? { ...first, others } : first;
}

/** Undefined where there is no time for it, or it fails: what failed is known without it. @throws DebugError `cancelled` */
async function countedOnceMore(
  engine: DebugEngine,
  run: EndedRun,
  way: Way,
  deadline: Deadline,
): Promise<CountedRun | undefined> {
  const { durationMs, runs } = run.report;
  const tookMs = durationMs / runs;
  if (!run.mayRerun || deadline.leftMs < tookMs * MARGIN) return undefined;
  const { signal } = deadline.left();
  const limitMs = Math.min(deadline.leftMs, Math.max(LEAST_MS, tookMs * MAX_SLOWDOWN));
  return countInOneMoreRun(engine, run, way, new Deadline(limitMs, signal)).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return undefined;
  });
}

/** The run's own counts; undefined if there are none. */
async function countedAlready({ folder, report }: EndedRun, signal?: AbortSignal): Promise<CountedRun | undefined> {
  const code = await readTestedCode(folder, signal);
  return code && code.tests.size + code.mixedTests.size > 0 ? { code, tests: report.tests } : undefined;
}

interface CountedRun {
  readonly code: TestedCode;
  /** Tests that failed in both runs, or passed in this one. */
  readonly tests: readonly TestResult[];
}

async function countInOneMoreRun(
  engine: DebugEngine,
  { launch, language, limits, describing, selection, report }: EndedRun,
  way: Way,
  deadline: Deadline,
): Promise<CountedRun | undefined> {
  const roots = [launch.cwd, ...report.tests.flatMap(({ file }) => (file === undefined ? [] : [dirname(file)]))];
  const folder = await openLinesFolder([...new Set(roots)]);
  const results = await ResultsFile.open();
  try {
    const lines = { folder, mayTrace: true };
    const hooked = testEnvironment(launch, { results: results.path, limits, describing, selection, lines });
    const env = way === 'runner' ? hooked : await engine.traceEnvironment(withBoundaries(hooked), folder.requestFile);
    const program = await engine.startPlainly(language, { ...launch, env, stopOnEntry: false, wholeTree: true });
    if (program === undefined) return undefined;
    const { ended } = await runPlainly(program, 0, deadline.left());
    const code = ended.kind === 'exited' ? await readTestedCode(folder, deadline.left().signal) : undefined;
    const { tests } = readResults(
      results.read().map(({ record }) => record),
      launch.cwd,
    );
    return code && { code, tests: failedInBoth(tests, report.tests) };
  } finally {
    results.close();
    folder.close();
  }
}

/** Every process and worker of Node.js reports to the tracer which tests begin and end in it. */
function withBoundaries(env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...env, ...nodeOptions(env, ['--require', runnerFile('test-boundaries.cjs')]) };
}

/** Leaves out tests that fail only now and then: they have no lines of their own. */
function failedInBoth(tests: readonly TestResult[], before: readonly TestResult[]): TestResult[] {
  const failed = new Set(before.filter(({ status }) => status === 'failed').map(keyOf));
  return tests.filter((test) => test.status !== 'failed' || failed.has(keyOf(test)));
}
