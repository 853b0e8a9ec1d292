import type { TestFailure, TestResult } from '../../../model/tests/test-report.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';

/** A test, or a file that could not be run, as the next run needs it. */
export interface KeyedTest extends TestResult {
  /** The same in each run. */
  readonly key: string;
  /** The fingerprint of a failed test. */
  readonly fingerprint?: Fingerprint;
}

/** A run that is over. */
export interface EarlierRun {
  readonly endedAtMs: number;
  /** True if this run, or one before it, came to all tests of the command. */
  readonly isWhole: boolean;
  /** The run's tests by their keys. */
  readonly tests: ReadonlyMap<string, KeyedTest>;
}

/** The facts to remember of a run. */
export interface RunFacts {
  readonly tests: readonly TestResult[];
  /** The failures, those of tests in the order of `tests`. */
  readonly failures: readonly TestFailure[];
  /** The command came to its end by itself: what did not run is not there. */
  readonly isComplete: boolean;
}

/**
 * All tests of a run, and what failed beside them: a file, or the run as a whole. Tests of one name in one file are told apart by
 * their order. Those that failed are in the order of the failures.
 */
export function keyedTests({ tests, failures }: RunFacts): KeyedTest[] {
  const keyOf = counted();
  const ofTests = failures.filter(({ kind }) => kind === 'test').values();
  const keyed = tests.map((test): KeyedTest => {
    const key = keyOf(test.file ?? '', test.name);
    const failure = test.status === 'failed' ? ofTests.next().value : undefined;
    return { ...test, key, ...(failure ? { fingerprint: fingerprintOf(failure) } : {}) };
  });
  const beside = failures.filter(({ kind }) => kind !== 'test');
  return [...keyed, ...beside.map((failure) => keyedFailure(failure, keyOf(failure.kind, failure.name)))];
}

function keyedFailure(failure: TestFailure, key: string): KeyedTest {
  const { name, file } = failure;
  const place = file === undefined ? {} : { file };
  return { key, name, ...place, status: 'failed', fingerprint: fingerprintOf(failure) };
}

function counted(): (place: string, name: string) => string {
  const seen = new Map<string, number>();
  return (place, name) => {
    const key = `${place}\n${name}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return `${key}\n${before}`;
  };
}

/** Remembers a run. Of one that was cut off, tests that it did not come to stay as they were in the one before. */
export function earlierRun(
  tests: readonly KeyedTest[],
  isComplete: boolean,
  before: EarlierRun | undefined,
): EarlierRun {
  const kept = isComplete ? [] : [...(before?.tests ?? [])];
  const isWhole = isComplete || before?.isWhole === true;
  return {
    endedAtMs: Date.now(),
    isWhole,
    tests: new Map([...kept, ...tests.map((test) => [test.key, test] as const)]),
  };
}
