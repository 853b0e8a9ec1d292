import type { CdpEventParams } from '../../cdp/protocol.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StopReason } from '../../model/stop-outcome.ts';
import type { Script } from './script-table.ts';

/** A step that is under way: what was asked for and where it began. */
export interface StepUnderWay {
  readonly kind: 'step';
  readonly command: 'next' | 'stepIn' | 'stepOut';
  readonly from: StepOrigin;
  /** Steps that the adapter added by itself to get through Node's own code. */
  readonly ownSteps: number;
}

/** Where a step began, to recognise that it has not left its line yet. */
export interface StepOrigin {
  readonly scriptId: string;
  /** 0-based, CDP's. */
  readonly lineNumber: number;
  readonly depth: number;
}

/** What the thread was doing when it paused. */
export type Intent =
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | StepUnderWay
  /** A pause was asked for only to see where the thread is. */
  | { readonly kind: 'sample'; readonly sampled: (location: SourceLocation | undefined) => void };

/** What to do about a pause: tell the session, or go on because nobody asked for this one. */
export type PauseVerdict =
  | { readonly kind: 'report'; readonly reason: StopReason }
  | { readonly kind: 'proceed'; readonly command: 'stepOver' | 'stepInto' | 'stepOut' | 'resume' };

/**
 * Steps through Node's own code before a step gives up and lets the program run. Enough for the way from the end of one
 * callback to the next; a loop inside Node must not turn one step into seconds of single steps.
 */
const MAX_OWN_STEPS = 200;

type Paused = CdpEventParams<'Debugger.paused'>;

/**
 * Decides about a `Debugger.paused` event.
 *
 * V8's own step filters (setBlackboxPatterns, skipList) never apply to `node:` scripts, so a step that lands there goes on
 * from here: out, while a frame of the program is below; else into whatever runs next.
 *
 * @param hitUserBreakpoint Whether one of the event's `hitBreakpoints` is the user's.
 */
export function judgePause(
  paused: Paused,
  intent: Intent,
  hitUserBreakpoint: 'line' | 'function' | undefined,
  scriptOf: (scriptId: string) => Script,
): PauseVerdict {
  if (isBreakOnStart(paused.reason)) return { kind: 'report', reason: 'entry' };
  if (hitUserBreakpoint) {
    return { kind: 'report', reason: hitUserBreakpoint === 'line' ? 'breakpoint' : 'function breakpoint' };
  }
  if (paused.reason === 'exception' || paused.reason === 'promiseRejection') return judgeException(paused, scriptOf);
  if (intent.kind === 'sample') return { kind: 'proceed', command: 'resume' };
  if (intent.kind === 'pause') return { kind: 'report', reason: 'pause' };
  if (intent.kind === 'step') return judgeStep(paused, intent, scriptOf);
  const top = paused.callFrames[0];
  if (top && scriptOf(top.location.scriptId).origin === 'internal') return { kind: 'proceed', command: 'resume' };
  return { kind: 'report', reason: 'debugger statement' };
}

/** Node's own word for the pause of `--inspect-brk`; the protocol's list of reasons does not have it. */
function isBreakOnStart(reason: string): boolean {
  return reason === 'Break on start';
}

function judgeException(paused: Paused, scriptOf: (scriptId: string) => Script): PauseVerdict {
  // Node throws and catches by itself all the time (resolving modules, probing files): only what the program's own code
  // throws, or what nobody catches, is news.
  const top = paused.callFrames[0];
  const internal = !top || scriptOf(top.location.scriptId).origin === 'internal';
  if (internal && !isUncaught(paused)) return { kind: 'proceed', command: 'resume' };
  return { kind: 'report', reason: 'exception' };
}

/** Whether V8 predicts that nobody catches the exception of this pause. */
export function isUncaught(paused: Paused): boolean {
  const data: unknown = paused.data;
  return typeof data === 'object' && data !== null && 'uncaught' in data && data.uncaught === true;
}

function judgeStep(paused: Paused, step: StepUnderWay, scriptOf: (scriptId: string) => Script): PauseVerdict {
  const [top, ...below] = paused.callFrames;
  if (!top) return { kind: 'report', reason: 'step' };
  if (scriptOf(top.location.scriptId).origin !== 'internal') {
    return isReturnOfSameLine(paused, step)
      ? { kind: 'proceed', command: 'stepOver' }
      : { kind: 'report', reason: 'step' };
  }
  if (step.ownSteps >= MAX_OWN_STEPS) return { kind: 'proceed', command: 'resume' };
  const programBelow = below.some((frame) => scriptOf(frame.location.scriptId).origin !== 'internal');
  return { kind: 'proceed', command: programBelow ? 'stepOut' : 'stepInto' };
}

/**
 * V8 stops once more on the line of a `return`, at the return itself. An agent that asked for the next line would be told
 * the same line twice.
 */
function isReturnOfSameLine(paused: Paused, step: StepUnderWay): boolean {
  const top = paused.callFrames[0];
  return (
    step.command !== 'stepOut' &&
    top?.returnValue !== undefined &&
    top.location.scriptId === step.from.scriptId &&
    top.location.lineNumber === step.from.lineNumber &&
    paused.callFrames.length === step.from.depth
  );
}
