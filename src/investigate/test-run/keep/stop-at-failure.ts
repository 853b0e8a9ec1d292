import { stripVTControlCharacters } from 'node:util';
import type { Deadline } from '../../../adapter/deadline.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { StopOutcome, StoppedInfo } from '../../../model/stop-outcome.ts';
import { withoutAddresses } from '../../../model/tests/steady-text.ts';
import type { TestFailure } from '../../../model/tests/test-report.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import { isSameMessage, ownFrames } from '../failure-site.ts';
import { isEndedError } from '../watch-to-end.ts';

/** A stop at a failure of the run before: as the error is thrown, or before the line that the failure names. */
export type FailureStop =
  | { readonly kind: 'thrown'; readonly location: SourceLocation }
  | { readonly kind: 'before'; readonly location: SourceLocation };

/** A failure of the run before, and the exceptions at which a session stops on the way to it. */
export interface WantedStop {
  readonly failure: TestFailure;
  readonly where: FailureStop;
  readonly exceptions: ExceptionBreakMode;
}

/** The stop of a failure; undefined for a failure of which no code of the program's own is known. */
export function failureStop({ site, error, kind }: TestFailure): FailureStop | undefined {
  if (site.kind === 'seen') return { kind: site.moment, location: site.location };
  const [frame] = error.stack;
  return kind !== 'test' || site.cause === 'timeout' || !frame
    ? undefined
    : { kind: 'before', location: frame.location };
}

/**
 * Starts a session and lets it run to where a test failed before.
 *
 * @param session Not started; ended by the caller, unless it stays.
 * @returns another outcome than a stop when it ended, or the time did, without coming there
 */
export async function stopAtFailure(
  session: DebugSession,
  wanted: WantedStop,
  deadline: Deadline,
): Promise<StopOutcome> {
  const { where, exceptions } = wanted;
  const { path, line, column } = where.location;
  session.exceptionMode = exceptions;
  if (where.kind === 'before') {
    await session.breakpoints.plan({ target: { kind: 'line', path, line, ...(column > 1 ? { column } : {}) } });
  }
  await session.start(deadline.left());
  for (;;) {
    const outcome = await session.waitForStop(deadline.left());
    if (outcome.kind !== 'stopped') return outcome;
    try {
      if (await isThere(session, outcome, wanted, deadline.left())) {
        // From here on it is debugged like any other program.
        await session.setExceptionMode('uncaught', deadline.left());
        return outcome;
      }
      await session.go('continue', deadline.left());
    } catch (error) {
      // The thread, or the whole command, has ended while it was looked at: the next wait shows which.
      if (!isEndedError(error)) throw error;
    }
  }
}

async function isThere(
  session: DebugSession,
  stop: StoppedInfo,
  { failure, where }: WantedStop,
  options: CallOptions,
): Promise<boolean> {
  if (where.kind === 'before') return stop.hitBreakpointIds.length > 0;
  if (stop.reason !== 'exception' || !stop.exception) return false;
  const [innermost] = ownFrames(await session.inspection.stack(options));
  const { path, line } = where.location;
  const isPlace = innermost?.location.path === path && innermost.location.line === line;
  const message = withoutAddresses(stripVTControlCharacters(stop.exception.message));
  // Runners word what is no error in ways of their own.
  const isWorded = isSameMessage(withoutAddresses(failure.error.message), message) || failure.error.name === '';
  return isPlace && isWorded;
}
