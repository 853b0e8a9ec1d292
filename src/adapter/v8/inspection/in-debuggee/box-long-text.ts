/**
 * Puts a long text into an object that is known by its tag, and passes on everything else. Runs in the debuggee, from its own
 * source text, around an expression of the user's.
 */
export function boxLongText(maxLength: number, tag: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > maxLength ? { text: value, [Symbol.toStringTag]: tag } : value;
}
