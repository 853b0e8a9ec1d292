import type { CdpEventParams } from '../../../cdp/protocol.ts';
import { namesAround } from '../scripts/renamed-variables.ts';
import type { BoundBreakpoint } from './bound-breakpoint.ts';
import { logsInsteadOfStopping } from './breakpoint-condition.ts';
import type { BreakpointHost } from './breakpoint-host.ts';
import { conditionOf } from './breakpoint-places.ts';

/** The innermost frame of a pause. */
export type TopFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

/**
 * Which breakpoints count in the frame in which the thread is paused: V8 stopped there before it knew of them, and does not stop
 * there again. Those that log or collect do so.
 *
 * @returns the user's numbers
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function countingIn(
  frame: TopFrame,
  bounds: readonly BoundBreakpoint[],
  host: BreakpointHost,
): Promise<number[]> {
  const counts = await Promise.all(bounds.map((bound) => isCounting(frame, bound, host)));
  return bounds.flatMap(({ wanted }, index) => (counts[index] ? wanted.id : []));
}

/** A condition that throws is false, as it is for V8. */
async function isCounting(
  { callFrameId, location }: TopFrame,
  bound: BoundBreakpoint,
  { session, scripts, hasRecorded }: BreakpointHost,
): Promise<boolean> {
  if (bound.condition === undefined) return true;
  // It was set as the script was loaded, quickly enough for V8 to come by it.
  if (logsInsteadOfStopping(bound.wanted) && hasRecorded(bound.wanted.id)) return false;
  const { condition } = conditionOf(bound, await namesAround(session, scripts, location));
  const request = { callFrameId, expression: `!!(${condition}\n)`, silent: true, returnByValue: true };
  const { result, exceptionDetails } = await session.send('Debugger.evaluateOnCallFrame', request);
  return exceptionDetails === undefined && result.value === true;
}
