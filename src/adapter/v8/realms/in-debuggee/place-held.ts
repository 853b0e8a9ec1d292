import type { Surroundings } from '../own-realm.ts';

/** The names under which the held functions are found. */
export interface HeldPlace {
  /** The name of a property that literals inherit. */
  readonly name: string;
  /** The key of a global's symbol, for a program that has frozen what literals inherit. */
  readonly symbol: string;
}

/**
 * Makes what conditions call reachable for them, and hides it. Runs in the debuggee.
 *
 * @returns What is held there, which has no prototype, on which a program may have put setters. Undefined where the program has frozen
 *   both places.
 */
export function heldIn<T extends object>(
  { program, boxed }: Pick<Surroundings, 'program' | 'boxed'>,
  place: HeldPlace,
): Partial<T> | undefined {
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const symbol = Symbol.for(place.symbol);
  const boxedLiteral: unknown = boxed && apply(boxed, 0n, []);
  const isBoxed = typeof boxedLiteral === 'object' && boxedLiteral !== null;
  const literals = (isBoxed && getPrototypeOf(boxedLiteral)) || program;
  const known = getOwnPropertyDescriptor(literals, place.name) ?? getOwnPropertyDescriptor(program, symbol);
  const held: Partial<T> = known?.value ?? Object.create(null);
  const hidden = { __proto__: null, value: held, configurable: true };
  const isPlaced = defineProperty(literals, place.name, hidden) || defineProperty(program, symbol, hidden);
  return isPlaced ? held : undefined;
}
