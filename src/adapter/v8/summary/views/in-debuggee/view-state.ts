import type { HiddenState } from '../../in-debuggee/hidden-state.ts';
import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { ObjectReader } from '../../in-debuggee/object-reader.ts';
import type { Slot } from '../../in-debuggee/slot.ts';

export type ViewState = ReturnType<typeof createViewState>;

/**
 * Reads the state that objects keep in private fields, symbols and underscored properties. Runs in the debuggee: see
 * {@link captureIntrinsics}.
 */
export function createViewState(i: Intrinsics, reader: ObjectReader, hidden: HiddenState) {
  const most = 100;

  function symbolSlot(target: object, name: string): Slot | undefined {
    const symbols = i.symbols(target);
    for (let at = 0; at < symbols.length; at++) {
      const symbol = symbols[at];
      if (symbol !== undefined && i.symbolText(symbol) === `Symbol(${name})`) return reader.slot(target, symbol);
    }
    return undefined;
  }

  function ownState(target: object, name: string): Slot | undefined {
    // A default may stand in a prototype.
    const plain = reader.lookup(target, name);
    if (plain.state === 'data') return plain;
    const symbol = symbolSlot(target, name);
    if (symbol !== undefined) return symbol;
    const field = hidden.field(target, `#${name}`);
    if (field === undefined) hidden.want(target);
    return field;
  }

  /** State at the end of a path of names: properties, symbols or private fields of these names. */
  function state(target: unknown, ...path: string[]): unknown {
    let value = target;
    for (let at = 0; at < path.length; at++) {
      if (!reader.isObject(value) || reader.isOpaque(value)) return undefined;
      const found = ownState(value, path[at] ?? '');
      if (found?.state !== 'data') return undefined;
      value = found.value;
    }
    return value;
  }

  /** The target of a proxy of Node's own; any other value is itself. */
  function behindProxy(value: unknown): unknown {
    if (!reader.isObject(value) || !reader.isOpaque(value)) return value;
    const behind = hidden.behind(value);
    if (behind === undefined) hidden.want(value);
    return behind?.value;
  }

  function isPlain(value: unknown): value is object {
    return reader.isObject(value) && !reader.isOpaque(value);
  }

  /** The first items of a list. */
  function items(list: unknown): unknown[] {
    const found: unknown[] = [];
    if (!isPlain(list) || !i.isArray(list)) return found;
    for (let at = 0; at < list.length && at < most; at++) {
      const item = reader.slot(list, at);
      i.append(found, item.state === 'data' ? item.value : undefined);
    }
    return found;
  }

  /** The value that an object keeps under a symbol of this name, which no object of the program happens to have. */
  function symbolState(target: unknown, name: string): unknown {
    const found = isPlain(target) ? symbolSlot(target, name) : undefined;
    return found?.state === 'data' ? found.value : undefined;
  }

  /** True if an object has a property of its own with this name. */
  function hasOwn(target: object, name: string): boolean {
    return reader.slot(target, name).state === 'data';
  }

  function textOf(value: unknown): string {
    return typeof value === 'string' ? value : '';
  }

  function hasClass(target: unknown, name: string): boolean {
    let holder = isPlain(target) ? i.prototypeOf(target) : null;
    for (let level = 0; holder !== null && level < 12 && !reader.isOpaque(holder); level++) {
      const maker = reader.slot(holder, 'constructor');
      const own =
        maker.state === 'data' && typeof maker.value === 'function' ? reader.ownText(maker.value, 'name') : undefined;
      // Some are called _Headers or _Reply: that is what a bundler or a wrapper left.
      if (own === name || own === `_${name}`) return true;
      holder = i.prototypeOf(holder);
    }
    return false;
  }

  return { most, state, behindProxy, symbolState, isPlain, hasOwn, hasClass, items, textOf };
}
