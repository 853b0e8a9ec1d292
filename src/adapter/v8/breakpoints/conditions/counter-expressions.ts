import type { BreakpointId } from '../../../../model/ids.ts';
import { HELD, HELD_PLACE } from '../../realms/held.ts';
import { type Further, type OwnCode, ownCode } from '../../realms/own-realm.ts';
import type { LocalBreakpointId } from '../local-id.ts';
import type { installConditionCounter } from './in-debuggee/condition-counter.ts';
import counterText from './in-debuggee/condition-counter.ts?in-debuggee';

/** The expression for the counter of passes; undefined if it is not installed: conditions hold all the same. */
const COUNTER = `${HELD}?.counter`;
const ASK = '.ask';

/** Counts a pass that no condition decides about. @param number Under which passes are counted. */
export function passExpression(number: LocalBreakpointId): string {
  return `(${COUNTER}?.pass(${number}),true)`;
}

/** Asks a condition, and counts what it comes to. @param number As {@link passExpression}. */
export function askExpression(number: LocalBreakpointId, condition: string): string {
  return `(${COUNTER}?${ASK}??((mcpNumber,mcpCondition)=>mcpCondition()))(${number},()=>${condition})`;
}

/** Asks a condition alone in such a way that, while its passes are met, it is true also where it is false, which it reports. */
export function meetAsked(asked: string): string {
  // V8 compiles the text at each pass: it stays as short as it was.
  return asked.replace(ASK, '.meetAsked');
}

/** The same for any condition. @param id The user's number of the breakpoint. */
export function meetExpression(number: LocalBreakpointId, id: BreakpointId, condition: string): string {
  return `(${COUNTER}?.meet??((mcpNumber,mcpId,mcpCondition)=>mcpCondition()))(${number},${id},()=>${condition}\n)`;
}

/** Begins or ends to meet passes. */
export function armExpression(isArmed: boolean): string {
  return `${COUNTER}?.arm(${isArmed})`;
}

/** Takes back what the last pass that was met has counted. @param id As {@link meetExpression}. */
export function undoExpression(number: LocalBreakpointId, id: BreakpointId): string {
  return `${COUNTER}?.undo(${number},${id})`;
}

/** Installs what counts passes, which reports through a binding. Its value is true. */
export function conditionCounter(binding: string): OwnCode {
  return { ...ownCode<Further<typeof installConditionCounter>>(counterText, binding, HELD_PLACE), binding };
}
