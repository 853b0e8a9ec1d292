import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { FailureSite, TestError, TestFailure, TestFrame, UnseenSite } from '../../model/test-report.ts';
import type { Variable } from '../../model/variable.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { isOwnCode } from './error-text.ts';
import type { FailedTest } from './read-results.ts';

const MAX_CLOSURE_VARIABLES = 20;
const LINES_AROUND = 3;
/** Names that a bundler gives to what a module imports. */
const GENERATED_NAME = /^__vi\w*_/;
/** Types of what a module defines around the failing code; nobody looks for values there. */
const FUNCTIONS = new Set(['function', 'class']);
/** Shorter texts are in too many messages to distinguish one from another. */
const MIN_DISTINCTIVE_LENGTH = 8;
/** What likenesses weigh: being thrown at the same place is worth more than all others together. */
const SAME_THROW = 100;
const IN_FILE = 50;
const MAX_SHARED = 40;

/** An exception that left the program's own code, and what was there to be seen. */
export interface SeenThrow {
  readonly message: string;
  /** Calls of the program's own code, innermost first, awaiting callers last. */
  readonly frames: readonly TestFrame[];
  readonly site: FailureSite;
  /** Nothing else was thrown with these calls on the stack. */
  readonly isOnly: boolean;
}

/** Calls of the program's and the tests' own code, innermost first, awaiting callers last. */
export function ownFrames(frames: readonly StackFrame[]): TestFrame[] {
  return frames
    .filter(({ presentation, location }) => presentation !== 'internal' && isOwnCode(location.path))
    .map(({ name, location }) => ({ name, location }));
}

/** Looks at the innermost own frame of the present stop; undefined when none of them can be looked into. */
export async function siteAt(
  session: DebugSession,
  frames: readonly StackFrame[],
  { limits, moment }: { readonly limits: ValueLimits; readonly moment: FailureSite['moment'] },
  options: CallOptions,
): Promise<FailureSite | undefined> {
  const { inspection, state } = session;
  const index = frames.findIndex((each) => each.presentation === 'normal' && isOwnCode(each.location.path));
  const frame = frames[index];
  if (frame === undefined || state.kind !== 'stopped') return undefined;
  const scopes = await inspection.scopes(index, options);
  const variablesIn = async (kind: 'local' | 'closure', maxChildren: number): Promise<readonly Variable[]> => {
    const scope = scopes.find((each) => each.kind === kind);
    if (!scope) return [];
    return inspection.variables(scope.variablesReference, { ...limits, maxChildren }, options);
  };
  const [locals, closure, source] = await Promise.all([
    variablesIn('local', limits.maxChildren),
    variablesIn('closure', Math.min(limits.maxChildren, MAX_CLOSURE_VARIABLES)),
    inspection.source(frame.location, LINES_AROUND, options),
  ]);
  const thread = session.summary().threads.find(({ id }) => id === state.threadId);
  return {
    kind: 'seen',
    moment,
    functionName: frame.name,
    location: frame.location,
    // What `this` is in a nameless function, the runner has chosen: its own context of the test.
    locals: frame.name === '(anonymous)' ? locals.filter(({ name }) => name !== 'this') : locals,
    closure: closure.filter(({ name, type }) => !GENERATED_NAME.test(name) && !FUNCTIONS.has(type)),
    ...(source ? { source } : {}),
    ...(thread?.pid === undefined ? {} : { pid: thread.pid }),
    thread: thread?.name ?? '',
  };
}

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
  return failures.map(({ recorded, ...failure }) => {
    if (recorded) return { ...failure, error: { ...failure.error, stack: recorded.frames }, site: recorded.site };
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
  const [innermost] = error.stack;
  const isSameThrow = innermost !== undefined && isSamePlace(innermost, frames[0]);
  const shared = error.stack.filter((frame) => frames.some((other) => isSamePlace(frame, other))).length;
  const isInFile = file !== undefined && frames.some(({ location }) => location.path === file);
  // A stack that names none of the places is that of another throw, even with the same words.
  if (shared === 0 && (error.stack.length > 0 || !isInFile)) return 0;
  return (isSameThrow ? SAME_THROW : 0) + (isInFile ? IN_FILE : 0) + Math.min(shared, MAX_SHARED);
}

function isSameMessage(reported: string, thrown: string): boolean {
  const [a, b] = [squeezed(reported), squeezed(thrown)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_DISTINCTIVE_LENGTH && long.includes(short);
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
