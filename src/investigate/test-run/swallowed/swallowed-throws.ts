import type { SwallowedThrow, TestFailure, TestResult } from '../../../model/tests/test-report.ts';
import { groupBy } from '../../group-by.ts';
import type { SeenThrow } from '../failure-site.ts';
import type { TestSpan } from './test-spans.ts';

/** The most throws that are kept of one test; a program that uses exceptions to steer throws them without end. */
const MAX_PER_TEST = 5;

/**
 * Adds to each failed test what own code threw and others caught while it ran, the one first that explains most: what no passing
 * test threw, and the earliest of those.
 *
 * @param seen Exceptions that left own code, in their order.
 */
export function withSwallowed(
  failures: readonly TestFailure[],
  seen: readonly SeenThrow[],
  spans: readonly TestSpan[],
): TestFailure[] {
  const seenIn = (span: TestSpan) => seen.filter((each) => isOf(span, each) || isBelow(span, each, spans));
  const expected = new Set(spans.filter(({ failed }) => !failed).flatMap((span) => seenIn(span).map(throwKey)));
  const open = spans.filter(({ failed }) => failed);
  return failures.map((failure) => {
    const index = open.findIndex(({ name, file }) => name === failure.name && file === failure.file);
    const [span] = index === -1 ? [] : open.splice(index, 1);
    if (span === undefined) return failure;
    const others = seenIn(span).filter((each) => !isItself(failure, each));
    const swallowed = grouped(others, expected);
    return swallowed.length === 0 ? failure : { ...failure, swallowed: explaining(swallowed) };
  });
}

/**
 * Adds to the first failed test what belongs to none for certain: only where all tests failed that ran, so that no passing one can
 * have thrown it. Of one test alone it is certain.
 *
 * @param tests All that ran or were skipped.
 */
export function withUnattributed(
  failures: readonly TestFailure[],
  seen: readonly SeenThrow[],
  tests: readonly Pick<TestResult, 'status'>[],
): readonly TestFailure[] {
  const failed = failures.filter(({ kind }) => kind === 'test');
  const [first] = failed;
  const isKnown = failures.some(({ swallowed = [] }) => swallowed.length > 0);
  if (first === undefined || isKnown || tests.some(({ status }) => status === 'passed')) return failures;
  const others = seen.filter((each) => each.test === undefined && !failures.some((failure) => isItself(failure, each)));
  const swallowed = grouped(others, new Set()).map((each) =>
    failed.length === 1 ? each : { ...each, amongTests: failed.length },
  );
  if (swallowed.length === 0) return failures;
  return failures.map((each) => (each === first ? { ...each, swallowed: explaining(swallowed) } : each));
}

function grouped(thrown: readonly SeenThrow[], expected: ReadonlySet<string>): SwallowedThrow[] {
  return [...groupBy(thrown, throwKey).values()].flatMap((group) => swallowedOf(group, expected));
}

/** True if a throw certainly happened while a test ran: the runner says so, or writes down its tests' progress at once. */
function isOf(span: TestSpan, { at, test, site }: SeenThrow): boolean {
  if (test) return inBlanks(test.name) === inBlanks(span.name) && test.file === span.file;
  return span.pid !== undefined && span.pid === site.pid && isDuring(span, at);
}

/** True if a process threw it that the test has started, as no other test ran meanwhile. */
function isBelow(span: TestSpan, { at, test, below }: SeenThrow, spans: readonly TestSpan[]): boolean {
  if (test || below === undefined || span.pid === undefined || !isDuring(span, at)) return false;
  return spans.every((other) => other === span || !isDuring(other, at));
}

function isDuring({ begin, end }: TestSpan, at: number): boolean {
  return at >= begin && at < end;
}

/** Runners join the names of suites in their own ways. */
function inBlanks(name: string): string {
  return name.replaceAll(' > ', ' ');
}

/** The error that the test failed with, which may have been thrown again on its way. An assertion may quote another in its message. */
function isItself(failure: TestFailure, thrown: SeenThrow): boolean {
  if (isThere(failure, thrown)) return true;
  const { error, moreErrors } = failure;
  const { message } = thrown;
  const isSame = (text: string) => text === message || text.startsWith(`${message}\n`);
  return message !== '' && [error, ...moreErrors].some((each) => isSame(each.message));
}

/** True if an exception was thrown where the test failed. */
export function isThere({ error, site }: TestFailure, { frames: [innermost] }: Pick<SeenThrow, 'frames'>): boolean {
  const place = site.kind === 'seen' ? site.location : error.stack[0]?.location;
  return place?.path === innermost?.location.path && place?.line === innermost?.location.line;
}

/** The same place and the same words. */
export function throwKey({ message, frames: [innermost] }: Pick<SeenThrow, 'message' | 'frames'>): string {
  return `${innermost?.location.path}:${innermost?.location.line}\n${message}`;
}

function swallowedOf(group: readonly SeenThrow[], expected: ReadonlySet<string>): SwallowedThrow[] {
  const [first] = group;
  if (!first) return [];
  const { name, message, frames, site, leftTo, caughtBy, below } = first;
  const isExpected = expected.has(throwKey(first));
  const holder = { ...(leftTo ? { leftTo } : {}), ...(caughtBy ? { caughtBy } : {}), ...(below ? { below } : {}) };
  return [{ name, message, frames, site, ...holder, count: group.length, isExpected }];
}

/** The throws of one test that are kept: the most telling first. */
export function explaining(swallowed: readonly SwallowedThrow[]): SwallowedThrow[] {
  const [usual, others] = [true, false].map((each) => swallowed.filter(({ isExpected }) => isExpected === each));
  return [...(others ?? []), ...(usual ?? [])].slice(0, MAX_PER_TEST);
}
