import { callText, verbatim } from '../../../../cdp/function-text.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import { HELD_OR_NEW } from './held.ts';
import { countPass, forgetPasses } from './in-debuggee/hit-counter.ts';

const HIT_OPERATORS = ['===', '>=', '>', '<=', '<', '%'] as const;

/**
 * The expression that counts a pass and is true where the hit condition is met: `5`, `==5`, `>=5`, `>5`, `<5`, `<=5`, `%5`.
 *
 * @param id The user's number of the breakpoint.
 * @throws DebugError `invalid_argument`
 */
export function hitExpression(id: number, hitCondition: string): string {
  const { operator, count } = parseHitCondition(hitCondition);
  const test = operator === '%' ? `% ${count} === 0` : `${operator} ${count}`;
  return `${callText(countPass, verbatim(HELD_OR_NEW), id)} ${test}`;
}

/** The expression that forgets the passes which a hit condition has counted. @param id As {@link hitExpression}. */
export function forgetExpression(id: number): string {
  return callText(forgetPasses, verbatim(HELD_OR_NEW), id);
}

function parseHitCondition(text: string): { operator: (typeof HIT_OPERATORS)[number]; count: number } {
  const match = /^(==?=?|>=|<=|>|<|%)?\s*(\d+)$/.exec(text.trim());
  const count = Number(match?.[2]);
  if (!match || count < 1) {
    throw new DebugError('invalid_argument', `Hit condition "${text}" is not understood.`, {
      advice: 'Use a number of passes: 5 (the fifth pass), >=5, >5, <5 or %5 (every fifth).',
      details: { argument: 'hitCondition' },
    });
  }
  return { operator: HIT_OPERATORS.find((operator) => operator === match[1]) ?? '===', count };
}
