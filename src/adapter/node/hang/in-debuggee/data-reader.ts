const MAX_PROTOTYPES = 20;

/**
 * Reads a property of an object of the program or of Node, the holder's own or an inherited one, and runs no code of the program for it: a
 * getter is not run, unless `owner` has it: a prototype of Node's.
 *
 * Runs in the debuggee, in a realm of ours.
 */
export function read(holder: unknown, name: string, owner?: unknown): unknown {
  let at: unknown = holder;
  for (let depth = 0; depth < MAX_PROTOTYPES && isObject(at); depth++) {
    const found = Reflect.getOwnPropertyDescriptor(at, name);
    if (found !== undefined) {
      if ('value' in found) return found.value;
      return at === owner && found.get !== undefined ? Reflect.apply(found.get, holder, []) : undefined;
    }
    at = Reflect.getPrototypeOf(at);
  }
  return undefined;
}

export function inherits(value: unknown, prototype: unknown): boolean {
  let at: unknown = value;
  for (let depth = 0; depth < MAX_PROTOTYPES && isObject(at); depth++) {
    if (at === prototype) return true;
    at = Reflect.getPrototypeOf(at);
  }
  return false;
}

/** The name of a value's class, or `unknown`. */
export function className(value: unknown): string {
  const name = read(read(value, 'constructor'), 'name');
  return typeof name === 'string' ? name : 'unknown';
}

/** The elements of a list of the program's world. */
export function elementsOf(list: unknown): unknown[] {
  const length = read(list, 'length');
  return Array.from({ length: typeof length === 'number' ? length : 0 }, (_, at) => read(list, `${at}`));
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
