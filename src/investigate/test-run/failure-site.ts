import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { isMadeUp } from '../../model/source-location.ts';
import type { StackFrame } from '../../model/stack-frame.ts';
import type { FailureSite, TestError, TestFailure, TestFrame, UnseenSite } from '../../model/tests/test-report.ts';
import type { Variable } from '../../model/variable.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { isOwnCode } from './error-text.ts';
import { handedOn } from './handed-on.ts';
import type { FailedTest } from './read-results.ts';

const MAX_CLOSURE_VARIABLES = 20;
const LINES_AROUND = 3;
/** Names that a bundler gives to what a module imports. */
const GENERATED_NAME = /^__vi\w*_/;
/** Types of what a module defines around the failing code: no place to look for values. */
const FUNCTIONS = new Set(['function', 'class']);
/** Shorter texts are in too many messages to distinguish one from another. */
const MIN_DISTINCTIVE_LENGTH = 8;
/** Weights of likenesses: the same place of a throw is worth more than all others together. */
const SAME_THROW = 100;
const IN_FILE = 50;
const MAX_SHARED = 40;
const NAMELESS = 1;
const GIVEN_UP = /\b(exceeded timeout|timed out|timeout of|timeout exceeded)\b|\btimeout( -|!|$)/i;
const CANCELLED = /\bcancelled\b/i;

/** A test, as its runner has it while it runs. */
export interface RunningTest {
  /** Absolute. */
  readonly file: string;
  /** Names of the suites around it and its own, joined as its runner does. */
  readonly name: string;
}

/** An exception that left the program's own code, and what was there to be seen. */
export interface SeenThrow {
  readonly name: string;
  readonly message: string;
  /** False for a string or an object that is no error. */
  readonly isError: boolean;
  /** Calls of the program's own code, innermost first, awaiting callers last. */
  readonly frames: readonly TestFrame[];
  readonly site: FailureSite;
  /** The first call outside of own code that it left to. */
  readonly leftTo?: TestFrame;
  /** The call that caught it, where that is known. */
  readonly caughtBy?: TestFrame;
  /** In a process that a test has started: true if it was caught there. */
  readonly below?: 'caught' | 'uncaught';
  /** Bytes of the results file when it had been looked at. */
  readonly at: number;
  /** The test that was running, where the runner says so in the process of the test. */
  readonly test?: RunningTest;
  /** Nothing else was thrown with these calls on the stack. */
  readonly isOnly: boolean;
}

/** Calls of the program's and the tests' own code, innermost first, awaiting callers last. */
export function ownFrames(frames: readonly StackFrame[]): TestFrame[] {
  return frames
    .filter(({ presentation, location }) => presentation !== 'internal' && isOfTests(location.path))
    .map(({ name, location }) => ({ name, location }));
}

function isOfTests(path: string): boolean {
  return isOwnCode(path) || isMadeUp(path);
}

/** The call outside of own code that an exception leaves to: the caller of the outermost own call that is on the stack in one piece. */
export function leftTo(frames: readonly StackFrame[]): TestFrame | undefined {
  const isOwn = ({ presentation, location }: StackFrame) => presentation === 'normal' && isOfTests(location.path);
  const begin = frames.findIndex(isOwn);
  const other = frames.slice(begin).find((frame) => !isOwn(frame));
  return other === undefined || other.presentation === 'async'
    ? undefined
    : { name: other.name, location: other.location };
}

/** Looks at the innermost own frame of the present stop; undefined when none of them can be looked into. */
export async function siteAt(
  session: DebugSession,
  frames: readonly StackFrame[],
  { limits, moment }: { readonly limits: ValueLimits; readonly moment: FailureSite['moment'] },
  options: CallOptions,
): Promise<FailureSite | undefined> {
  const { inspection, state } = session;
  const index = frames.findIndex((each) => each.presentation === 'normal' && isOfTests(each.location.path));
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
    locals: locals.filter((local) => !isRunners(local, frame)),
    closure: closure.filter(({ name, type }) => !GENERATED_NAME.test(name) && !FUNCTIONS.has(type)),
    ...(source ? { source } : {}),
    ...(thread?.pid === undefined ? {} : { pid: thread.pid }),
    thread: thread?.name ?? '',
  };
}

/** The objects that a runner hands to a test, no place to look for values: the context of AVA, tap, tape and node:test, the globals of Jest. */
const RUNNERS_OWN =
  /^(?:ExecutionContext|TestContext) \{|^Test \{readable|^Object \[Test\] \{|^\{advanceTimersByTime: /;

/** In a nameless function the runner has chosen `this`: its own context of the test; in one that was imported, a bundler: the module. */
function isRunners({ name, value }: Variable, frame: StackFrame): boolean {
  if (name !== 'this') return RUNNERS_OWN.test(value);
  return frame.name === '(anonymous)' || value.startsWith('[Object: null prototype] {default: ');
}

/** A run, as far as it was seen. */
interface Watched {
  /** Exceptions were not stopped at any more from some point on. */
  readonly limitReached: boolean;
  /** The reason why a process was not seen, as a clause. */
  readonly unseen?: string | undefined;
}

/**
 * Finds for each failed test the exception that failed it: the one with its message, from the places that its stack names. Of
 * several that are alike, tests get them in the order in which they were thrown.
 */
export function withSites(
  failures: readonly FailedTest[],
  seen: readonly SeenThrow[],
  watched: Watched,
): TestFailure[] {
  const taken = new Set<SeenThrow>();
  return failures.map(({ recorded, ...failure }) => {
    if (recorded) return { ...failure, error: { ...failure.error, stack: recorded.frames }, site: recorded.site };
    const found = bestOf(failure, seen, taken);
    if (!found) {
      const isOneTooMany = seen.some((each) => likenessOf(failure.error, failure.file, each) >= SAME_THROW);
      return { ...failure, site: unseen(failure, { ...watched, limitReached: watched.limitReached || isOneTooMany }) };
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

/**
 * True if a throw may fail several tests: one hook can fail many by throwing once. An error thrown again for each test has other
 * variables each time.
 */
function isForSeveral(likeness: number, { isOnly }: SeenThrow): boolean {
  return isOnly && likeness >= SAME_THROW;
}

/** 0: another exception. Otherwise the more, the more they are alike. */
function likenessOf(error: TestError, file: string | undefined, thrown: SeenThrow): number {
  const { message, frames } = thrown;
  if (!isSameMessage(error.message, message)) return isNamelessLike(error, file, thrown) ? NAMELESS : 0;
  const [innermost] = error.stack;
  const isSameThrow = innermost !== undefined && isSamePlace(innermost, frames[0]);
  const shared = error.stack.filter((frame) => frames.some((other) => isSamePlace(frame, other))).length;
  const isInFile = file !== undefined && frames.some(({ location }) => location.path === file);
  // A stack that names none of the places is that of another throw, even with the same words.
  if (shared === 0 && (error.stack.length > 0 || !isInFile)) return 0;
  return (isSameThrow ? SAME_THROW : 0) + (isInFile ? IN_FILE : 0) + Math.min(shared, MAX_SHARED);
}

/** Runners word what is no error in ways of their own, and know no stack of it: one that the test's file threw is the likeliest. */
function isNamelessLike(error: TestError, file: string | undefined, { isError, frames }: SeenThrow): boolean {
  // The stack that Jest gives it is where the test is defined.
  const hasStack = error.stack.length > 0 && !error.message.startsWith('thrown: ');
  if (isError || hasStack || GIVEN_UP.test(error.message) || CANCELLED.test(error.message)) return false;
  return file !== undefined && frames.some(({ location }) => location.path === file);
}

/** True if a runner's words for an error are those of what was thrown, or hold them. */
export function isSameMessage(reported: string, thrown: string): boolean {
  const [a, b] = [squeezed(reported), squeezed(thrown)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_DISTINCTIVE_LENGTH && long.includes(short);
}

function squeezed(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
}

function isSamePlace({ location }: TestFrame, other: TestFrame | undefined): boolean {
  return other !== undefined && location.path === other.location.path && location.line === other.location.line;
}

function unseen({ kind, error }: FailedTest, { limitReached, unseen: why }: Watched): UnseenSite {
  const cause = causeOf(kind, error, limitReached);
  const handed = cause === 'not thrown' ? handedOn(error) : undefined;
  if (handed === undefined) {
    const reason = cause === 'not thrown' ? (why ?? REASONS[cause]) : REASONS[cause];
    return { kind: 'unseen', cause, reason };
  }
  return { kind: 'unseen', cause, reason: `nothing was thrown: ${handed}`, handedOn: handed };
}

function causeOf(kind: FailedTest['kind'], error: TestError, limitReached: boolean): UnseenSite['cause'] {
  if (kind === 'file') return 'not loaded';
  if (GIVEN_UP.test(error.message)) return 'timeout';
  return limitReached ? 'too many exceptions' : 'not thrown';
}

const REASONS: Record<UnseenSite['cause'], string> = {
  timeout: 'nothing was thrown in the program: its runner gave up waiting',
  'too many exceptions': 'too many exceptions were thrown before it',
  'not loaded': 'the file could not be loaded',
  'not thrown':
    'the program was not stopped at it: it was given to a callback, thrown in a library after an await, or made by the runner',
};
