/** Built-ins for reading a stack without running code of the program. */
export interface StackBuiltIns {
  readonly descriptor: typeof Object.getOwnPropertyDescriptor;
  readonly defineProperty: typeof Reflect.defineProperty;
  readonly deleteProperty: typeof Reflect.deleteProperty;
  readonly errorClass: new () => Error;
  readonly global: object;
  /** Left out where proxies cannot be told apart. */
  readonly isProxy?: ((value: unknown) => boolean) | undefined;
}

/** The function that V8 calls for a stack, in place of `Error.prepareStackTrace`. */
type StackFormat = (error: unknown, sites: readonly NodeJS.CallSite[]) => unknown;

/** Gives the stack of its caller, of at most `limit` frames; undefined where that would run code of the program. */
export type StackReader = (limit: number, format?: StackFormat) => unknown;

/**
 * Reads stacks. The program's own settings of their length and format are set aside for the moment, so that none of its code
 * runs: those of the class that V8 makes errors of, and those of what is called `Error` now, which Node asks.
 *
 * Runs in the debuggee. All built-ins come as parameters: where they were saved before the program
 * began, nothing of it is called.
 */
export function createStackReader(builtIns: StackBuiltIns): StackReader {
  const { descriptor, defineProperty, deleteProperty, errorClass, global, isProxy } = builtIns;

  // No descriptor that is given to a built-in has a prototype: a program may have put `get` on that of all objects.
  function set(holder: object, name: string, value: unknown): boolean {
    const wanted = { __proto__: null, value, configurable: true, writable: true };
    return defineProperty(holder, name, wanted);
  }

  function restore(holder: object, name: string, saved: PropertyDescriptor | undefined): void {
    const wanted = { __proto__: null, ...saved };
    if (saved === undefined) deleteProperty(holder, name);
    else defineProperty(holder, name, wanted);
  }

  function isData(found: PropertyDescriptor): boolean {
    return descriptor(found, 'value') !== undefined;
  }

  /** The present `Error`; undefined if only code of the program could tell. */
  function presentErrorClass(): object | undefined {
    const found = descriptor(global, 'Error');
    const value: unknown = found !== undefined && isData(found) ? found.value : undefined;
    if (value === errorClass) return errorClass;
    return typeof value === 'function' && isProxy?.(value) === false ? value : undefined;
  }

  return (limit, format) => {
    const present = presentErrorClass();
    if (present === undefined) return undefined;
    const savedLimit = descriptor(errorClass, 'stackTraceLimit');
    const savedFormat = descriptor(errorClass, 'prepareStackTrace');
    const presentFormat = descriptor(present, 'prepareStackTrace');
    try {
      const isSet =
        set(errorClass, 'stackTraceLimit', limit) &&
        set(errorClass, 'prepareStackTrace', format) &&
        set(present, 'prepareStackTrace', format);
      if (!isSet) return undefined;
      const error = new errorClass();
      // They head the text of a stack, and would be looked for on a prototype of the program's.
      set(error, 'name', 'Error');
      set(error, 'message', '');
      return error.stack;
    } finally {
      if (present !== errorClass) restore(present, 'prepareStackTrace', presentFormat);
      restore(errorClass, 'prepareStackTrace', savedFormat);
      restore(errorClass, 'stackTraceLimit', savedLimit);
    }
  };
}
