/** Carries a message out of the debuggee. */
export type Emit = (message: string) => void;

/**
 * The binding of a name. V8 puts it into a realm of ours a moment after that was opened. In the program's realm it is there, and is taken
 * out of the program's sight: it works on after its global is deleted.
 *
 * Runs in the debuggee.
 */
export function bindingOf(name: string): Emit {
  let emit: Emit | undefined;
  function take(): void {
    emit = Reflect.get(globalThis, name);
    Reflect.deleteProperty(globalThis, name);
  }
  take();
  return (message) => {
    if (!emit) take();
    emit?.(message);
  };
}
