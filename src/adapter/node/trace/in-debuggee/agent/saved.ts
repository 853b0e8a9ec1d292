/**
 * Built-ins as they were when the process began. The program may patch its own afterwards; what runs in a probe uses these alone,
 * and walks lists by index, because `for…of` and `push` look up what a program can replace.
 */
const { apply, construct, ownKeys } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, is, create } = Object;
const stringify: (value: unknown) => string | undefined = JSON.stringify;
const { now } = Date;
const { performance } = globalThis;
const { now: clock } = performance;
const { indexOf } = String.prototype;
const { parseFloat: readNumber } = Number;

export const saved = {
  apply,
  construct,
  ownKeys,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  setPrototypeOf,
  is,
  create,
  setTimeout,
  setInterval,
  queueMicrotask,
  unref: setTimeout(() => {}, 0).unref,
  /** JSON of a primitive. */
  quote: (value: unknown): string => stringify(value) ?? 'null',
  epochMs: now,
  clockMs: (): number => apply(clock, performance, []),
  truncate: Math.trunc,
  /** The index of a text in another, from a place on; -1 if it is not there. */
  indexOf: (text: string, part: string, from: number): number => apply(indexOf, text, [part, from]),
  /** The number that a text begins with. */
  readNumber,
  functionText: Function.prototype.toString,
  /** Makes the stack of an error; undefined where looking at the property does. */
  stackOf: getOwnPropertyDescriptor(new Error(), 'stack')?.get,
} as const;

/** Copies methods, so that looking one up finds nothing that the program can replace. */
function sealed<T extends object>(from: object, to: T): T {
  for (const key of ownKeys(from)) {
    const slot = getOwnPropertyDescriptor(from, key);
    if (slot !== undefined && !getOwnPropertyDescriptor(to, key)) defineProperty(to, key, slot);
  }
  return setPrototypeOf(to, null);
}

/** A map whose methods the program cannot patch. */
export class SafeMap<K, V> extends Map<K, V> {}
sealed(Map.prototype, SafeMap.prototype);

/** A weak map whose methods the program cannot patch. */
export class SafeWeakMap<K extends object, V> extends WeakMap<K, V> {}
sealed(WeakMap.prototype, SafeWeakMap.prototype);
