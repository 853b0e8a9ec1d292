import type { Intrinsics } from '../../summary/in-debuggee/intrinsics.ts';

/** Keeps what stands in the program's objects out of what its console prints. */
export interface ConsoleFormatters {
  readonly wrap: () => void;
  readonly restore: () => void;
}

/**
 * Makes Node's console print objects as they are without us: it would print getters. Runs in the debuggee,
 * in a realm of ours.
 *
 * @param before Called before the console formats what it prints, and `after` when it has.
 */
export function createConsoleFormatters(
  { apply, append, defineProperty, descriptor, global, partOf, symbolText, symbols }: Intrinsics,
  before: () => void,
  after: () => void,
): ConsoleFormatters {
  interface Formatter {
    readonly holder: object;
    readonly name: PropertyKey;
    readonly original: PropertyDescriptor;
  }
  let formatters: Formatter[] = [];

  function wrapOne(holder: object, name: symbol): void {
    const text = symbolText(name);
    if (text !== 'Symbol(kFormatForStdout)' && text !== 'Symbol(kFormatForStderr)') return;
    const original = descriptor(holder, name);
    const format = partOf(original, 'value');
    if (!original?.configurable || typeof format !== 'function') return;
    const value = function (this: unknown, args: unknown): unknown {
      before();
      try {
        return apply(format, this, [args]);
      } finally {
        after();
      }
    };
    const { enumerable = false, writable = true } = original;
    const slot: PropertyDescriptor & { __proto__?: null } = {
      __proto__: null,
      value,
      enumerable,
      writable,
      configurable: true,
    };
    if (defineProperty(holder, name, slot)) append(formatters, { holder, name, original });
  }

  return {
    wrap() {
      const holder = partOf(descriptor(global, 'console'), 'value');
      if (formatters.length > 0 || typeof holder !== 'object' || holder === null) return;
      const names = symbols(holder);
      for (let index = 0; index < names.length; index++) {
        const name = names[index];
        if (name !== undefined) wrapOne(holder, name);
      }
    },
    restore() {
      for (let index = 0; index < formatters.length; index++) {
        const each = formatters[index];
        if (each) defineProperty(each.holder, each.name, each.original);
      }
      formatters = [];
    },
  };
}
