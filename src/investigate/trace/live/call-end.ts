import type { CallState } from '../../../adapter/followed-call.ts';
import type { UnseenReturn } from '../../../adapter/return-stops.ts';
import type { TracedEnd } from '../../../model/trace/trace-record.ts';
import { UNSHOWN } from '../../../model/trace/unshown-value.ts';
import type { LoopLines } from './loop-lines.ts';
import { MAY_WAIT } from './same-activation.ts';
import type { StopLook } from './stop-look.ts';
import { tracedValue } from './traced-value.ts';
import type { WalkEnd } from './walk-end.ts';

/** A line at which an exception goes on after it has left a function. */
const HANDLER = /^\s*(except|finally|(?:\}\s*)?catch)\b/;
const ERROR_TYPE = /(^error|Error|Exception)$/;

function isHandler(text: string): boolean {
  return HANDLER.test(text);
}

/** The facts about the end of a call. */
interface EndSituation {
  /** The last stop in it. */
  readonly last: StopLook;
  readonly lastLine: number;
  /** The stop after the call. */
  readonly outside: StopLook | undefined;
  readonly lines: LoopLines;
  /** The thread that the call was in has ended. */
  readonly threadEnded: boolean;
  /** True if the debugger stops where a function returns: one that was left elsewhere has thrown. */
  readonly stopsAtReturns: boolean;
  /** The call may have returned from where it was seen last without a stop there. */
  readonly unseen: UnseenReturn | undefined;
  /** The state of the call by the debuggee; undefined if that does not report it. */
  readonly state: CallState | undefined;
}

/** The end of a call that was followed until then. */
export function endOfCall(end: WalkEnd, situation: EndSituation): TracedEnd {
  const { last, lastLine, outside, lines, state } = situation;
  if (state) return endInState(state, end, situation);
  if (end.kind === 'returning' && last.returning) return { kind: 'returned', value: tracedValue(last.returning) };
  if (end.kind === 'left' && outside) return leftWith(outside, situation);
  if (end.kind === 'gone' || situation.threadEnded) return leftUnseen(situation);
  const uncaught = uncaughtIn(end, situation);
  if (uncaught) return uncaught;
  if (end.kind === 'outcome' && end.outcome.kind === 'stopped' && end.outcome.threadId === last.stop.threadId) {
    if (outside && !isBelow(situation, outside)) {
      if (MAY_WAIT.test(lines.textOf(lastLine))) return { kind: 'suspended', line: lastLine };
      return leftWith(outside, situation);
    }
  }
  // What ran after it has not stopped.
  const hasExited = end.kind === 'outcome' && end.outcome.kind === 'exited';
  if (hasExited && /^\s*(return|throw|raise)\b/.test(lines.textOf(lastLine))) return leftUnseen(situation);
  return { kind: 'running', line: lastLine };
}

/** The end of a call whose state the debuggee has reported. */
function endInState(state: CallState, end: WalkEnd, situation: EndSituation): TracedEnd {
  const { lastLine: line, outside } = situation;
  switch (state.kind) {
    case 'returned':
      return { kind: 'returned', value: state.value ? tracedValue(state.value) : UNSHOWN };
    case 'threw':
      return { kind: 'threw', error: state.value ? tracedValue(state.value) : UNSHOWN };
    case 'waits':
      return { kind: 'suspended', line };
    case 'closed':
      return { kind: 'closed', line };
    case 'runs':
      return uncaughtIn(end, situation) ?? { kind: 'running', line };
    case 'unseen': {
      const isInside = (end.kind === 'until' || end.kind === 'bound') && outside === undefined;
      return uncaughtIn(end, situation) ?? { kind: isInside ? 'running' : 'unseen', line };
    }
  }
}

/** The end by an exception that no caller catches: the call does not, either. */
function uncaughtIn(end: WalkEnd, { last }: EndSituation): TracedEnd | undefined {
  if (end.kind !== 'outcome' || end.outcome.kind !== 'stopped') return undefined;
  const { exception, threadId } = end.outcome;
  if (!exception?.uncaught || threadId !== last.stop.threadId) return undefined;
  return { kind: 'threw', error: tracedValue(thrownValue(exception)) };
}

/** True if the call is among those that another stop was reached through. */
function isBelow({ last, lastLine }: EndSituation, { callers }: StopLook): boolean {
  const { functionName, location } = last.stop;
  return callers.some(
    (each) => each.name === functionName && each.location.path === location.path && each.location.line === lastLine,
  );
}

function leftWith(outside: StopLook, situation: EndSituation): TracedEnd {
  const { last, lines, stopsAtReturns, unseen } = situation;
  const name = lastPart(last.stop.functionName);
  const thrown = [...outside.thrown].find(([each]) => lastPart(each) === name)?.[1];
  if (thrown) return { kind: 'threw', error: tracedValue(thrown) };
  const result = [...outside.results].findLast(([each]) => lastPart(each) === name)?.[1];
  const isInFile = outside.stop.location.path === last.stop.location.path;
  const { line } = outside.stop.location;
  // V8 goes on at the first statement of a handler, not at its head.
  const heads = unseen ? [line, line - 1] : [line];
  const isCaught = isInFile && heads.some((each) => isHandler(lines.textOf(each)));
  if (unseen && !isCaught) return { kind: 'returned', value: unseen.value ? tracedValue(unseen.value) : UNSHOWN };
  if (isCaught || stopsAtReturns) {
    const caught = outside.variables.find(({ type }) => ERROR_TYPE.test(type));
    return { kind: 'threw', error: caught ? tracedValue(caught) : UNSHOWN };
  }
  return result
    ? { kind: 'returned', value: tracedValue(result) }
    : leftUnseen({ ...situation, lastLine: last.stop.location.line });
}

/** The end of a call that no stop has shown, by the line that it was left from. */
function leftUnseen({ last, lastLine, lines }: EndSituation): TracedEnd {
  const text = lines.textOf(lastLine);
  if (!lines.mayEnd(lastLine)) return { kind: 'threw', error: UNSHOWN };
  const name = /^\s*return\s+([\p{L}_]\w*)\s*;?$/u.exec(text)?.[1];
  const returned = last.variables.find((each) => each.name === name);
  return { kind: 'returned', value: returned ? tracedValue(returned) : UNSHOWN };
}

function thrownValue({ name, message }: { readonly name: string; readonly message: string }) {
  return { type: name, value: message === '' ? name : `${name}: ${message}` };
}

/** `invoice` of `Cart.invoice`. */
function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name;
}
