/** Reads objects of the program and of Node. */
export interface DataReader {
  /**
   * Reads a property, the holder's own or an inherited one. A getter is not run, unless `owner` has it: a prototype of Node's.
   */
  readonly read: (holder: unknown, name: string, owner?: unknown) => unknown;
  readonly inherits: (value: unknown, prototype: unknown) => boolean;
  /** The name of a value's class, or `unknown`. */
  readonly className: (value: unknown) => string;
  readonly append: <T>(list: T[], item: T) => void;
}

/**
 * Reads data, and runs no code of the program for it: no getter, no setter, no method that it has put in the place of a built-in's.
 *
 * Runs in the debuggee while the program runs: nothing could be saved before. It is written in
 * statements, and calls four functions of `Object` and `Reflect`, which a program would have to have replaced themselves.
 */
export function createDataReader(): DataReader {
  const { getOwnPropertyDescriptor: descriptor, getPrototypeOf } = Object;
  const { apply, defineProperty } = Reflect;
  const maxPrototypes = 20;

  const isObject = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';

  const read: DataReader['read'] = (holder, name, owner) => {
    let at: unknown = holder;
    for (let depth = 0; depth < maxPrototypes && isObject(at); depth++) {
      const found = descriptor(at, name);
      if (found !== undefined) {
        if (descriptor(found, 'value') !== undefined) return found.value;
        return at === owner && found.get !== undefined ? apply(found.get, holder, []) : undefined;
      }
      at = getPrototypeOf(at);
    }
    return undefined;
  };

  const inherits: DataReader['inherits'] = (value, prototype) => {
    if (!isObject(prototype)) return false;
    let at: unknown = value;
    for (let depth = 0; depth < maxPrototypes && isObject(at); depth++) {
      if (at === prototype) return true;
      at = getPrototypeOf(at);
    }
    return false;
  };

  const className: DataReader['className'] = (value) => {
    const name = read(read(value, 'constructor'), 'name');
    return typeof name === 'string' ? name : 'unknown';
  };

  // Assigned, it would go to a setter that a program may have put on the prototype of all arrays.
  const append: DataReader['append'] = (list, item) => {
    const wanted = { __proto__: null, value: item, configurable: true, enumerable: true, writable: true };
    defineProperty(list, list.length, wanted);
  };

  return { read, inherits, className, append };
}
