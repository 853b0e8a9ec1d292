/** What one token is roughly taken to be worth, in UTF-16 units. English has 4 to 4.5, code 3; where a limit is promised, `tokens/` reckons. */
export const CHARS_PER_TOKEN = 4;

/** What a stop, with all that explains it, may cost by default, in estimated tokens. */
export const STOP_BUDGET_TOKENS = 600;

/** What an answer that was asked for by name (variables, stack, output, probe) may cost by default. */
export const LIST_BUDGET_TOKENS = 1500;

/** What a test run may cost, however many tests failed. */
export const TEST_BUDGET_TOKENS = 900;

/** How many tokens a text costs, roughly: its length in UTF-16 units by {@link CHARS_PER_TOKEN}, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}
