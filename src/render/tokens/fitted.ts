import { surely, tokenCost } from './token-cost.ts';

/** Nearer to the largest budget than this, another rendering would show no further line. */
const NEAR_TOKENS = 8;

/**
 * The largest rendering that costs at most `maxTokens`, as a text reads in the end. A rendering keeps to its budget by rough
 * estimates, which dense values exceed. Where even an empty budget gives too much, that is the result.
 *
 * @param render gets the budget: `maxTokens` at first
 * @param read the text of a rendering as it is read: masked
 */
export function fitted<T>(maxTokens: number, render: (budgetTokens: number) => T, read: (rendering: T) => string): T {
  const fits = (rendering: T) => tokenCost(read(rendering)) <= surely(maxTokens);
  const first = render(maxTokens);
  if (fits(first)) return first;
  let best = render(0);
  let least = 0;
  let most = maxTokens;
  while (most - least > NEAR_TOKENS) {
    const middle = Math.floor((least + most) / 2);
    const rendering = render(middle);
    if (fits(rendering)) [best, least] = [rendering, middle];
    else most = middle;
  }
  return best;
}
