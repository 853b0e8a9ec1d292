import type { Held } from './describe.ts';

/** The end of a call; `unknown` is told by an error that other code caught. */
export type HeldEnd =
  | { readonly kind: 'returned'; readonly value: Held }
  | { readonly kind: 'threw'; readonly error: Held }
  | { readonly kind: 'suspended' | 'closed' | 'running'; readonly line: number };

/** The pending end of a call. */
export interface Ending {
  readonly returning: { readonly value: Held } | undefined;
  readonly throwing: { readonly error: Held } | undefined;
  /** A generator was closed where it waited, or thrown into, which nothing tells apart in one that catches nothing. */
  readonly isGivenUp: boolean;
}

/** The error of a call that ended with one, in a function that does not catch it. */
export const UNKNOWN_ERROR: Held = { text: '(an error that was caught outside of the traced code)', type: 'unknown' };
