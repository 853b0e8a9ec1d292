/** The rough length of a token, in UTF-16 units. English has 4 to 4.5, code 3; where a limit is promised, `tokens/` reckons. */
export const CHARS_PER_TOKEN = 4;

/** Default limit of a stop with all that explains it, in estimated tokens. */
export const STOP_BUDGET_TOKENS = 600;

/** Default limit of an answer that was asked for by name (variables, stack, output, probe), in estimated tokens. */
export const LIST_BUDGET_TOKENS = 1500;

/** Limit of a test run's answer, however many tests failed, in estimated tokens. */
export const TEST_BUDGET_TOKENS = 900;

/** Limit of a trace's answer, whatever ran, in estimated tokens. */
export const TRACE_BUDGET_TOKENS = 700;

/** Limit of a stop that ends a trace, in estimated tokens: most of the answer is for what was recorded. */
export const TRACED_STOP_BUDGET_TOKENS = 250;

/** Estimates the tokens of a text: its length in UTF-16 units by {@link CHARS_PER_TOKEN}, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}
