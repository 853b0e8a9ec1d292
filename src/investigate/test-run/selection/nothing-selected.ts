import { relative } from 'node:path';
import { DebugError } from '../../../model/debug-error.ts';
import type { TestResult, TestRunReport } from '../../../model/tests/test-report.ts';
import type { TestSelection } from '../../../model/tests/test-selection.ts';
import type { RunnerRecord } from '../runner-records.ts';
import { TEST_RUNNERS } from '../runners/runners.ts';
import { endOfUnseenCommand } from '../unseen-command.ts';
import { nearestNames } from './nearest-names.ts';

/** The facts about a run in which no test ran. */
interface EmptyRun {
  readonly records: readonly RunnerRecord[];
  /** Results of the last run of the same command: not every runner names the tests that it leaves out. */
  readonly earlier: readonly TestResult[];
  /** Absolute. */
  readonly cwd: string;
}

/**
 * Does a run, and fails when no test of it was as wanted and nothing else failed. Of a selection that names tests exactly, the caller
 * knows by itself what to make of it.
 *
 * @throws DebugError `invalid_argument` that names the nearest tests, and what `run` throws
 */
export async function withSomethingSelected(
  selection: TestSelection | undefined,
  run: () => Promise<TestRunReport>,
  factsNow: () => EmptyRun,
): Promise<TestRunReport> {
  if (selection?.kind !== 'matching') return run();
  try {
    const report = await run();
    if (!isEmpty(report)) return report;
  } catch (error) {
    // A runner that gives each file a process has none to debug when it leaves out all of them.
    const isWithoutProgram = endOfUnseenCommand(error) !== undefined;
    const isLeftOut = factsNow().records.some(({ kind }) => kind === 'unselected');
    if (!isWithoutProgram || !isLeftOut || factsNow().records.some(({ kind }) => kind === 'test')) throw error;
  }
  throw nothingSelected(selection, factsNow());
}

/** True if no test ran; a run of an unknown runner does not tell. */
function isEmpty({ outcome, tests, failures, runners }: TestRunReport): boolean {
  return tests.length === 0 && failures.length === 0 && runners.length > 0 && outcome.kind === 'finished';
}

type Matching = Extract<TestSelection, { kind: 'matching' }>;

const MAKE_TESTS = new Set(TEST_RUNNERS.flatMap(({ id, makesTests }) => (makesTests ? [id] : [])));
const refusals = new WeakSet<DebugError>();
const withOthersInside = new WeakSet<DebugError>();

/** True if an error is that of {@link withSomethingSelected}: nothing was as wanted. */
export function isNothingSelected(error: unknown): boolean {
  return error instanceof DebugError && refusals.has(error);
}

/**
 * The selection that also means tests that others make while they run, where one that meant only known ones has failed for having none.
 *
 * @param error What {@link withSomethingSelected} has thrown.
 */
export function innerSelection(error: unknown, selection: TestSelection | undefined): TestSelection | undefined {
  if (!(error instanceof DebugError) || !withOthersInside.has(error) || selection?.kind !== 'matching')
    return undefined;
  return { ...selection, isInner: true };
}

function nothingSelected(selection: Matching, run: EmptyRun): DebugError {
  const error = errorFor(selection, run);
  refusals.add(error);
  const mayBeInner = selection.test !== undefined && !selection.isInner;
  if (mayBeInner && run.records.some(({ runner }) => MAKE_TESTS.has(runner))) withOthersInside.add(error);
  return error;
}

function errorFor(selection: Matching, run: EmptyRun): DebugError {
  const { test, file } = selection;
  const wanted = [
    ...(test === undefined ? [] : [`test: ${JSON.stringify(test)}`]),
    ...(file === undefined ? [] : [`file: ${JSON.stringify(file)}`]),
  ].join(', ');
  return new DebugError('invalid_argument', `No test matches ${wanted}.`, {
    advice: adviceFor(selection, run),
    details: { argument: test === undefined ? 'file' : 'test' },
  });
}

function adviceFor({ test, file }: Matching, run: EmptyRun): string {
  const left = run.records.flatMap((each) => (each.kind === 'unselected' ? [each] : []));
  const names = [
    ...left.flatMap(({ name }) => (name ? [name.join(' > ')] : [])),
    ...run.earlier.map(({ name }) => name),
  ];
  const paths = [...left, ...run.earlier].flatMap((each) => each.file ?? []);
  const near = [
    ...(test === undefined ? [] : nearestNames(test, names)),
    ...(file === undefined
      ? []
      : nearestNames(
          file,
          paths.map((path) => relative(run.cwd, path)),
        )),
  ];
  if (near.length > 0) return `Nearest: ${near.map((name) => JSON.stringify(name)).join(', ')}. Case counts.`;
  return 'A test has the names of its suites in front of its own, as "suite > test". Case counts.';
}
