import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import type { NamedPlace, PlaceTrap, TrapReport } from './place-trap.ts';

/**
 * Makes watches of what arrays, maps and sets hold: methods of the object's own, which call the inherited ones. Runs in the debuggee,
 * in a realm of ours.
 *
 * @returns undefined where a place is no content of a collection
 */
export function createContentTraps({
  apply,
  append,
  defineProperty,
  deleteProperty,
  descriptor,
  is,
  isArray,
  isExtensible,
  mapGet,
  mapHas,
  mapSize,
  partOf,
  prototypeOf,
  setHas,
  setSize,
  types,
}: Intrinsics): (place: NamedPlace) => PlaceTrap | undefined {
  type Slot = PropertyDescriptor & { __proto__?: null };
  const isMap = (object: object): object is Map<unknown, unknown> => types?.isMap(object) === true;
  const isSet = (object: object): object is Set<unknown> => types?.isSet(object) === true;

  /** The reader of a named place; undefined for a place that is no collection's. */
  function readerOf(object: object, key: unknown, isEntry: boolean): (() => unknown) | undefined {
    if (isEntry) {
      if (isMap(object)) return () => (mapHas(object, key) ? mapGet(object, key) : undefined);
      return isSet(object) ? () => setHas(object, key) : undefined;
    }
    if (isArray(object)) return key === 'length' ? () => object.length : undefined;
    if (key !== 'size' || descriptor(object, key)) return undefined;
    if (isMap(object)) return () => mapSize(object);
    return isSet(object) ? () => setSize(object) : undefined;
  }

  function methodsOf(object: object): readonly string[] {
    if (isArray(object)) return ['push', 'pop', 'shift', 'unshift', 'splice'];
    return isMap(object) ? ['set', 'delete', 'clear'] : ['add', 'delete', 'clear'];
  }

  function inherited(object: object, name: string): unknown {
    for (let at = prototypeOf(object); at !== null; at = prototypeOf(at)) {
      const found = descriptor(at, name);
      if (found) return partOf(found, 'value');
    }
    return undefined;
  }

  function obstacleOf(object: object, names: readonly string[]): string {
    if (!isExtensible(object)) return 'its object takes no methods of its own (frozen or sealed)';
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (name === undefined) continue;
      if (descriptor(object, name)) return `its object has a method ${name} of its own, or is watched already`;
      if (typeof inherited(object, name) !== 'function') return `its object has no method ${name}`;
    }
    return '';
  }

  interface Wrapper {
    readonly name: string;
    readonly call: (...given: unknown[]) => unknown;
  }

  function copy(property: 'name' | 'length', method: unknown, to: object): void {
    const slot: Slot = {
      __proto__: null,
      value: typeof method === 'function' ? partOf(descriptor(method, property), 'value') : 0,
    };
    defineProperty(to, property, slot);
  }

  function wrapperOf(object: object, name: string, onCall: (run: () => unknown) => unknown): Wrapper {
    // A method has no prototype, and `new` refuses it, as it is with the built-in one.
    const { call } = {
      call(this: unknown, ...given: unknown[]): unknown {
        const run = (): unknown => apply(inherited(object, name) as (...all: unknown[]) => unknown, this, given);
        return this === object ? onCall(run) : run();
      },
    };
    const method = inherited(object, name);
    copy('name', method, call);
    copy('length', method, call);
    return { name, call };
  }

  return ({ object: holder, key, isEntry = false }) => {
    // Where nothing says what is a Proxy, reading might run its traps.
    if (typeof holder !== 'object' || holder === null || types?.isProxy(holder) !== false) return undefined;
    const object: object = holder;
    const read = readerOf(object, key, isEntry);
    if (!read) return undefined;
    const names = methodsOf(object);
    let known: unknown;
    let isUnseen = false;
    let report: TrapReport | undefined;
    const wrappers: Wrapper[] = [];
    const onCall = (run: () => unknown): unknown => {
      const before = read();
      if (!is(before, known)) isUnseen = true;
      const result = run();
      known = read();
      report?.wrote(before, known);
      return result;
    };
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (name !== undefined) append(wrappers, wrapperOf(object, name, onCall));
    }

    const trap: PlaceTrap = {
      get obstacle() {
        return obstacleOf(object, names);
      },
      lay(given) {
        const why = trap.obstacle;
        if (why !== '') return why;
        report = given;
        known = read();
        let areLaid = true;
        for (let index = 0; index < wrappers.length; index++) {
          const wrapper = wrappers[index];
          const slot: Slot = {
            __proto__: null,
            value: wrapper?.call,
            writable: true,
            enumerable: false,
            configurable: true,
          };
          if (wrapper && !defineProperty(object, wrapper.name, slot)) areLaid = false;
        }
        return areLaid ? '' : 'its object takes no methods of its own any more';
      },
      lift() {
        report = undefined;
        if (!is(read(), known)) isUnseen = true;
        let why = '';
        for (let index = 0; index < wrappers.length; index++) {
          const wrapper = wrappers[index];
          if (!wrapper) continue;
          const { name, call } = wrapper;
          if (partOf(descriptor(object, name), 'value') !== call) why = `the program has redefined its method ${name}`;
          else if (!deleteProperty(object, name)) why = 'the program has sealed its object';
        }
        return why;
      },
      takeUnseen() {
        const taken = isUnseen;
        isUnseen = false;
        return taken;
      },
    };
    return trap;
  };
}
