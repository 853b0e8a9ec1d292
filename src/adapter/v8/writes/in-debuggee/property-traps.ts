import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';
import type { PlaceTrap, TrapReport } from './place-trap.ts';

/**
 * Makes traps in properties: each turns one with a value into one with a getter and a setter, which keep the value. Runs in the debuggee,
 * in a realm of ours.
 *
 * V8 keeps such an object as a dictionary from then on. Code that has met it writes others of its class through a table, too (5 instead of
 * 0.5 ns); code that has not is as fast as ever. A fast shape with accessors cannot be had: what would have to be deleted for it makes a
 * dictionary, too (Node 22 and later).
 *
 * @param keep Called with each getter and a function for the value that it stands for.
 */
export function createPropertyTraps(
  {
    apply,
    defineProperty,
    descriptor,
    hasOwn,
    isExtensible,
    isFrozen,
    partOf,
    prototypeOf,
    symbolText,
    typeErrorClass,
    types,
  }: Intrinsics,
  keep: (getter: object, value: () => unknown) => void,
): (holder: unknown, key: PropertyKey) => PlaceTrap {
  type Slot = PropertyDescriptor & { __proto__?: null };
  /** Functions have a property of their own up to Node 24. */
  const readCaller = partOf(descriptor(prototypeOf(apply), 'caller'), 'get');

  function isPlain(slot: PropertyDescriptor): boolean {
    return hasOwn(slot, 'value');
  }

  function objectOf(value: unknown): object | undefined {
    return (typeof value === 'object' && value !== null) || typeof value === 'function' ? value : undefined;
  }

  function obstacleOf(object: object, key: PropertyKey): string {
    if (types?.isProxy(object)) return 'its object is a Proxy, whose traps would run';
    if (types?.isTypedArray(object)) return 'an element of a typed array is memory without a place for a watch';
    if (types?.isArgumentsObject(object)) return 'it is in an arguments object, which shares its values with variables';
    const own = descriptor(object, key);
    if (!own) return inheritedFrom(object, key);
    if (!isPlain(own)) return 'it is a getter or setter: watch the property that it is about';
    if (own.writable === false) return 'it is read-only, and cannot change';
    if (own.configurable === false) return 'it is not configurable (sealed, or defined so), and cannot be replaced';
    return '';
  }

  function inheritedFrom(object: object, key: PropertyKey): string {
    for (let at = prototypeOf(object); at !== null && !types?.isProxy(at); at = prototypeOf(at)) {
      const found = descriptor(at, key);
      if (found) {
        return isPlain(found)
          ? 'it is inherited: the object has no property of that name of its own yet'
          : 'it is a getter or setter of its class: watch the property that it is about';
      }
    }
    return 'the object has no such property yet: stop where it has been made';
  }

  /** The property was assigned to on an object that inherits from the watched one, or by Reflect.set: it gets one of its own. */
  function setOnHeir(heir: unknown, key: PropertyKey, value: unknown): void {
    const object = objectOf(heir);
    if (!object) return;
    const own = descriptor(object, key);
    const slot: Slot = own
      ? { __proto__: null, value }
      : { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    if (partOf(own, 'set') || (own && isPlain(own) && !own.writable) || !defineProperty(object, key, slot))
      throw readOnly(key);
  }

  function readOnly(key: PropertyKey): Error {
    const name = typeof key === 'symbol' ? symbolText(key) : `${key}`;
    return new (typeErrorClass ?? TypeError)(`Cannot assign to read only property '${name}' of object '#<Object>'`);
  }

  /** After `Object.freeze` a write has no effect, and throws in strict code, for which V8 names no caller. */
  function refuseWrite(set: object, key: PropertyKey): void {
    const own = descriptor(set, 'caller');
    const caller = own === undefined && readCaller ? apply(readCaller, set, []) : partOf(own, 'value');
    if (caller === null) throw readOnly(key);
  }

  function trapIn(target: object, key: PropertyKey): PlaceTrap {
    let value: unknown;
    let isEnumerable = true;
    let report: TrapReport | undefined;
    const get = (): unknown => {
      report?.read?.(value);
      return value;
    };
    keep(get, () => value);

    // A function of its own kind: only such a one says whether its caller is strict.
    function set(this: unknown, next: unknown): void {
      if (this !== target) {
        setOnHeir(this, key, next);
        return;
      }
      if (!isExtensible(target) && isFrozen(target)) {
        refuseWrite(set, key);
        return;
      }
      const before = value;
      value = next;
      report?.wrote(before, next);
    }

    const trap: PlaceTrap = {
      get obstacle() {
        return obstacleOf(target, key);
      },
      lay(given) {
        const own = descriptor(target, key);
        if (!own || !isPlain(own) || !own.configurable || !own.writable)
          return 'the property was deleted or redefined at a stop';
        ({ value } = own);
        isEnumerable = own.enumerable === true;
        report = given;
        const slot: Slot = { __proto__: null, get, set, enumerable: isEnumerable, configurable: true };
        return defineProperty(target, key, slot) ? '' : 'it cannot be redefined any more';
      },
      lift() {
        const now = descriptor(target, key);
        if (now === undefined) return 'the program has deleted the property';
        if (partOf(now, 'get') !== get) return 'the program has redefined the property';
        const slot: Slot = { __proto__: null, value, writable: true, enumerable: isEnumerable, configurable: true };
        if (defineProperty(target, key, slot)) return '';
        return isFrozen(target) ? 'the program has frozen its object' : 'the program has sealed its object';
      },
      takeUnseen: () => false,
    };
    return trap;
  }

  /** The trap for a value that is no object. */
  const nowhere: PlaceTrap = {
    obstacle: 'what it is a property of is no object',
    lay: () => nowhere.obstacle,
    lift: () => '',
    takeUnseen: () => false,
  };

  return (holder, key) => {
    const target = objectOf(holder);
    return target ? trapIn(target, key) : nowhere;
  };
}
