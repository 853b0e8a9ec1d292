import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../../engine/debug-engine.ts';
import type { TestResult } from '../../../model/tests/test-report.ts';
import type { TestsSince } from '../../../model/tests/tests-since.ts';
import { compareTestRuns } from './compare-runs.ts';
import { type EarlierRun, earlierRun, keyedTests, type RunFacts } from './earlier-run.ts';

/** The commands that were run last; an agent works on few at a time. */
const MAX_COMMANDS = 20;

/** The last run of each command. It lives as long as its engine, and nothing of it is written anywhere. */
const histories = new WeakMap<DebugEngine, Map<string, EarlierRun>>();

/**
 * Compares a run with the last one of the same command (program, arguments, folder and environment), and remembers it for the
 * next.
 *
 * @returns undefined for the first one, and where nothing failed in either.
 */
export function sinceLastRun(engine: DebugEngine, launch: LaunchRequest, facts: RunFacts): TestsSince | undefined {
  const tests = keyedTests(facts);
  // Of a runner that is not known, or one that did not come to its tests, there is nothing to remember.
  if (tests.length === 0) return undefined;
  const history = histories.get(engine) ?? new Map<string, EarlierRun>();
  histories.set(engine, history);
  const command = commandOf(launch);
  const before = history.get(command);
  history.delete(command);
  history.set(command, earlierRun(tests, facts.isComplete, before));
  for (const oldest of [...history.keys()].slice(0, -MAX_COMMANDS)) history.delete(oldest);
  const since = before && compareTestRuns(before, { ...facts, tests });
  return since && hasNews(since, facts.isComplete && before.isWhole) ? since : undefined;
}

/** The tests of the last run of the same command; none where there was none. */
export function testsOfLastRun(engine: DebugEngine, launch: LaunchRequest): readonly TestResult[] {
  return [...(histories.get(engine)?.get(commandOf(launch))?.tests.values() ?? [])];
}

function commandOf({ program, args, cwd, env, runtimeArgs, runtimeExecutable }: LaunchRequest): string {
  const variables = Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([program, args, cwd, variables, runtimeArgs, runtimeExecutable]);
}

/** @param isWhole Both runs came to all of their tests: otherwise one that did not run before says nothing. */
function hasNews({ fixed, skipped, gone, failures }: TestsSince, isWhole: boolean): boolean {
  const known = failures.filter(({ kind }) => isWhole || kind !== 'added');
  return fixed.length + skipped.length + gone.length + known.length > 0;
}
