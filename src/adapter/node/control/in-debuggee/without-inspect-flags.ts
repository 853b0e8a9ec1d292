/**
 * `child_process.fork` hands `process.execArgv` on, and with it the flag that made this process wait for a debugger. Node fills
 * it in only after it has waited, so a setter is what takes the flag out. Where it is filled in already, the process was made to wait
 * in another way, and nothing is to be done.
 *
 * Runs in the debuggee, from its own source text, as does the setter, both before any code of the program.
 */
export function withoutInspectFlags(): void {
  if (process.execArgv !== undefined) return;
  const define = (rest: PropertyDescriptor) =>
    Object.defineProperty(process, 'execArgv', { configurable: true, enumerable: true, ...rest });
  define({
    get() {
      return undefined;
    },
    set(flags: readonly string[]) {
      define({ writable: true, value: flags.filter((flag) => !/^--inspect(-brk|-wait)?(=|$)/.test(flag)) });
    },
  });
}
