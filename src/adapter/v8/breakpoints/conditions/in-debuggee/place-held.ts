/**
 * Makes what conditions call reachable from a literal, or by a symbol where the program has frozen what literals inherit, and hides it.
 * Runs in the debuggee, from its own source text.
 *
 * @returns What is held there, which has no prototype, on which a program may have put setters.
 */
export function placeHeld(name: string, symbol: symbol | undefined): object {
  const known: unknown = symbol && Reflect.get(globalThis, symbol);
  const held = typeof known === 'object' && known !== null ? known : { __proto__: null };
  const hidden = { __proto__: null, value: held, configurable: true };
  const isPlaced = Reflect.defineProperty(Reflect.getPrototypeOf(Object(0n)) ?? globalThis, name, hidden);
  if (!isPlaced && symbol) Reflect.defineProperty(globalThis, symbol, hidden);
  return held;
}
