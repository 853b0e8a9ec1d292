import type { Deadline } from '../../adapter/deadline.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { HangReport } from '../../model/hang-report.ts';
import type { TestFailure, TestRunOutcome, TestRunReport, ThrownError } from '../../model/tests/test-report.ts';
import type { TestSelection } from '../../model/tests/test-selection.ts';
import { type SeenThrow, withSites } from './failure-site.ts';
import { readResults } from './read-results.ts';
import { needsRerun, rerun } from './rerun.ts';
import { TEST_RUNNERS } from './runners/runners.ts';
import { selectionOutcome } from './selection/selection-outcome.ts';
import { isPartial, traceFunctionOwner, withRecordedThrows } from './swallowed/recorded-throws.ts';
import { withSwallowed, withUnattributed } from './swallowed/swallowed-throws.ts';
import { testSpans } from './swallowed/test-spans.ts';
import { withThrowsBelow } from './swallowed/throws-below.ts';
import type { TestCommand } from './test-command.ts';
import type { TestRunOptions, TestRunRequest } from './test-run-request.ts';
import type { EndOutcome } from './watch-to-end.ts';

/** The rerun is begun only when so much more time is left than the first run took. */
const RERUN_MARGIN = 1.5;

/** Runs a command, and once more where failures of it were not seen; what became of its tests. */
export async function reportOf(
  command: TestCommand,
  request: Pick<TestRunRequest, 'rerun' | 'limits' | 'selection'>,
  { maxOutputChars = Number.MAX_SAFE_INTEGER }: TestRunOptions,
  deadline: Deadline,
): Promise<TestRunReport> {
  const began = Date.now();
  const first = await firstRun(command, request.selection, maxOutputChars, deadline);
  const durationMs = Date.now() - began;
  const isWanted = first.outcome.kind === 'finished' && request.rerun !== false;
  const isDone = !isWanted || !needsRerun(first.failures) || deadline.leftMs < durationMs * RERUN_MARGIN;
  if (isDone) return { ...first, durationMs, runs: 1 };
  const failures = await command
    .inSession((session) => rerun(session, first.failures, request.limits, deadline))
    .catch(undefinedIfNotDebuggable);
  if (failures === undefined) return { ...first, durationMs, runs: 1 };
  return { ...first, failures, durationMs: Date.now() - began, runs: 2 };
}

/** Tests that ran without a debugger may be where none is installed: what is known of them stands. */
function undefinedIfNotDebuggable(error: unknown): undefined {
  if (error instanceof DebugError && (error.code === 'launch_failed' || error.code === 'not_debuggable'))
    return undefined;
  throw error;
}

async function firstRun(
  command: TestCommand,
  selection: TestSelection | undefined,
  maxOutputChars: number,
  deadline: Deadline,
): Promise<Omit<TestRunReport, 'durationMs' | 'runs'>> {
  const { ended, limitMs, hang, output, seen, exceptions } = await command.run(deadline, maxOutputChars);
  const records = command.results.read();
  const facts = records.map(({ record }) => record);
  const { failures, ...results } = readResults(facts, command.launch.cwd);
  const tracedBy = traceFunctionOwner(facts);
  const outcome = outcomeOf(ended, limitMs, hang);
  const meaning = exitMeaning(outcome, results.runners, command.launch);
  if (results.runners.length === 0 && outcome.kind === 'finished' && outcome.exitCode !== 0) {
    command.assertInstalled(output.chunks.map(({ text }) => text).join(''));
  }
  const sited = withSites(failures, seen, exceptions);
  const thrown = withThrowsBelow(seen, records, command.launch.cwd);
  const attributed = withRecordedThrows(withSwallowed(sited, thrown, testSpans(records)), facts);
  const explained = withUnattributed(attributed, thrown, results.tests);
  return {
    ...results,
    ...meaning,
    ...(selection ? { selection: selectionOutcome(selection, facts) } : {}),
    outcome,
    failures: explained,
    thrown: distinct(results.runners.length === 0 ? thrown : unexplained(thrown, explained)),
    unfinished: outcome.kind === 'finished' ? [] : results.unfinished,
    output,
    exceptions: {
      ...exceptions,
      limitReached: exceptions.limitReached || isPartial(facts),
      ...(tracedBy ? { tracedBy } : {}),
    },
  };
}

/** A runner that does not like how it is called may end before it has loaded a hook: then the command says which one it is. */
function exitMeaning(
  outcome: TestRunOutcome,
  seen: readonly string[],
  { program, args }: LaunchRequest,
): Partial<Pick<TestRunReport, 'exitMeaning' | 'runners'>> {
  if (outcome.kind !== 'finished' || outcome.exitCode === null) return {};
  const words = [program, ...args].join(' ').split(/[\s/\\]+/);
  for (const { id, commands, exitCodes } of TEST_RUNNERS) {
    const meaning = exitCodes?.[outcome.exitCode];
    const isIt = seen.length > 0 ? seen.includes(id) : commands.some((each) => words.includes(each));
    if (meaning !== undefined && isIt) return { exitMeaning: meaning, runners: seen.length > 0 ? seen : [id] };
  }
  return {};
}

/** Throws by which some test may have failed, if no test's failure is explained. */
function unexplained(thrown: readonly SeenThrow[], failures: readonly TestFailure[]): readonly SeenThrow[] {
  const isExplained = failures.length === 0 || failures.some(({ swallowed = [] }) => swallowed.length > 0);
  return isExplained ? [] : thrown.filter(({ below }) => below !== undefined);
}

/** One error for each place of a throw. */
function distinct(seen: readonly SeenThrow[]): ThrownError[] {
  const places = new Map(seen.map((each) => [`${each.site.location.path}:${each.site.location.line}`, each]));
  return [...places.values()].map(({ message, site }) => ({ message, site }));
}

function outcomeOf(outcome: EndOutcome, timeoutMs: number, hang: HangReport | undefined): TestRunOutcome {
  switch (outcome.kind) {
    case 'exited':
      return { kind: 'finished', exitCode: outcome.exitCode, signal: outcome.signal };
    case 'running':
      return {
        kind: 'timed out',
        timeoutMs,
        ...(outcome.where ? { where: outcome.where } : {}),
        ...(outcome.suspended ? { suspended: outcome.suspended } : {}),
        ...(hang ? { hang } : {}),
      };
    case 'lost':
      return { kind: 'lost', cause: outcome.cause };
  }
}
