import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';

/** Finds the functions of a list whose text contains another one. */
type FunctionFinder = (functions: readonly unknown[], text: string, max: number) => unknown[];

/**
 * Makes what finds functions by their text. Runs in the debuggee, from its own source text, in a realm of ours; the list is
 * V8's own.
 */
export function functionFinder(i: Intrinsics): FunctionFinder {
  return (functions, text, max) => {
    const found: unknown[] = [];
    for (let at = 0; at < functions.length && found.length < max; at++) {
      const each = functions[at];
      if (typeof each !== 'function') continue;
      try {
        const own: string = i.sourceOf(each);
        if (i.indexOf(own, text) >= 0) i.append(found, each);
      } catch {
        // A proxy has no text.
      }
    }
    return found;
  };
}

/** Calls the finder that it is a method of. Runs in the debuggee, from its own source text. */
export function callFinder(this: FunctionFinder, functions: readonly unknown[], text: string, max: number): unknown[] {
  return this(functions, text, max);
}
