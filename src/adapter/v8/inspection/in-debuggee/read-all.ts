/** Functions that each read one variable; an object without a prototype. */
type Readers = Readonly<Record<string, () => unknown>>;

/**
 * Calls each reader; a variable whose declaration has not run throws, and is left out. Runs in the debuggee, from its own source
 * text, as a method of the readers. It uses no built-in at all, and the result has no prototype, as a program may have put
 * setters on that of all objects.
 */
export function readAll(this: Readers): object {
  const values: { [name: string]: unknown } = { __proto__: null };
  for (const name in this) {
    try {
      values[name] = this[name]?.();
    } catch {}
  }
  return values;
}
