/**
 * The globals of the program's realm, given by the code around the bundle (scripts/bundle/own-realm.mjs). All other built-ins that
 * the tracer names are those of its own realm, which the program does not have: it can replace its `Array.prototype.map` and freeze
 * its `Error`, and the tracer's stay as they are.
 *
 * What comes from the program's realm, and that is every list and function of Node's too, may be patched: it is walked by index, and
 * asked by `Reflect` and `Object`; `instanceof` does not know it.
 */
declare const PROGRAM: typeof globalThis;

export const program = PROGRAM;

const { performance } = program;
const { now } = performance;
const { unref } = setTimeout(() => {}, 0);

/** Milliseconds of a clock that only goes forward, whatever the program makes of its own. */
export function clockMs(): number {
  return Reflect.apply(now, performance, []);
}

/** Calls a function later, or again and again, and does not keep the process alive for it. */
export function inBackground(
  run: () => void,
  ms: number,
  start: (run: () => void, ms: number) => object = setTimeout,
): void {
  Reflect.apply(unref, start(run, ms), []);
}

/** A list of the program's realm, as one of the tracer's. */
export function copied<T>(list: readonly T[]): T[] {
  return Reflect.apply(listOf<T>, undefined, list);
}

function listOf<T>(...items: T[]): T[] {
  return items;
}
