import { Deadline } from '../../adapter/deadline.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { TestRunReport } from '../../model/tests/test-report.ts';
import { ResultsFile } from './results-file.ts';
import { TEST_RUNNERS } from './runners/runners.ts';
import { innerSelection, isNothingSelected, withSomethingSelected } from './selection/nothing-selected.ts';
import { sinceLastRun, testsOfLastRun } from './since-last/test-history.ts';
import { findSuspects, openLinesFolder } from './suspects/find-suspects.ts';
import { TestCommand } from './test-command.ts';
import { testEnvironment } from './test-environment.ts';
import { reportOf } from './test-run.ts';
import { DEFAULT_TEST_TIMEOUT_MS, type TestRunOptions, type TestRunRequest } from './test-run-request.ts';
import { withValueSources } from './why/trace-tests.ts';

/** Ids of the runners that are known: `jest`, `vitest`, … */
export function testRunnerIds(): readonly string[] {
  return TEST_RUNNERS.map(({ id }) => id);
}

/**
 * Runs a test command with a debugger in every process and worker of it, to its end, and reports what failed, why, and with
 * which values. Nothing of it is left when this resolves, whatever happens.
 *
 * @throws DebugError `invalid_argument` (unknown runner, no test as selected), `launch_failed` (no such command, runner not installed),
 *   `cancelled`, and as withThrowawaySession and DebugSession.start
 */
export async function runTests(
  engine: DebugEngine,
  request: TestRunRequest,
  options: TestRunOptions = {},
): Promise<TestRunReport> {
  checkRunner(request.runner);
  const deadline = new Deadline(options.timeoutMs ?? DEFAULT_TEST_TIMEOUT_MS, options.signal);
  try {
    return await runSelected(engine, request, options, deadline);
  } catch (error) {
    const selection = innerSelection(error, request.selection);
    if (selection === undefined) throw error;
    return await runSelected(engine, { ...request, selection }, options, deadline).catch((second: unknown) => {
      // The first run knows the names of more tests: this one has run them for the sake of those that they make.
      throw isNothingSelected(second) ? error : second;
    });
  }
}

async function runSelected(
  engine: DebugEngine,
  request: TestRunRequest,
  options: TestRunOptions,
  deadline: Deadline,
): Promise<TestRunReport> {
  const results = await ResultsFile.open();
  const folder = await openLinesFolder([request.launch.cwd]);
  try {
    const { launch, limits, selection } = request;
    const describing = {
      ...(await engine.describingEnvironment()),
      ...(await engine.placeEnvironment(results.stacks)),
    };
    const lines = { folder, mayTrace: false };
    const env = testEnvironment(launch, { results: results.path, limits, describing, selection, lines });
    const command = new TestCommand(engine, { ...request, launch: { ...request.launch, env } }, results);
    const watched = await withSomethingSelected(
      selection,
      () => reportOf(command, request, options, deadline),
      () => ({
        records: results.read().map(({ record }) => record),
        earlier: testsOfLastRun(engine, request.launch),
        cwd: request.launch.cwd,
      }),
    );
    const report = request.why ? await withValueSources(engine, request, watched, deadline) : watched;
    // What is not selected stays as it was in the run before.
    const isComplete = report.outcome.kind === 'finished' && selection === undefined;
    const facts = { ...report, isComplete };
    const since = sinceLastRun(engine, request.launch, facts);
    const ended = { ...request, describing, mayRerun: request.rerun !== false, report, folder };
    const suspects = await findSuspects(engine, ended, deadline);
    return { ...report, ...(since ? { since } : {}), ...(suspects ? { suspects } : {}) };
  } finally {
    results.close();
    folder.close();
  }
}

function checkRunner(runner: string | undefined): void {
  if (runner === undefined || testRunnerIds().includes(runner)) return;
  throw new DebugError('invalid_argument', `There is no test runner "${runner}".`, {
    advice: `Known are ${testRunnerIds().join(', ')}. Left out, the runner is recognised by itself.`,
    details: { argument: 'framework' },
  });
}
