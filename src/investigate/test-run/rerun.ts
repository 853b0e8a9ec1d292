import type { Deadline } from '../../adapter/deadline.ts';
import type { ValueLimits } from '../../adapter/debug-adapter.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { FailureSite, TestFailure, TestFrame } from '../../model/tests/test-report.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { ownFrames, siteAt } from './failure-site.ts';
import { watchToEnd } from './watch-to-end.ts';

const MAX_PLACES = 20;
/** A line that many tests pass is no good place to find one of them. */
const MAX_HITS_OF_PLACE = 20;

/** A pass of a line where a test failed in the run before. */
interface Pass {
  readonly frames: readonly TestFrame[];
  readonly site: FailureSite;
}

/** True if a rerun could show more: some failures name a line of the program, and nothing was seen there. */
export function needsRerun(failures: readonly TestFailure[]): boolean {
  return failures.some((failure) => unseenPlace(failure) !== undefined);
}

function unseenPlace({ site, error, kind }: TestFailure): SourceLocation | undefined {
  const mayBeSeen = kind === 'test' && site.kind === 'unseen' && site.cause !== 'timeout';
  return mayBeSeen ? error.stack[0]?.location : undefined;
}

/**
 * Runs the command once more, with breakpoints where failures say that they happened, for the variables as they are before
 * these lines run. A failure that cannot be distinguished from another pass of its line stays as it is.
 *
 * @param session Not started; ended by the caller.
 */
export async function rerun(
  session: DebugSession,
  failures: readonly TestFailure[],
  limits: ValueLimits,
  deadline: Deadline,
): Promise<TestFailure[]> {
  const places = new Map(failures.flatMap((each) => placeEntry(unseenPlace(each))));
  session.exceptionMode = 'none';
  for (const { path, line, column } of [...places.values()].slice(0, MAX_PLACES)) {
    // On a line that defines a test and is its body as well, only the column distinguishes them; 1 is that of runners without any.
    const target = { kind: 'line', path, line, ...(column > 1 ? { column } : {}) } as const;
    await session.breakpoints.plan({ target });
  }
  const passes: Pass[] = [];
  await session.start(deadline.left());
  await watchToEnd(
    session,
    async (stop, call) => {
      for (const id of stop.hitBreakpointIds) {
        if (session.breakpoints.get(id).hits >= MAX_HITS_OF_PLACE) await session.breakpoints.remove(id, call);
      }
      if (stop.hitBreakpointIds.length === 0) return;
      const frames = await session.inspection.stack(call);
      const site = await siteAt(session, frames, { limits, moment: 'before' }, call);
      if (site) passes.push({ frames: ownFrames(frames), site });
    },
    deadline,
  );
  return failures.map((failure) => {
    const pass = passOf(failure, failures, passes);
    const { handedOn } = failure.site;
    return pass ? { ...failure, site: { ...pass.site, ...(handedOn && { handedOn }) } } : failure;
  });
}

function placeEntry(place: SourceLocation | undefined): [string, SourceLocation][] {
  return place ? [[`${place.path}:${place.line}:${place.column}`, place]] : [];
}

/** The pass that failed the test: the last one of several, because the failure ended the test. */
function passOf(failure: TestFailure, all: readonly TestFailure[], passes: readonly Pass[]): Pass | undefined {
  if (unseenPlace(failure) === undefined) return undefined;
  const stack = placesOf(failure.error.stack);
  const alike = all.filter((each) => unseenPlace(each) !== undefined && placesOf(each.error.stack) === stack);
  const there = passes.filter(({ frames }) => isThere(failure.error.stack, frames));
  if (alike.length === 1) return there.at(-1);
  return alike.length === there.length ? there[alike.indexOf(failure)] : undefined;
}

function placesOf(stack: readonly TestFrame[]): string {
  return stack.map(({ location: { path, line } }) => `${path}:${line}`).join('\n');
}

/** True if the calls that a failure names were there, in this order; V8 may not know awaiting callers any more, or yet. */
function isThere(reported: readonly TestFrame[], frames: readonly TestFrame[]): boolean {
  const common = Math.min(reported.length, frames.length);
  return common > 0 && placesOf(reported.slice(0, common)) === placesOf(frames.slice(0, common));
}
