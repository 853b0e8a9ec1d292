import type { Kind } from './shape.ts';

/** Functions of the engine for the summariser. */
export type Intrinsics = ReturnType<typeof captureIntrinsics>;

/** Gives the value of a property that a getter of ours stands for, while it is watched. */
export type TrappedValue = (getter: unknown) => { readonly value: unknown } | undefined;

type Util = typeof import('node:util');

/**
 * Saves the built-ins that the summariser uses: those of the realm that it runs in, which is one of ours wherever there can be one. What
 * comes from the program's realm is walked by index and asked by these, so that none of its code runs.
 *
 * Runs in the debuggee: it may refer to nothing outside itself but JavaScript globals. Functions of this folder may import
 * others that run there, too.
 *
 * @param program Its globals: those of another realm where the code that looks at it has one of its own.
 * @param boxed Gives the object of the program's world for a primitive.
 * @param trapped Left out where no trap is laid while it looks.
 * @param requireBuiltin the console's `require`, for Node before 20.16, which has no `process.getBuiltinModule`, and worlds without a `process`
 */
export function captureIntrinsics(
  program: typeof globalThis,
  requireBuiltin?: (id: 'util') => Util,
  boxed?: (this: unknown) => object,
  trapped?: TrappedValue,
) {
  const { apply, ownKeys, defineProperty, deleteProperty } = Reflect;
  const { getOwnPropertyDescriptor: descriptor, getPrototypeOf, keys, getOwnPropertySymbols: symbols, is } = Object;
  const { isExtensible, isFrozen } = Object;
  const stringify: (text: string) => string = JSON.stringify;
  const MapClass = Map;
  const slot: PropertyDescriptor = Object.assign(Object.create(null), {
    value: undefined,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  const { toString: numberText } = Number.prototype;

  const { bind, call } = Function.prototype;
  /** A method as a function of its object: bound, which makes no list of arguments and looks nothing up when it is called. */
  const method: <T, A extends unknown[], R>(from: (this: T, ...args: A) => R) => (self: T, ...args: A) => R = apply(
    bind,
    bind,
    [call],
  );

  const mapGet = method(Map.prototype.get);
  const mapSet = method(Map.prototype.set);

  /** Defines instead of assigning: a program may have put setters on the prototypes. */
  function append<T>(list: T[], item: T, at = list.length): void {
    slot.value = item;
    defineProperty(list, at, slot);
    slot.value = undefined;
  }

  const hasOwn = method(Object.prototype.hasOwnProperty);

  /** A data property has no getter of its own, nor an accessor a value: they would be asked for those that they inherit. */
  function partOf<K extends 'value' | 'get' | 'set'>(
    property: PropertyDescriptor | undefined,
    part: K,
  ): PropertyDescriptor[K] {
    return property && hasOwn(property, part) ? property[part] : undefined;
  }

  function getter(holder: object, name: PropertyKey): (self: unknown) => unknown {
    const get = descriptor(holder, name)?.get;
    return get === undefined ? () => undefined : method(get);
  }

  function builtinTypes(): Util['types'] | undefined {
    try {
      // A world that the program has made need not have a process.
      return (program.process?.getBuiltinModule?.('util') ?? requireBuiltin?.('util'))?.types;
    } catch {
      return undefined;
    }
  }

  const types = builtinTypes();
  const kinds: readonly { readonly kind: Kind; readonly has: (value: unknown) => boolean }[] =
    types === undefined
      ? []
      : [
          { kind: 'map', has: types.isMap },
          { kind: 'set', has: types.isSet },
          { kind: 'error', has: types.isNativeError },
          { kind: 'date', has: types.isDate },
          { kind: 'promise', has: types.isPromise },
          { kind: 'regexp', has: types.isRegExp },
          { kind: 'typedarray', has: types.isTypedArray },
          { kind: 'arraybuffer', has: types.isAnyArrayBuffer },
          { kind: 'dataview', has: types.isDataView },
          { kind: 'weakmap', has: types.isWeakMap },
          { kind: 'weakset', has: types.isWeakSet },
          { kind: 'generator', has: types.isGeneratorObject },
        ];

  const regExpFlags: { letter: string; has: (self: unknown) => unknown }[] = [];
  const flagNames: Record<string, string> = {
    hasIndices: 'd',
    global: 'g',
    ignoreCase: 'i',
    multiline: 'm',
    dotAll: 's',
    unicode: 'u',
    unicodeSets: 'v',
    sticky: 'y',
  };
  for (const name of keys(flagNames)) {
    regExpFlags.push({ letter: flagNames[name] ?? '', has: getter(RegExp.prototype, name) });
  }
  function ofProgram<K extends 'Error' | 'TypeError' | 'WeakRef'>(name: K): (typeof globalThis)[K] | undefined {
    return partOf(descriptor(program, name), 'value');
  }

  const typedArray = getPrototypeOf(Uint8Array.prototype);

  return {
    apply,
    ownKeys,
    append,
    defineProperty,
    deleteProperty,
    descriptor,
    keys,
    symbols,
    is,
    isExtensible,
    isFrozen,
    prototypeOf: getPrototypeOf,
    toObject: (value: unknown): object => Object(boxed ? apply(boxed, value, []) : value),
    boxed,
    trapped,
    isArray: Array.isArray,
    quote: stringify,
    now: Date.now,
    max: Math.max,
    types: types && { ...types },
    kinds,
    global: program,
    /** True if the program has no hand on what is here. */
    isAlone: program !== globalThis,
    errorClass: ofProgram('Error'),
    typeErrorClass: ofProgram('TypeError'),
    weakRefPrototype: partOf(descriptor(Object(ofProgram('WeakRef')), 'prototype'), 'value'),
    tag: Symbol.toStringTag,
    inspect: Symbol.for('nodejs.util.inspect.custom'),
    newMap: <K, V>() => new MapClass<K, V>(),
    hasOwn,
    partOf,
    isEnumerable: method(Object.prototype.propertyIsEnumerable),
    sourceOf: method(Function.prototype.toString),
    slice: method(String.prototype.slice),
    indexOf: method(String.prototype.indexOf),
    lowerCase: method(String.prototype.toLowerCase),
    symbolText: method(Symbol.prototype.toString),
    bigintText: method(BigInt.prototype.toString),
    hexText: (value: number): string => apply(numberText, value, [16]),
    boxedValues: [
      method(Number.prototype.valueOf),
      method(String.prototype.valueOf),
      method(Boolean.prototype.valueOf),
      method(BigInt.prototype.valueOf),
      method(Symbol.prototype.valueOf),
    ] as readonly ((self: unknown) => unknown)[],
    time: method(Date.prototype.getTime),
    isoTime: method(Date.prototype.toISOString),
    mapGet: <K, V>(map: Map<K, V>, key: K): V | undefined => mapGet(map, key),
    mapSet: <K, V>(map: Map<K, V>, key: K, value: V): unknown => mapSet(map, key, value),
    mapHas: method(Map.prototype.has),
    mapEntries: method(Map.prototype.entries),
    mapNext: method(new Map<unknown, unknown>().entries().next),
    mapSize: getter(Map.prototype, 'size'),
    setHas: method(Set.prototype.has),
    setValues: method(Set.prototype.values),
    setNext: method(new Set<unknown>().values().next),
    setSize: getter(Set.prototype, 'size'),
    regExpSource: getter(RegExp.prototype, 'source'),
    regExpFlags,
    typedArrayLength: getter(typedArray, 'length'),
    byteLengths: [
      getter(ArrayBuffer.prototype, 'byteLength'),
      getter(SharedArrayBuffer.prototype, 'byteLength'),
      getter(DataView.prototype, 'byteLength'),
    ],
  };
}
