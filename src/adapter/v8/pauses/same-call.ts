import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { Intent, StepUnderWay } from './pause-verdict.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** True if a pause is in the function call that the stop before was in, as far as V8's steps show it. */
export type SameCall = 'yes' | 'unknown' | 'unlessDebuggerStatement';

/**
 * True if a step over has ended in the call in which it began. V8 ends one nowhere else at that depth, unless the call was left
 * meanwhile, and V8 then pauses on the way: at the return, or in a caller. So a pause of another kind says nothing, nor does one after
 * a step into, which ends in whatever is called while the function waits.
 *
 * Node 20 calls the end of a step like a `debugger` statement.
 */
export function isSameCall({ reason, callFrames, hitBreakpoints }: Paused, intent: Intent): SameCall {
  const [top] = callFrames;
  if (intent.kind !== 'step' || intent.command !== 'next' || hasLeft(callFrames, intent)) return 'unknown';
  const isThere = callFrames.length === intent.from.depth && top?.location.scriptId === intent.from.scriptId;
  if (!isThere || (hitBreakpoints?.length ?? 0) > 0) return 'unknown';
  const kind: string = reason;
  if (kind === 'step') return 'yes';
  return kind === 'other' ? 'unlessDebuggerStatement' : 'unknown';
}

/** True if a step has left the call in which it began, or is about to. */
function hasLeft(callFrames: Paused['callFrames'], step: StepUnderWay): boolean {
  return step.hasLeft === true || step.isInterrupted === true || callFrames.length < step.from.depth;
}

/** The step, with a note of it where it leaves the call in which it began. */
export function noteLeaving(step: StepUnderWay, callFrames: Paused['callFrames']): StepUnderWay {
  const returns = callFrames.length === step.from.depth && callFrames[0]?.returnValue !== undefined;
  return returns || hasLeft(callFrames, step) ? { ...step, hasLeft: true } : step;
}
