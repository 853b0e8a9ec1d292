import type { SwallowedThrow, TestFailure } from '../../../model/tests/test-report.ts';
import { isTable, recordedFrame, recordedSite } from '../recorded-site.ts';
import type { RunnerRecord } from '../runner-records.ts';
import { explaining, isThere, throwKey } from './swallowed-throws.ts';

type TestRecord = Extract<RunnerRecord, { kind: 'test' }>;

/** The most of the tests that did not fail that throw what only some of them throw. */
const RARE_SHARE = 0.05;

/**
 * Adds to each failed test what its runner wrote down with it: what own code threw and others caught. Runners that see that by
 * themselves know the test for certain, in whichever process it ran.
 */
export function withRecordedThrows(failures: readonly TestFailure[], records: readonly RunnerRecord[]): TestFailure[] {
  const tests = records.filter((each) => each.kind === 'test');
  const others = tests.filter(({ status }) => status !== 'failed');
  const expected = new Map<string, number>();
  for (const key of others.flatMap((each) => [...new Set(throwsOf(each).map(throwKey))]))
    expected.set(key, (expected.get(key) ?? 0) + 1);
  // Own code that takes whatever comes may be meant to, where many tests pass with it.
  const isMeant = (each: Omit<SwallowedThrow, 'isExpected'>) =>
    each.isCaughtByOwn === true && (expected.get(throwKey(each)) ?? 0) > others.length * RARE_SHARE;
  const open = tests.filter((each) => each.status === 'failed' && each.swallowed !== undefined);
  return failures.map((failure) => {
    const index = open.findIndex((each) => each.name.join(' > ') === failure.name && each.file === failure.file);
    const [record] = index === -1 ? [] : open.splice(index, 1);
    if (record === undefined) return failure;
    // The runner has left out the error itself; what was thrown there before it is the same again.
    const left = throwsOf(record).filter((each) => !isThere(failure, each) && !isMeant(each));
    const swallowed = left.map((each) => ({ ...each, isExpected: expected.has(throwKey(each)) }));
    if (swallowed.length === 0) return failure;
    return { ...failure, swallowed: explaining([...(failure.swallowed ?? []), ...swallowed]) };
  });
}

/** True if a runner may have missed something that a test threw. */
export function isPartial(records: readonly RunnerRecord[]): boolean {
  return records.some((each) => each.kind === 'test' && each.isPartial === true);
}

/** The tool that had Python's trace function while a test failed: `coverage`. Undefined where exceptions could be followed. */
export function traceFunctionOwner(records: readonly RunnerRecord[]): string | undefined {
  for (const each of records)
    if (each.kind === 'test' && each.status === 'failed' && typeof each.tracedBy === 'string') return each.tracedBy;
  return undefined;
}

function throwsOf({ swallowed }: TestRecord): readonly Omit<SwallowedThrow, 'isExpected'>[] {
  return Array.isArray(swallowed) ? swallowed.flatMap((each: unknown) => recordedThrow(each) ?? []) : [];
}

/** Reads what a hook wrote down of one; undefined for what is none: the tests are strangers' code that may have written it. */
export function recordedThrow(value: unknown): Omit<SwallowedThrow, 'isExpected'> | undefined {
  if (!isTable(value)) return undefined;
  const { name, message, count, leftTo, caughtBy } = value;
  const recorded = recordedSite(value.site);
  if (recorded === undefined || typeof name !== 'string' || typeof message !== 'string') return undefined;
  const [left, caught] = [recordedFrame(leftTo), recordedFrame(caughtBy)];
  return {
    name,
    message,
    frames: recorded.frames,
    site: recorded.site,
    ...(left ? { leftTo: left } : {}),
    ...(caught ? { caughtBy: caught } : {}),
    ...(value.isCaughtByOwn === true ? { isCaughtByOwn: true } : {}),
    count: typeof count === 'number' ? count : 1,
  };
}
