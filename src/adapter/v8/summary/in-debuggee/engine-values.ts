import type { Intrinsics } from './intrinsics.ts';
import type { Beside, Slot } from './slot.ts';

export type EngineValues = ReturnType<typeof createEngineValues>;

/**
 * Objects of the engine that have no properties, `Temporal` and `Intl`: shown by what the methods of their classes give, those of the
 * realm that this runs in. Each looks for its internal slot first and gives up where that is missing, so no code of the
 * program runs.
 *
 * Runs in the debuggee: see {@link captureIntrinsics}.
 */
export function createEngineValues(i: Intrinsics) {
  type Read = (self: object) => unknown;
  const texts = i.newMap<object, Read>();
  const options = i.newMap<object, Read>();

  function dataOf(holder: unknown, name: PropertyKey): unknown {
    return typeof holder === 'object' || typeof holder === 'function'
      ? holder && i.descriptor(holder, name)?.value
      : undefined;
  }

  function methodOf(prototype: object, name: string): Read | undefined {
    const method = dataOf(prototype, name);
    return typeof method === 'function' ? (self) => i.apply(method, self, []) : undefined;
  }

  /** The classes of a namespace by their prototypes, with what reads one of their objects. */
  function save(space: string): void {
    const namespace = dataOf(globalThis, space);
    if (typeof namespace !== 'object' || namespace === null) return;
    for (const name of i.ownKeys(namespace)) {
      const own: unknown = dataOf(dataOf(namespace, name), 'prototype');
      const prototype: unknown = dataOf(dataOf(dataOf(i.global, space), name), 'prototype');
      if (typeof own !== 'object' || own === null) continue;
      if (typeof prototype !== 'object' || prototype === null) continue;
      const label = `${space}.${String(name)} `;
      const write = methodOf(own, 'toString');
      if (write !== undefined) i.mapSet(texts, prototype, (self) => label + write(self));
      const resolve = methodOf(own, 'resolvedOptions');
      // The options of these two may stand in another object, for which they ask the object: not where this call ends it.
      const check = name === 'NumberFormat' || name === 'DateTimeFormat' ? methodOf(own, 'formatToParts') : undefined;
      if (resolve === undefined) continue;
      i.mapSet(options, prototype, (self) => {
        check?.(self);
        return resolve(self);
      });
    }
  }

  save('Temporal');
  save('Intl');

  function readBy(methods: Map<object, Read>, target: object): unknown {
    const prototype: object | null = i.prototypeOf(target);
    const read = prototype === null ? undefined : i.mapGet(methods, prototype);
    try {
      return read?.(target);
    } catch {
      // It only looks like one.
      return undefined;
    }
  }

  return {
    /** The text of a time or a locale. */
    textOf(target: object): string | undefined {
      const text = readBy(texts, target);
      return typeof text === 'string' ? text : undefined;
    },
    /** The options of a formatter, as properties. */
    optionsOf(target: object): Beside | undefined {
      const found = readBy(options, target);
      if (typeof found !== 'object' || found === null) return undefined;
      const names = i.keys(found);
      const slots = i.newMap<PropertyKey, Slot>();
      for (let at = 0; at < names.length; at++) {
        const name = names[at] ?? '';
        i.mapSet(slots, name, { state: 'data', value: dataOf(found, name), hidden: false });
      }
      return { names, slots, alone: false, title: '' };
    },
  };
}
