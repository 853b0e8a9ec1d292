import { callText, verbatim } from '../../../../cdp/function-text.ts';
import type { WantedBreakpoint } from '../../../../model/breakpoints/breakpoint.ts';
import { hitsOf } from '../../../../model/breakpoints/hit-condition.ts';
import { HELD_OR_NEW } from '../../realms/held.ts';
import { countPass, forgetPasses } from './in-debuggee/hit-counter.ts';

/**
 * The expression that counts a pass and is true where the hit condition is met; undefined for a breakpoint without one.
 *
 * @throws DebugError as hitsOf
 */
export function hitExpression(gate: WantedBreakpoint): string | undefined {
  const hits = hitsOf(gate);
  if (hits === undefined) return undefined;
  const test = hits.operator === '%' ? `% ${hits.count} === 0` : `${hits.operator} ${hits.count}`;
  return `${callText(countPass, verbatim(HELD_OR_NEW), gate.id)} ${test}`;
}

/** The expression that forgets the passes which a hit condition has counted; undefined for a breakpoint without one. */
export function forgetExpression(gate: WantedBreakpoint): string | undefined {
  return hitsOf(gate) === undefined ? undefined : callText(forgetPasses, verbatim(HELD_OR_NEW), gate.id);
}
