import type { ScriptId } from '../../../cdp/ids.ts';
import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { StopReason } from '../../../model/stop-outcome.ts';
import type { LocatedPlace, Script, ScriptNaming } from '../scripts/script-table.ts';

/** A step that is under way: what was asked for and where it began. */
export interface StepUnderWay {
  readonly kind: 'step';
  readonly command: 'next' | 'stepIn' | 'stepOut';
  readonly from: StepOrigin;
  /** Steps that the adapter added by itself, to get through Node's own code or back to where the step was interrupted. */
  readonly ownSteps: number;
  /** The thread was stopped on the way by something that is not the user's, and goes back up to where the step began. */
  readonly isInterrupted?: boolean;
  /** True if the step ends where its function returns, too, although that is the line on which it began. */
  readonly stopsAtReturn?: boolean;
  /** True if the step began in the program's own code, and ends there. */
  readonly isOwn?: boolean;
  /** The call in which it began has returned, or was about to. */
  readonly hasLeft?: boolean;
}

/** The start of a step, to recognise that the step has not left its line yet. */
export interface StepOrigin {
  readonly scriptId: ScriptId;
  /** 0-based, CDP's. */
  readonly lineNumber: number;
  readonly depth: number;
  /** 0-based line where its function begins. An edit of the text moves no line. */
  readonly functionLine: number;
  /** The same place in written lines. */
  readonly place: SourceLocation;
}

/** The activity of a thread when it paused. */
export type Intent =
  | { readonly kind: 'run' }
  /** @property ownSteps Steps through the runtime's own code, to the next code of the program. */
  | { readonly kind: 'pause'; readonly ownSteps: number }
  /** A frame was restarted, and stands at its first statement. */
  | { readonly kind: 'restart' }
  | StepUnderWay
  | Entering
  | RunningInspection;

/** Stopped where a compiled script begins, on the way to the first written place in it, where the stop is reported. */
export interface Entering {
  readonly kind: 'entering';
  readonly scriptId: ScriptId;
  readonly ownSteps: number;
}

/** Whatever pauses the thread, the user's breakpoints excepted, is there only to be looked at. */
export interface RunningInspection {
  readonly kind: 'inspect';
  /** A pause was asked for and has not come yet. */
  readonly isAwaited: boolean;
  /**
   * Inspects a pause that is not reported, and says how to go on. Undefined: what stopped the thread was the user's, and is reported.
   *
   * @param place Where the program is.
   */
  inspect(params: Paused | undefined, place: SourceLocation | undefined): Promise<InspectionStep> | InspectionStep;
}

/** The way in which a thread goes on after an inspection, and the inspection of its next pause. */
export interface InspectionStep {
  readonly command: 'resume' | 'stepOver' | 'stepOut';
  readonly next?: RunningInspection | undefined;
}

/** The verdict on a pause: report it to the session, or go on because no call asked for this one. */
export type PauseVerdict =
  | { readonly kind: 'report'; readonly reason: StopReason }
  | {
      readonly kind: 'proceed';
      /** `takeUp`: the step that is under way goes on; V8 takes it up again when it is resumed at an exception. */
      readonly command: 'stepOver' | 'stepInto' | 'stepOut' | 'resume' | 'takeUp';
      readonly isInterrupted?: boolean;
    };

/** The facts about a pause beside V8's event. */
export interface PauseSituation {
  readonly intent: Intent;
  /** The kind of the user's breakpoints that were hit. */
  readonly hit: 'line' | 'function' | undefined;
  /** V8 names only breakpoints that are not the user's: the adapter's own, or one that was removed meanwhile. */
  readonly isOwnStop: boolean;
  /** V8 stops each worker where it starts, unasked. */
  readonly isWorker: boolean;
  readonly scriptOf: (scriptId: ScriptId) => Script;
  readonly isModuleLoader: ScriptNaming['isModuleLoader'];
  /** True for the url of the script in which an idle thread stops. */
  readonly isIdle: (url: string) => boolean;
  /** The written place, for a place in a script. */
  readonly locate: (location: StepPlace) => LocatedPlace;
}

/**
 * Steps through Node's own code before a step gives up and lets the program run. Enough for the way from the end of one
 * callback to the next; a loop inside Node must not turn one step into seconds of single steps.
 */
const MAX_OWN_STEPS = 200;
/** The same for a pause, which the caller waits for: from a timer of Node to its callback it is about 60. */
const MAX_STEPS_TO_PROGRAM = 100;

type Paused = CdpEventParams<'Debugger.paused'>;
type StepPlace = Paused['callFrames'][number]['location'];

/**
 * Decides about a `Debugger.paused` event.
 *
 * V8's own step filters (setBlackboxPatterns, skipList) never apply to Node's own scripts, so a step that lands there goes on
 * from here: out, while a frame of the program is below; else into whatever runs next. Packages V8 passes over by itself, where it is told
 * to (own-code-steps.ts).
 */
export function judgePause(paused: Paused, situation: PauseSituation): PauseVerdict {
  const { intent, hit } = situation;
  if (isBreakOnStart(paused) && !situation.isWorker) return { kind: 'report', reason: 'entry' };
  if (hit) return { kind: 'report', reason: reasonOf(hit) };
  if (isException(paused)) return judgeException(paused, intent, situation);
  if (intent.kind === 'inspect') return { kind: 'proceed', command: 'resume' };
  if (intent.kind === 'restart') return { kind: 'report', reason: 'restart' };
  if (intent.kind === 'pause') return judgeAsked(paused, intent, situation);
  if (intent.kind === 'entering') return judgeEntering(paused, intent, situation);
  if (intent.kind === 'step') return judgeStep(paused, intent, situation);
  return judgeRun(paused, situation);
}

/** A pause that was asked for goes on to code of the program if only the runtime's own is on the stack: a timer that calls back. */
function judgeAsked(
  { callFrames }: Paused,
  { ownSteps }: Extract<Intent, { kind: 'pause' }>,
  { scriptOf, isIdle }: Pick<PauseSituation, 'scriptOf' | 'isIdle'>,
): PauseVerdict {
  const scripts = callFrames.map(({ location }) => scriptOf(location.scriptId));
  // Code without a url was evaluated by the program.
  const isOfRuntime = scripts.every(({ origin, url }) => origin === 'internal' && url !== '' && !isIdle(url));
  return isOfRuntime && scripts.length > 0 && ownSteps < MAX_STEPS_TO_PROGRAM
    ? { kind: 'proceed', command: 'stepInto' }
    : { kind: 'report', reason: 'pause' };
}

/** Passes through code that a compiler puts in front of a program: a step from there would run past the program's own lines. */
function judgeEntering(
  { callFrames }: Paused,
  { scriptId, ownSteps }: Entering,
  { locate }: Pick<PauseSituation, 'locate'>,
): PauseVerdict {
  const [top] = callFrames;
  const isThere = callFrames.some(({ location }) => location.scriptId === scriptId);
  if (!top || !isThere || ownSteps >= MAX_OWN_STEPS) return { kind: 'report', reason: 'entry' };
  if (top.location.scriptId !== scriptId) return { kind: 'proceed', command: 'stepOut' };
  const isWritten = locate(top.location).kind === 'source';
  return isWritten ? { kind: 'report', reason: 'entry' } : { kind: 'proceed', command: 'stepInto' };
}

function judgeRun(paused: Paused, { isOwnStop, scriptOf }: PauseSituation): PauseVerdict {
  if (isOwnStop) return { kind: 'proceed', command: 'resume' };
  // A breakpoint that was removed while the program was on its way to it.
  if (paused.hitBreakpoints && paused.hitBreakpoints.length > 0) return { kind: 'proceed', command: 'resume' };
  const top = paused.callFrames[0];
  const script = top && scriptOf(top.location.scriptId);
  // Code without a url was evaluated, by the program or for the user, who has put the statement there.
  if (script?.origin === 'internal' && script.url !== '') return { kind: 'proceed', command: 'resume' };
  return { kind: 'report', reason: 'debugger statement' };
}

function reasonOf(hit: 'line' | 'function'): StopReason {
  return hit === 'line' ? 'breakpoint' : 'function breakpoint';
}

/** True if the pause is one where something was thrown. */
export function isException({ reason }: Paused): boolean {
  return reason === 'exception' || reason === 'promiseRejection';
}

/**
 * Node's own word for the pause of `--inspect-brk`; the protocol's list of reasons does not have it. Where a breakpoint stands
 * on the first statement too, the reason is `ambiguous` and the data lists both.
 */
export function isBreakOnStart({ reason, data }: Paused): boolean {
  const ENTRY: string = 'Break on start';
  if (reason !== 'ambiguous') return ENTRY === reason;
  const { reasons }: { reasons?: unknown } = data ?? {};
  return (
    Array.isArray(reasons) &&
    reasons.some(
      (each: unknown) => typeof each === 'object' && each !== null && 'reason' in each && each.reason === ENTRY,
    )
  );
}

function judgeException(paused: Paused, intent: Intent, { scriptOf, isModuleLoader }: PauseSituation): PauseVerdict {
  // Node throws and catches by itself all the time (resolving modules, probing files): only what the program's own code
  // throws, or what is uncaught, is news.
  if (isNobodys(paused)) return passException(intent);
  const scripts = paused.callFrames.map(({ location }) => scriptOf(location.scriptId));
  if (scripts[0]?.origin === 'program' || scripts[0]?.origin === 'dependency') {
    return { kind: 'report', reason: 'exception' };
  }
  if (leavesProgram(paused)) return { kind: 'report', reason: 'exception' };
  if (!isUncaught(paused)) return passException(intent);
  // Node's module loader throws on what it caught from a module: it was seen where it was thrown.
  const isThrownOn = paused.reason === 'promiseRejection' && scripts.every(({ url }) => isModuleLoader(url));
  if (isThrownOn) return { kind: 'proceed', command: 'resume' };
  return { kind: 'report', reason: 'exception' };
}

/** True if V8 predicts that the exception of this pause is not caught. */
export function isUncaught(paused: Paused): boolean {
  const data: unknown = paused.data;
  return typeof data === 'object' && data !== null && 'uncaught' in data && data.uncaught === true;
}

/** Mark in the data of a pause: the exception leaves the program's own code for a library, or Node, that catches it. */
export const LEAVES_PROGRAM = 'leavesProgram';

function leavesProgram(paused: Paused): boolean {
  const data: unknown = paused.data;
  return typeof data === 'object' && data !== null && LEAVES_PROGRAM in data;
}

/** Mark in the data of a pause: it rejects a promise, and a handler of that may come later. */
export const IS_UNDECIDED = 'isUndecided';

/** True if the fate of the exception of this pause is not known yet. */
export function isUndecided({ data }: Paused): boolean {
  return data !== undefined && IS_UNDECIDED in data;
}

/** Mark in the data of a pause: no code of the program has anything to do with the exception. */
export const IS_NOBODYS = 'isNobodys';

function isNobodys({ data }: Paused): boolean {
  return data !== undefined && IS_NOBODYS in data;
}

function passException(intent: Intent): PauseVerdict {
  if (intent.kind === 'pause') return { kind: 'report', reason: 'pause' };
  return { kind: 'proceed', command: intent.kind === 'step' ? 'takeUp' : 'resume' };
}

const GO_BACK = { kind: 'proceed', command: 'stepOut', isInterrupted: true } as const satisfies PauseVerdict;

function judgeStep(paused: Paused, step: StepUnderWay, { isOwnStop, scriptOf, locate }: PauseSituation): PauseVerdict {
  const [top, ...below] = paused.callFrames;
  if (!top) return { kind: 'report', reason: 'step' };
  if (isOwnStop || step.isInterrupted) {
    if (isOnTheWay(paused, step))
      return step.ownSteps < MAX_OWN_STEPS ? GO_BACK : { kind: 'proceed', command: 'resume' };
    if (step.isInterrupted && step.command === 'next' && isAtOrigin(paused, step))
      return { kind: 'proceed', command: 'stepOver', isInterrupted: false };
  }
  const through = isWrittenCode(scriptOf(top.location.scriptId)) ? passGenerated(paused, step, locate) : undefined;
  if (through) return through;
  const isPassed = ({ location }: typeof top) => {
    const { origin } = scriptOf(location.scriptId);
    return origin === 'internal' || (step.isOwn === true && origin === 'dependency');
  };
  if (!isPassed(top)) {
    const isBehind = isBehindText(top.location, scriptOf(top.location.scriptId)) && step.ownSteps < MAX_OWN_STEPS;
    return isBehind || isReturnOfSameLine(paused, step)
      ? { kind: 'proceed', command: 'stepOver' }
      : { kind: 'report', reason: 'step' };
  }
  // A step over or out is stopped in evaluated code by nothing else.
  const isDeeper = step.command !== 'stepIn' && paused.callFrames.length > step.from.depth;
  if (isDeeper && scriptOf(top.location.scriptId).url === '') return { kind: 'report', reason: 'debugger statement' };
  if (step.ownSteps >= MAX_OWN_STEPS) return { kind: 'proceed', command: 'resume' };
  const programBelow = below.some((frame) => !isPassed(frame));
  return { kind: 'proceed', command: programBelow ? 'stepOut' : 'stepInto' };
}

function isWrittenCode({ origin, sourceMapUrl }: Script): boolean {
  return origin === 'program' && sourceMapUrl !== '';
}

/**
 * In compiled code, one line of the source is often several statements, and some statements are of no line at all. The step
 * goes on until it has left its line of the source.
 */
function passGenerated(paused: Paused, step: StepUnderWay, locate: PauseSituation['locate']): PauseVerdict | undefined {
  const top = paused.callFrames[0];
  if (!top || step.ownSteps >= MAX_OWN_STEPS) return undefined;
  const place = locate(top.location);
  const isDeeper = paused.callFrames.length > step.from.depth;
  if (place.kind === 'generated') {
    if (step.command === 'stepIn') return { kind: 'proceed', command: 'stepInto' };
    return { kind: 'proceed', command: isDeeper ? 'stepOut' : 'stepOver' };
  }
  const isSameLine = place.path === step.from.place.path && place.line === step.from.place.line;
  if (!isSameLine || step.command === 'stepOut' || paused.callFrames.length !== step.from.depth) return undefined;
  if (step.stopsAtReturn && top.returnValue !== undefined) return undefined;
  return { kind: 'proceed', command: step.command === 'stepIn' ? 'stepInto' : 'stepOver' };
}

/** True if the thread is in something that the step passes over: for a step out, that is all of the function it began in. */
function isOnTheWay({ callFrames }: Paused, { command, from }: StepUnderWay): boolean {
  const index = callFrames.length - from.depth;
  const origin = callFrames[index]?.location;
  if (origin?.scriptId !== from.scriptId) return false;
  // An async caller runs at the same depth as what it awaited.
  if ((callFrames[index]?.functionLocation?.lineNumber ?? -1) !== from.functionLine) return false;
  return command === 'stepOut' || (index > 0 && origin.lineNumber === from.lineNumber);
}

function isAtOrigin({ callFrames }: Paused, { from }: StepUnderWay): boolean {
  const top = callFrames[0]?.location;
  return callFrames.length === from.depth && top?.scriptId === from.scriptId && top.lineNumber === from.lineNumber;
}

/** The end of a module, where V8 stops once more, is no written line. Without a line end it is the last line, and is passed, too. */
function isBehindText({ lineNumber }: StepPlace, { emptyLine }: Script): boolean {
  return lineNumber === emptyLine;
}

/**
 * V8 stops once more on the line of a `return`, at the return itself. An agent that asked for the next line would be given
 * the same line twice.
 */
function isReturnOfSameLine(paused: Paused, step: StepUnderWay): boolean {
  const top = paused.callFrames[0];
  return (
    step.command !== 'stepOut' &&
    step.stopsAtReturn !== true &&
    top?.returnValue !== undefined &&
    top.location.scriptId === step.from.scriptId &&
    top.location.lineNumber === step.from.lineNumber &&
    paused.callFrames.length === step.from.depth
  );
}
