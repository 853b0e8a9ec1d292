import type { CdpSession } from '../../../cdp/cdp-session.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { PausedFrame } from '../pauses/pause.ts';

/** Functions of the stack that are seen to; an assignment is meant for one near its top. */
const MAX_FUNCTIONS = 10;

/** True if an expression may assign to a variable by itself, seen from its text alone. */
export function mayAssign(expression: string): boolean {
  return /(?<![=!<>])=(?![=>])|<<=|>>=|\+\+|--/.test(expression);
}

/**
 * Makes the functions of a stack run on with the present values of variables.
 *
 * Optimised code has the value of a variable that was never assigned to built in, and V8 does not take it back when an
 * evaluated expression assigns to it (Node 22 and 24): the program would go on with the old value. A breakpoint that is set
 * and removed makes V8 drop the optimised code of its function.
 *
 * @see CDP Debugger.setBreakpoint
 */
export async function renewCode(
  session: CdpSession,
  frames: readonly PausedFrame[],
  options?: CallOptions,
): Promise<void> {
  const places = new Map<string, PausedFrame>();
  for (const frame of frames) {
    const { functionLocation: start, location } = frame.callFrame;
    const key = `${location.scriptId}:${start?.lineNumber}:${start?.columnNumber}`;
    if (frame.script.origin !== 'internal' && !places.has(key)) places.set(key, frame);
  }
  await Promise.all(
    [...places.values()].slice(0, MAX_FUNCTIONS).map(async ({ callFrame: { location } }) => {
      const request = { location, condition: 'false' };
      // Refused where a breakpoint stands already, which is as good.
      const set = await session.send('Debugger.setBreakpoint', request, options).catch(() => undefined);
      if (set) await session.send('Debugger.removeBreakpoint', { breakpointId: set.breakpointId }, options);
    }),
  );
}
