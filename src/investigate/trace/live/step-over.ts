import type { Deadline } from '../../../adapter/deadline.ts';
import type { FollowedCall } from '../../../adapter/followed-call.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { StopOutcome } from '../../../model/stop-outcome.ts';
import type { DebugSession } from '../../../session/debug-session.ts';
import type { LoopLines } from './loop-lines.ts';
import { MAY_WAIT } from './same-activation.ts';
import type { StopLook } from './stop-look.ts';

/** The time of a step after which the debugger is asked whether the step's function is still there. */
const PATIENCE_MS = 400;
const SAMPLE_MS = 800;

/**
 * Steps over the line that a call stands on. Python's debugger does not stop in libraries: where one of those has called the function,
 * nothing stops when it is left.
 *
 * @returns `gone` where the function was left and the program runs
 * @throws DebugError as DebugSession.resume
 */
export async function stepOver(
  session: DebugSession,
  look: StopLook,
  { lines, call }: { readonly lines: LoopLines; readonly call: FollowedCall | undefined },
  deadline: Deadline,
): Promise<StopOutcome | 'gone'> {
  const { line } = look.stop.location;
  await session.go(isLastStep(session, look, lines) ? 'continue' : 'next', deadline.left());
  const text = lines.textOf(line);
  const stopsAtReturns = session.adapter.returnStops?.(look.stop.threadId) !== undefined;
  const mayLeave = !stopsAtReturns ? !MAY_WAIT.test(text) : /^\s*throw\b/.test(text);
  while (deadline.leftMs > PATIENCE_MS) {
    if (await session.whenHalted({ ...deadline.left(), timeoutMs: PATIENCE_MS })) break;
    const isOver = call?.hasEnded || (mayLeave && (await isGone(session, look, deadline)));
    if (isOver && session.state.kind === 'running') return 'gone';
  }
  return session.waitForStop(deadline.left());
}

/** A step that is left open in a library would end in whatever of the program's own runs next. */
function isLastStep({ adapter }: DebugSession, { callers, stop }: StopLook, lines: LoopLines): boolean {
  const { line } = stop.location;
  const returns = /^\s*return\b/.test(lines.textOf(line)) && !lines.isGuarded(line);
  return returns && adapter.returnStops?.(stop.threadId) === undefined && callers[0]?.presentation !== 'normal';
}

/** True if a function is not on the stack of its thread any more. */
async function isGone({ adapter }: DebugSession, { stop }: StopLook, deadline: Deadline): Promise<boolean> {
  try {
    const options = { ...deadline.left(), timeoutMs: Math.min(SAMPLE_MS, Math.max(1, deadline.leftMs)) };
    const sample = await adapter.hang?.sample(stop.threadId, options);
    if (sample?.kind === 'idle' || sample?.kind === 'between') return true;
    if (sample?.kind !== 'running') return false;
    return !sample.frames.some(
      ({ name, location }) => name === stop.functionName && location.path === stop.location.path,
    );
  } catch (error) {
    // The thread has ended.
    return error instanceof DebugError && error.code === 'connection_closed';
  }
}
