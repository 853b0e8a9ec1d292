import { DebugError } from '../debug-error.ts';
import type { AskedOptions } from './breakpoint-options.ts';

const OPERATORS = ['==', '>=', '>', '<=', '<', '%'] as const;

/** The passes that stop: those whose number, counted from 1, is in this relation to `count`; `%`: is a multiple of it. */
export interface HitCondition {
  readonly operator: (typeof OPERATORS)[number];
  /** At least 1. */
  readonly count: number;
}

/** The passes at which a breakpoint stops; undefined: all. @throws DebugError `invalid_argument` */
export function hitsOf({ hitCondition }: AskedOptions): HitCondition | undefined {
  return hitCondition === undefined ? undefined : parsed(hitCondition);
}

/** Reads `5`, `==5`, `>=5`, `>5`, `<5`, `<=5`, `%5`. */
function parsed(text: string): HitCondition {
  const [, symbol = '==', digits] = /^(={1,3}|>=|<=|>|<|%)?\s*(\d+)$/.exec(text.trim()) ?? [];
  const count = Number(digits);
  if (digits === undefined || count < 1) {
    throw new DebugError('invalid_argument', `Hit condition "${text}" is not understood.`, {
      advice: 'Use a number of passes: 5 (the fifth pass), >=5, >5, <5 or %5 (every fifth).',
      details: { argument: 'hitCondition' },
    });
  }
  return { operator: OPERATORS.find((operator) => operator === symbol) ?? '==', count };
}
