import type { CdpEventParams } from '../../../../cdp/protocol.ts';
import { namesAround } from '../../scripts/renamed-variables.ts';
import type { BreakpointHost } from '../breakpoint-host.ts';
import { conditionOf, isSamePlace } from '../breakpoint-places.ts';
import type { ThreadBreakpoint } from '../thread-breakpoint.ts';

/** A pause of the thread. */
export type Paused = CdpEventParams<'Debugger.paused'>;
type TopFrame = Paused['callFrames'][number];

/**
 * The breakpoints that count at a pause before which V8 did not know them, and at which it does not stop again. Those that log or
 * collect do so here. V8 itself has asked and counted the breakpoints that it knew before.
 *
 * @param bounds Set in the script of the innermost frame.
 * @param pausedAt The number of the message that reported the pause.
 * @returns the user's numbers
 * @see CDP Debugger.evaluateOnCallFrame
 */
export async function countingIn(
  paused: Paused,
  bounds: readonly ThreadBreakpoint[],
  pausedAt: number,
  host: BreakpointHost,
): Promise<number[]> {
  const [top] = paused.callFrames;
  if (!top) return [];
  const late = bounds.filter((bound) => isLate(bound, top, pausedAt));
  const counts = await Promise.all(late.map((bound) => isCounting(top, bound, host)));
  return late.flatMap(({ wanted }, index) => (counts[index] ? wanted.id : []));
}

/** True if V8 set it at the place of a pause, and only after that. What was refused there is no more among its CDP breakpoints. */
function isLate({ settings, cdpIds }: ThreadBreakpoint, { location }: TopFrame, pausedAt: number): boolean {
  const here = settings.filter((each) => cdpIds.has(each.cdpId) && isSamePlace(each.location, location));
  return here.length > 0 && here.every(({ arrival }) => arrival > pausedAt);
}

/** A condition that throws is false, as it is for V8. */
async function isCounting(
  { callFrameId, location }: TopFrame,
  bound: ThreadBreakpoint,
  { session, scripts }: BreakpointHost,
): Promise<boolean> {
  if (bound.condition === undefined) return true;
  const { condition } = conditionOf(bound, await namesAround(session, scripts, location));
  const request = { callFrameId, expression: `!!(${condition}\n)`, silent: true, returnByValue: true };
  const { result, exceptionDetails } = await session.send('Debugger.evaluateOnCallFrame', request);
  return exceptionDetails === undefined && result.value === true;
}
