import { callText, verbatim } from '../../../../cdp/function-text.ts';
import type { WantedBreakpoint } from '../../../../model/breakpoints/breakpoint.ts';
import { parseHitCondition } from '../../../../model/breakpoints/hit-condition.ts';
import type { BreakpointId } from '../../../../model/ids.ts';
import { HELD_OR_NEW } from './held.ts';
import { countPass, forgetPasses } from './in-debuggee/hit-counter.ts';

/**
 * The expression that counts a pass and is true where the hit condition is met.
 *
 * @param id The user's number of the breakpoint.
 * @throws DebugError as parseHitCondition
 */
export function hitExpression(id: BreakpointId, text: string): string {
  const { operator, count } = parseHitCondition(text);
  const test = operator === '%' ? `% ${count} === 0` : `${operator} ${count}`;
  return `${callText(countPass, verbatim(HELD_OR_NEW), id)} ${test}`;
}

/** The expression that forgets the passes which a hit condition has counted; undefined for a breakpoint without one. */
export function forgetExpression({ id, hitCondition }: WantedBreakpoint): string | undefined {
  return hitCondition === undefined ? undefined : callText(forgetPasses, verbatim(HELD_OR_NEW), id);
}
