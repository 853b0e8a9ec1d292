/** A frame: name, url, 1-based line and column, and those of where its function begins. */
export type RunningSite = readonly [string | null, string | null, number | null, number | null, number, number];

/**
 * The process and the stack of the code that the question interrupts. V8 answers while a loop runs, without a pause: the loop stays
 * compiled as it is, so that asking ten times a second costs the program nothing to speak of.
 *
 * Runs in the debuggee in the middle of the program, and in its realm: one of our own would have to be opened for each question. So the
 * program's settings of the length and the format of stacks are set aside for the moment, it is written in statements, and what it calls
 * of what a program can replace are two functions of `Reflect` and `Object`. Whatever throws makes it answer nothing.
 */
export function runningStack(limit: number): unknown[] {
  const rows: RunningSite[] = [];
  try {
    const { getOwnPropertyDescriptor: descriptor } = Object;
    const { defineProperty, deleteProperty } = Reflect;
    const present = descriptor(globalThis, 'Error');
    if (present === undefined || descriptor(present, 'value') === undefined) return [];
    const holder: ErrorConstructor = present.value;

    // No descriptor that is given to a built-in has a prototype: a program may have put `get` on that of all objects.
    function set(name: string, value: unknown): boolean {
      const wanted = { __proto__: null, value, configurable: true, writable: true };
      return defineProperty(holder, name, wanted);
    }

    function restore(name: string, saved: PropertyDescriptor | undefined): void {
      const wanted = { __proto__: null, ...saved };
      if (saved === undefined) deleteProperty(holder, name);
      else defineProperty(holder, name, wanted);
    }

    function format(_: unknown, sites: readonly NodeJS.CallSite[]): string {
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
    }

    const savedLimit = descriptor(holder, 'stackTraceLimit');
    const savedFormat = descriptor(holder, 'prepareStackTrace');
    try {
      if (!set('stackTraceLimit', limit) || !set('prepareStackTrace', format)) return [];
      const error = new holder();
      // They head the text of a stack, and would be looked for on a prototype of the program's.
      const blank = { __proto__: null, value: '', configurable: true, writable: true };
      defineProperty(error, 'name', blank);
      defineProperty(error, 'message', blank);
      void error.stack;
    } finally {
      restore('prepareStackTrace', savedFormat);
      restore('stackTraceLimit', savedLimit);
    }
    return [globalThis.process?.pid, rows];
  } catch {
    return [];
  }
}
