import type { TestFailure } from '../../../model/tests/test-report.ts';
import type { FailureSince, TestName, TestsSince } from '../../../model/tests/tests-since.ts';
import type { EarlierRun, KeyedTest } from './earlier-run.ts';
import type { Fingerprint } from './fingerprint.ts';

/** A run to compare with the one before it. */
interface PresentRun {
  /** The tests of the run, as keyedTests has them. */
  readonly tests: readonly KeyedTest[];
  readonly failures: readonly TestFailure[];
  readonly isComplete: boolean;
}

/** The outcome for the tests since the run before of the same command. */
export function compareTestRuns(before: EarlierRun, { tests, failures, isComplete }: PresentRun): TestsSince {
  const now = new Map(tests.map((test) => [test.key, test]));
  const failedBefore = [...before.tests.values()].filter(({ status }) => status === 'failed');
  const brokenFiles = new Set(
    failures.flatMap(({ kind, file }) => (kind === 'file' && file !== undefined ? [file] : [])),
  );
  const isGone = ({ file }: KeyedTest) => isComplete && !(file !== undefined && brokenFiles.has(file));
  const became = (status: string) => failedBefore.filter(({ key }) => now.get(key)?.status === status).map(nameOf);
  // Files are no tests: one that can be run again has tests in its place.
  const healed = failedBefore.filter((test) => !now.has(test.key) && isComplete && isHealed(test, tests));
  return {
    agoMs: Date.now() - before.endedAtMs,
    fixed: [...became('passed'), ...healed.map(nameOf)],
    skipped: [...became('skipped'), ...became('todo')],
    gone: failedBefore.filter((test) => !now.has(test.key) && isGone(test) && !healed.includes(test)).map(nameOf),
    failures: inOrderOf(failures, tests).map((test) => (test ? sinceOf(test, before) : { kind: 'added' })),
  };
}

/** True if a file, or a run as a whole, that failed before has tests now. */
function isHealed({ key, file }: KeyedTest, tests: readonly KeyedTest[]): boolean {
  if (key.startsWith('run\n')) return tests.length > 0;
  return key.startsWith('file\n') && tests.some((test) => test.file === file);
}

function nameOf({ name, file }: KeyedTest): TestName {
  return { name, ...(file === undefined ? {} : { file }) };
}

/** The tests that failed, in the order of the failures. */
function inOrderOf(failures: readonly TestFailure[], tests: readonly KeyedTest[]): (KeyedTest | undefined)[] {
  const failed = tests.filter(({ status }) => status === 'failed');
  const isBeside = ({ key }: KeyedTest) => key.startsWith('file\n') || key.startsWith('run\n');
  const ofTests = failed.filter((test) => !isBeside(test)).values();
  const beside = failed.filter(isBeside).values();
  return failures.map(({ kind }) => (kind === 'test' ? ofTests : beside).next().value);
}

function sinceOf(now: KeyedTest, { tests }: EarlierRun): FailureSince {
  const before = tests.get(now.key);
  if (before?.status === 'passed') return { kind: 'new' };
  if (now.fingerprint && before?.fingerprint) return changeOf(before.fingerprint, now.fingerprint);
  const couldBeRun = now.key.startsWith('file\n') && [...tests.values()].some(({ file }) => file === now.file);
  return { kind: couldBeRun ? 'new' : 'added' };
}

function changeOf(before: Fingerprint, now: Fingerprint): FailureSince {
  const isSamePlace = before.functionName === now.functionName && before.statement === now.statement;
  if (!isSamePlace) {
    const place = before.statement === '' ? {} : { statement: before.statement };
    return { kind: 'other place', before: firstLine(before.error), ...place };
  }
  if (before.error === now.error) return { kind: 'same' };
  return { kind: 'other values', ...firstDifference(before.error.split('\n'), now.error.split('\n')) };
}

function firstDifference(before: readonly string[], now: readonly string[]): { before: string; now: string } {
  const index = now.findIndex((line, at) => line !== before[at]);
  const at = index === -1 ? now.length : index;
  return { before: (before[at] ?? '').trim(), now: (now[at] ?? '').trim() };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
