import type { TestError, TestFailure, TestFrame, UnseenSite } from '../../model/test-report.ts';
import type { FailedTest } from './read-results.ts';
import type { SeenThrow } from './throw-watch.ts';

/** Shorter texts are in too many messages to tell one from another. */
const MIN_TELLING_LENGTH = 8;
/** What likenesses weigh: being thrown at the same place is worth more than all others together. */
const SAME_THROW = 100;
const IN_FILE = 50;
const MAX_SHARED = 40;

/**
 * Finds for each failed test the exception that failed it: the one with its message, from the places that its stack names. Of
 * several that are alike, tests get them in the order in which they were thrown.
 *
 * @param limitReached Exceptions were not stopped at any more from some point on.
 */
export function withSites(
  failures: readonly FailedTest[],
  seen: readonly SeenThrow[],
  limitReached: boolean,
): TestFailure[] {
  const taken = new Set<SeenThrow>();
  return failures.map((failure) => {
    const found = bestOf(failure, seen, taken);
    if (!found) {
      const isOneTooMany = seen.some((each) => likenessOf(failure.error, failure.file, each) >= SAME_THROW);
      return { ...failure, site: unseen(failure, limitReached || isOneTooMany) };
    }
    taken.add(found);
    // The debugger's own frames have gone through the source maps.
    return { ...failure, error: { ...failure.error, stack: found.frames }, site: found.site };
  });
}

function bestOf(
  { error, file }: FailedTest,
  seen: readonly SeenThrow[],
  taken: ReadonlySet<SeenThrow>,
): SeenThrow | undefined {
  let best: { readonly each: SeenThrow; readonly score: number } | undefined;
  for (const each of seen) {
    const likeness = likenessOf(error, file, each);
    if (likeness === 0 || (taken.has(each) && !isForSeveral(likeness, each))) continue;
    const score = likeness * 2 + (taken.has(each) ? 0 : 1);
    if (!best || score > best.score) best = { each, score };
  }
  return best?.each;
}

/** One hook can fail many tests by what it throws once. What is thrown anew for each test has other variables each time. */
function isForSeveral(likeness: number, { isOnly }: SeenThrow): boolean {
  return isOnly && likeness >= SAME_THROW;
}

/** 0: another exception. Otherwise the more, the more they are alike. */
function likenessOf(error: TestError, file: string | undefined, { message, frames }: SeenThrow): number {
  if (!isSameMessage(error.message, message)) return 0;
  const [told] = error.stack;
  const isSameThrow = told !== undefined && isSamePlace(told, frames[0]);
  const shared = error.stack.filter((frame) => frames.some((other) => isSamePlace(frame, other))).length;
  const isInFile = file !== undefined && frames.some(({ location }) => location.path === file);
  // A stack that names none of the places tells of another throw, even with the same words.
  if (shared === 0 && (error.stack.length > 0 || !isInFile)) return 0;
  return (isSameThrow ? SAME_THROW : 0) + (isInFile ? IN_FILE : 0) + Math.min(shared, MAX_SHARED);
}

function isSameMessage(told: string, thrown: string): boolean {
  const [a, b] = [squeezed(told), squeezed(thrown)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_TELLING_LENGTH && long.includes(short);
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isSamePlace({ location }: TestFrame, other: TestFrame | undefined): boolean {
  return other !== undefined && location.path === other.location.path && location.line === other.location.line;
}

function unseen({ kind, error }: FailedTest, limitReached: boolean): UnseenSite {
  const cause = causeOf(kind, error, limitReached);
  return { kind: 'unseen', cause, reason: REASONS[cause] };
}

function causeOf(kind: FailedTest['kind'], error: TestError, limitReached: boolean): UnseenSite['cause'] {
  if (kind === 'file' && error.stack.length === 0) return 'not loaded';
  if (/\b(exceeded timeout|timed out|timeout of)\b/i.test(error.message)) return 'timeout';
  return limitReached ? 'too many exceptions' : 'not thrown';
}

const REASONS: Record<UnseenSite['cause'], string> = {
  timeout: 'nothing was thrown in the program: its runner gave up waiting',
  'too many exceptions': 'too many exceptions were thrown before it',
  'not loaded': 'the file could not be loaded',
  'not thrown':
    'the program was not stopped at it: it was given to a callback, thrown in a library after an await, or made by the runner',
};
