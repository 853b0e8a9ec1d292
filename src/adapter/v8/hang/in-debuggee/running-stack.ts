import { createStackReader } from '../../pauses/in-debuggee/stack-reader.ts';

/** A frame: name, url, 1-based line and column, and those of where its function begins. */
export type RunningSite = readonly [string | null, string | null, number | null, number | null, number, number];

/**
 * The process and the stack of the code that the question interrupts. V8 answers while a loop runs, without a pause: the loop stays
 * compiled as it is, so that asking ten times a second costs the program nothing to speak of.
 *
 * Runs in the debuggee in the middle of the program: nothing could be saved before. So it is written in
 * statements, and what it calls of what a program can replace are two functions of `Reflect` and `Object`, and V8's call sites.
 * Whatever throws makes it answer nothing.
 */
export function runningStack(limit: number): unknown[] {
  const rows: RunningSite[] = [];
  try {
    const { getOwnPropertyDescriptor: descriptor } = Object;
    const { defineProperty, deleteProperty } = Reflect;
    const read = createStackReader({
      descriptor,
      defineProperty,
      deleteProperty,
      errorClass: Error,
      global: globalThis,
    });
    read(limit, (_error, sites) => {
      for (let at = 0; at < sites.length; at++) {
        const site = sites[at];
        if (site === undefined) continue;
        const value: RunningSite = [
          site.getFunctionName(),
          site.getScriptNameOrSourceURL(),
          site.getLineNumber(),
          site.getColumnNumber(),
          site.getEnclosingLineNumber?.() ?? 0,
          site.getEnclosingColumnNumber?.() ?? 0,
        ];
        // Assigned, it would go to a setter that a program may have put on the prototype of all arrays.
        const row = { __proto__: null, value, configurable: true, enumerable: true, writable: true };
        defineProperty(rows, at, row);
      }
      return '';
    });
    return [globalThis.process?.pid, rows];
  } catch {
    return [];
  }
}
