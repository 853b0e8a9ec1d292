import { Deadline } from '../../../adapter/deadline.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import { withLastingSession } from '../../../engine/lasting-session.ts';
import type { TestRunReport } from '../../../model/tests/test-report.ts';
import type { TestSelection } from '../../../model/tests/test-selection.ts';
import { hangOf, hangTimes, pausedToStay } from '../hang/hanging-run.ts';
import { testEnvironment } from '../test-environment.ts';
import type { TestRunRequest } from '../test-run-request.ts';
import { watchToEnd } from '../watch-to-end.ts';
import type { KeptTestRun } from './kept-run.ts';

/**
 * Runs the tests once more in which a run without a debugger did not end, with one, until it hangs again, and leaves it paused there.
 *
 * @param report Of the run that did not end.
 * @throws DebugError as withLastingSession and DebugSession.start
 */
export async function keepHang(
  engine: DebugEngine,
  request: TestRunRequest,
  report: TestRunReport,
  deadline: Deadline,
): Promise<KeptTestRun> {
  const { launch, language, limits } = request;
  const describing = await engine.describingEnvironment();
  const selection = hangingTests(report) ?? request.selection;
  // What hooks write down in this run is not reported.
  const env = testEnvironment(launch, { results: '', limits, describing, selection });
  const start = {
    kind: 'launch',
    ...launch,
    env,
    stopOnEntry: false,
    wholeTree: true,
    stopOthers: 'breakpoints',
  } as const;
  return withLastingSession<KeptTestRun>(engine, { start, language }, async (session) => {
    session.exceptionMode = 'none';
    const { timeoutMs, signal } = deadline.left();
    const { hangMs, pauseMs } = hangTimes(timeoutMs, true);
    await session.start(deadline.left());
    const running = new Deadline(Math.max(1, deadline.leftMs - hangMs - pauseMs), signal);
    const ended = await watchToEnd(session, async () => {}, running);
    if (ended.kind !== 'running')
      return { result: { report, notKept: 'when it was run again, with a debugger, it ended' }, stays: false };
    const finding = new Deadline(Math.max(1, deadline.leftMs - pauseMs), signal);
    const hang = hangMs > 0 ? await hangOf(engine, session, finding) : undefined;
    const outcome = await pausedToStay(session, deadline);
    const found = hang === undefined ? report : withHang(report, hang);
    if (outcome === undefined)
      return { result: { report: found, notKept: 'it ended as it was about to be paused' }, stays: false };
    return { result: { report: found, kept: { session, outcome } }, stays: true };
  });
}

/** The test that hangs; undefined if the run did not come to a test, or is in many. */
function hangingTests({ unfinished }: TestRunReport): TestSelection | undefined {
  const tests = unfinished.map(({ name, file }) => ({ name, ...(file === undefined ? {} : { file }) }));
  return tests.length === 0 ? undefined : { kind: 'exactly', tests };
}

function withHang(report: TestRunReport, hang: NonNullable<Awaited<ReturnType<typeof hangOf>>>): TestRunReport {
  const { outcome } = report;
  return outcome.kind === 'timed out' ? { ...report, outcome: { ...outcome, hang } } : report;
}
