import { Deadline } from '../../../adapter/deadline.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { withLastingSession } from '../../../engine/lasting-session.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { TestFailure, TestRunReport } from '../../../model/tests/test-report.ts';
import type { TestSelection } from '../../../model/tests/test-selection.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { needsNoDebugger } from '../needs-no-debugger.ts';
import { runTests } from '../run-tests.ts';
import { testEnvironment } from '../test-environment.ts';
import { DEFAULT_TEST_TIMEOUT_MS, type TestRunOptions, type TestRunRequest } from '../test-run-request.ts';
import { keepHang } from './keep-hang.ts';
import type { KeptSession, KeptTestRun } from './kept-run.ts';
import { type FailureStop, failureStop, stopAtFailure } from './stop-at-failure.ts';

/** The most that a run without a debugger takes of the time for both runs. */
const PLAIN_SHARE = 0.5;

/**
 * Runs a test command to its end, and then its first failing test once more, which stays stopped where it failed. Which exception fails a
 * test is known only behind it: most that are thrown in tests are expected. A run that does not end is paused as it stands.
 *
 * @throws DebugError as runTests
 */
export async function runTestsAndKeep(
  engine: DebugEngine,
  request: TestRunRequest,
  options: TestRunOptions,
): Promise<KeptTestRun> {
  const deadline = new Deadline(options.timeoutMs ?? DEFAULT_TEST_TIMEOUT_MS, options.signal);
  let hanging: KeptSession | undefined;
  const onHang = (session: DebugSession, outcome: StopOutcome) => {
    hanging = { session, outcome };
  };
  // Of a run without a debugger nothing can stay: it is run once more, with one, where it does not end.
  const share = needsNoDebugger(request.launch) ? PLAIN_SHARE : 1;
  const once = { ...options, timeoutMs: Math.ceil(deadline.timeoutMs * share) };
  const report = await runTests(engine, { ...request, rerun: false, onHang }, once);
  if (hanging) return { report, kept: hanging };
  if (report.outcome.kind === 'timed out' && share < 1) return keepHang(engine, request, report, deadline);
  const found = firstStop(report);
  if (found === undefined) return notKept(report);
  for (const attempt of attemptsFor(found, request)) {
    if (deadline.leftMs <= 0) break;
    try {
      const kept = await keep(engine, request, attempt, deadline);
      if (kept) return { report, kept };
    } catch (error) {
      // What failed is known all the same.
      if (!(error instanceof DebugError) || error.code !== 'not_debuggable') throw error;
      return { report, notKept: 'no debugger reaches the tests of this command; give the one that it runs' };
    }
  }
  return { report, notKept: 'when it was run again, nothing failed there' };
}

interface FoundFailure {
  readonly failure: TestFailure;
  readonly where: FailureStop;
}

/** A further run, which is to stay where the failure is. */
interface Attempt extends FoundFailure {
  readonly selection: TestSelection | undefined;
  readonly exceptions: ExceptionBreakMode;
}

/**
 * The failing test alone first; one that fails only beside others, or that cannot be named, with all others. What fails a part of a test
 * (unittest's `subTest`) never leaves the test: then each exception stops, which takes long where many are expected.
 */
function attemptsFor(found: FoundFailure, { selection }: TestRunRequest): Attempt[] {
  const { failure, where } = found;
  const { name, file, kind } = failure;
  const exceptions = where.kind === 'thrown' ? 'userUnhandled' : 'none';
  const all: Attempt = { ...found, selection, exceptions };
  if (kind !== 'test') return [all];
  const tests = [{ name, ...(file === undefined ? {} : { file }) }];
  const alone: Attempt = { ...all, selection: { kind: 'exactly', tests } };
  return [alone, ...(where.kind === 'thrown' ? [{ ...alone, exceptions: 'all' } as const] : []), all];
}

function firstStop({ failures }: TestRunReport): FoundFailure | undefined {
  for (const failure of failures) {
    const where = failureStop(failure);
    if (where) return { failure, where };
  }
  return undefined;
}

function notKept(report: TestRunReport): KeptTestRun {
  const [first] = report.failures;
  return first?.site.kind === 'unseen' ? { report, notKept: first.site.reason } : { report };
}

async function keep(
  engine: DebugEngine,
  { launch, language, limits }: TestRunRequest,
  { failure, where, selection, exceptions }: Attempt,
  deadline: Deadline,
): Promise<KeptSession | undefined> {
  const describing = await engine.describingEnvironment();
  // What hooks write down in this run is not reported.
  const env = testEnvironment(launch, { results: '', limits, describing, selection });
  const stopOthers = where.kind === 'thrown' ? 'all' : 'breakpoints';
  const start = { kind: 'launch', ...launch, env, stopOnEntry: false, wholeTree: true, stopOthers } as const;
  return withLastingSession(engine, { start, language }, async (session) => {
    const outcome = await stopAtFailure(session, { failure, where, exceptions }, deadline);
    if (outcome.kind !== 'stopped') return { result: undefined, stays: false };
    return { result: { session, outcome, failed: { failure, where } }, stays: true };
  });
}
