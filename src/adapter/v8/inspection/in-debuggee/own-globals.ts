import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';

/**
 * Makes the function that collects the globals which the program itself made, on an object of their own: the enumerable ones,
 * less those that Node defines as enumerable.
 *
 * Runs in the debuggee, from its own source text, in a realm of ours. Accessors are copied as
 * such, so that no getter runs; neither object nor descriptor has a prototype, on which the program could have put setters.
 */
export function createOwnGlobals(builtInNames: readonly string[]) {
  const isBuiltIn: { [name: string]: unknown } = { __proto__: null };
  for (let at = 0; at < builtInNames.length; at++) isBuiltIn[builtInNames[at] ?? ''] = true;

  return (i: Intrinsics): object => {
    const own = { __proto__: null };
    const names = i.keys(i.global);
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? '';
      const found = isBuiltIn[name] === true ? undefined : i.descriptor(i.global, name);
      const copy = { __proto__: null, ...found };
      if (found !== undefined) i.defineProperty(own, name, copy);
    }
    return own;
  };
}
