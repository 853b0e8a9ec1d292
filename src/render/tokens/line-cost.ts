import { CHARS_PER_TOKEN } from '../budget.ts';
import { tokenCost } from './token-cost.ts';

/** The tokens of a line with its line break. */
export type LineCost = (line: string) => number;

/** The rough cost of a line, by its length. */
export const roughCost: LineCost = (line) => (line.length + 1) / CHARS_PER_TOKEN;

/** The cost of a line by its characters: not less than its real cost, also where it is dense. */
export const carefulCost: LineCost = (line) => tokenCost(line) + 1;

/** The tokens of a line; 0 for no line. */
export type Cost = (line: string | undefined) => number;

/** The same, reckoned once for each line. */
export function remembered(costOf: LineCost): Cost {
  const costs = new Map<string, number>();
  return (line) => {
    if (line === undefined) return 0;
    const cost = costs.get(line) ?? costOf(line);
    costs.set(line, cost);
    return cost;
  };
}
