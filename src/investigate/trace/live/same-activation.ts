import type { StackFrame } from '../../../model/stack-frame.ts';
import type { LoopLines } from './loop-lines.ts';
import type { StopLook } from './stop-look.ts';

/** Statements at which a function gives up its thread, to go on later from another place. */
export const MAY_WAIT = /\b(await|yield|async\s+(for|with))\b/;

/**
 * True if a stop is in the call of a function that the stop before was in, after a step over or a breakpoint.
 *
 * The debugger's own names for calls are certain where they agree. They end at an await, after which a function goes on from elsewhere,
 * at a breakpoint, and everywhere in Python's coroutines; a call is known again there by its callers, where it can have come from the one
 * line to the other.
 */
export function isSameActivation(before: StopLook, now: StopLook, lines: LoopLines): boolean {
  const [then, there] = [before.stop, now.stop];
  if (then.threadId !== there.threadId || before.returning !== undefined) return false;
  if (then.functionName !== there.functionName || then.location.path !== there.location.path) return false;
  if (now.calls.some((name) => before.calls.includes(name))) return true;
  // A breakpoint stops whichever call comes first to it.
  const mayWait = MAY_WAIT.test(lines.textOf(then.location.line));
  if (mayWait || there.reason === 'function breakpoint') return mayWait && there.reason === 'step';
  return isSameChain(before.callers, now.callers) && lines.mayFollow(then.location.line, there.location.line);
}

function isSameChain(before: readonly StackFrame[], now: readonly StackFrame[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ name, location }, index) => {
      const then = before[index];
      return then?.name === name && then.location.path === location.path && then.location.line === location.line;
    })
  );
}
