import type { Intrinsics } from './intrinsics.ts';
import type { Beside, Slot } from './slot.ts';

export type EngineValues = ReturnType<typeof createEngineValues>;

/**
 * Objects of the engine that have no properties, `Temporal` and `Intl`: shown by what their own methods give, which are saved before
 * the program can patch them. Each looks for its internal slot first and gives up where that is missing, so no code of the
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

  function save(
    into: Map<object, Read>,
    namespace: unknown,
    name: string,
    methods: readonly string[],
    label = '',
  ): void {
    const prototype: unknown = dataOf(dataOf(namespace, name), 'prototype');
    if (typeof prototype !== 'object' || prototype === null) return;
    const calls = methods.map((method) => dataOf(prototype, method));
    i.mapSet(into, prototype, (self) => {
      let result: unknown;
      for (let at = 0; at < calls.length; at++) {
        const call = calls[at];
        if (typeof call === 'function') result = i.apply(call, self, []);
      }
      return typeof result === 'string' ? label + result : result;
    });
  }

  const times = ['Instant', 'ZonedDateTime', 'PlainDate', 'PlainTime', 'PlainDateTime', 'Duration', 'PlainYearMonth'];
  const temporal = dataOf(i.global, 'Temporal');
  for (const name of [...times, 'PlainMonthDay']) save(texts, temporal, name, ['toString'], `Temporal.${name} `);
  const intl = dataOf(i.global, 'Intl');
  save(texts, intl, 'Locale', ['toString'], 'Intl.Locale ');
  const formats = ['PluralRules', 'ListFormat', 'RelativeTimeFormat', 'Collator', 'DisplayNames', 'Segmenter'];
  for (const name of [...formats, 'DurationFormat']) save(options, intl, name, ['resolvedOptions']);
  // The options of these may stand in another object, for which they ask the object: not where the first call ends it.
  for (const name of ['NumberFormat', 'DateTimeFormat'])
    save(options, intl, name, ['formatToParts', 'resolvedOptions']);

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
    /** What a time or a locale is written as. */
    textOf(target: object): string | undefined {
      const text = readBy(texts, target);
      return typeof text === 'string' ? text : undefined;
    },
    /** What a formatter does, as properties. */
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
