import type { WantedBreakpoint } from '../../../../model/breakpoints/breakpoint.ts';
import { isConditional, logsInsteadOfStopping } from '../../../../model/breakpoints/breakpoint-options.ts';
import { hitsOf } from '../../../../model/breakpoints/hit-condition.ts';
import type { LocalBreakpointId } from '../local-id.ts';
import { inParentheses, recordExpressions } from '../recorded/recording.ts';
import { askExpression, meetAsked, meetExpression, passExpression } from './counter-expressions.ts';
import { hitExpression } from './hit-condition.ts';

/** The use of a breakpoint's expression. */
export interface ExpressionUse {
  /** The number under which its passes are counted. */
  readonly number: LocalBreakpointId;
  /** Its pause may be that of another breakpoint at the same place, and must not be taken for one that only logs. */
  readonly isShared?: boolean;
}

/**
 * The JavaScript expression that is true exactly when the program must stop at the breakpoint, or undefined when every pass
 * counts. The expression of a breakpoint that logs or collects does so; it is true only where values of it are kept, for the protocol to
 * show them at a pause that is not reported.
 *
 * @param use How it is used; left out, passes are not counted.
 * @throws DebugError `invalid_argument` for an invalid hit condition, or a log message or expression that does not parse
 */
export function conditionExpression(gate: WantedBreakpoint, use?: ExpressionUse): string | undefined {
  const parts = countedCondition(gate, use);
  const hits = hitExpression(gate);
  if (hits !== undefined) parts.push(hits);
  const records = recordExpressions(gate, !use?.isShared);
  if (records.length > 0) parts.push(records.length > 1 ? `(${records.join(' | ')}) > 0` : records.join());
  return parts.length === 0 ? undefined : parts.join(' && ');
}

/** The condition itself, whose passes are counted where that says more than the hits do. */
function countedCondition(gate: WantedBreakpoint, use: ExpressionUse | undefined): string[] {
  const condition = gate.condition === undefined ? undefined : inParentheses(gate.condition);
  if (use === undefined || !isConditional(gate)) return condition === undefined ? [] : [condition];
  return [condition === undefined ? passExpression(use.number) : askExpression(use.number, condition)];
}

/** A condition for V8 itself: while its passes are met, it is true also where the condition is false, which it reports. */
export function metExpression(gate: WantedBreakpoint, number: LocalBreakpointId, condition: string): string {
  if (hitsOf(gate) === undefined && !logsInsteadOfStopping(gate)) return meetAsked(condition);
  return meetExpression(number, gate.id, condition);
}

/** A request that cannot be understood must change nothing and start nothing. @throws DebugError `invalid_argument` */
export function assertUnderstood(wanted: readonly WantedBreakpoint[]): void {
  for (const each of wanted) conditionExpression(each);
}
