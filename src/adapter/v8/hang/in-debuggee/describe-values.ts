/** A value: its text, its number if it has one, and whether the text says little about it. */
export type DescribedValue = readonly [text: string, number: number | null, isOpaque: boolean];

/**
 * Describes what each reader gives; null for one that throws.
 *
 * Runs in the debuggee, from its own source text, in a paused frame, under V8's check for side effects, which ends it before it
 * changes anything of the program's. It uses no method that a program could have replaced by one that V8 would refuse, but for
 * four of `Object`, `Array` and `JSON`, without effects of their own.
 */
export function describeValues(readers: readonly (() => unknown)[]): (DescribedValue | null)[] {
  const maxKeys = 4;
  const maxText = 60;
  const maxPart = 20;

  function start(text: string, length: number): string {
    let shown = '';
    for (let at = 0; at < length && at < text.length; at++) shown += text[at];
    return shown;
  }

  function describeObject(value: object): DescribedValue {
    if (Array.isArray(value)) return [`Array(${value.length})`, null, true];
    const keys = Object.keys(value);
    let parts = '';
    let count = 0;
    for (let at = 0; at < keys.length && at < maxKeys; at++) {
      const key = keys[at] ?? '';
      const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
      const isPlain = typeof found === 'number' || typeof found === 'boolean';
      if (!isPlain && typeof found !== 'string') continue;
      parts += `${count > 0 ? ', ' : ''}${key}: ${isPlain ? found : JSON.stringify(start(found, maxPart))}`;
      count++;
    }
    const more = count < keys.length ? (count > 0 ? ', …' : '…') : '';
    return [`{${parts}${more}}`, null, true];
  }

  function describe(value: unknown): DescribedValue {
    if (typeof value === 'number') return [`${value}`, value, false];
    if (typeof value === 'bigint') return [`${value}n`, Number(value), false];
    if (typeof value === 'string') {
      const text = value.length > maxText ? `${start(value, maxText)}…` : value;
      return [JSON.stringify(text), null, false];
    }
    if (typeof value === 'function') return ['function', null, true];
    if (typeof value === 'object' && value !== null) return describeObject(value);
    return [typeof value === 'symbol' ? String(value) : `${value}`, null, false];
  }

  function describedBy(read: (() => unknown) | undefined): DescribedValue | null {
    try {
      return read === undefined ? null : describe(read());
    } catch {
      return null;
    }
  }

  const described: (DescribedValue | null)[] = [];
  for (let at = 0; at < readers.length; at++) described[at] = describedBy(readers[at]);
  return described;
}
