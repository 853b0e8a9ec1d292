/**
 * Makes what conditions call reachable from a literal, or by a symbol where the program has frozen what literals inherit, and hides it.
 * Runs in the debuggee, from its own source text.
 *
 * @returns What is held there, which has no prototype, on which a program may have put setters.
 */
export function placeHeld(name: string, symbol: symbol): object {
  const known: unknown = Reflect.get(globalThis, symbol);
  const held = typeof known === 'object' && known !== null ? known : { __proto__: null };
  const hidden = { __proto__: null, value: held, configurable: true };
  if (!Reflect.defineProperty(Reflect.getPrototypeOf(Object(0n)) ?? globalThis, name, hidden))
    Reflect.defineProperty(globalThis, symbol, hidden);
  return held;
}
