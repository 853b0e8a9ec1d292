import type { HiddenState } from '../../in-debuggee/hidden-state.ts';
import type { Intrinsics } from '../../in-debuggee/intrinsics.ts';
import type { ObjectReader } from '../../in-debuggee/object-reader.ts';
import type { Slot } from '../../in-debuggee/slot.ts';
import type { ViewState } from './view-state.ts';

export type ViewRows = ReturnType<typeof createViewRows>;

/** The content of a view: names with their values, in order. */
export type Rows = ReturnType<ViewRows['newRows']>;

/** The view of the objects of a class. It lists nothing if an object is not as its class's name promises. */
export type View = readonly [className: string, fill: (rows: Rows, target: object) => void];

/** Runs in the debuggee: see {@link captureIntrinsics}. */
export function createViewRows(i: Intrinsics, reader: ObjectReader, hidden: HiddenState, { isPlain, most }: ViewState) {
  /** Names with their values; one that occurs again gets a list of values. */
  function newRows() {
    const names: string[] = [];
    const slots = i.newMap<PropertyKey, Slot>();
    const listed = i.newMap<string, unknown[]>();

    function add(name: string, value: unknown): void {
      const lists = i.mapGet(listed, name);
      if (lists !== undefined) i.append(lists, value);
      else {
        const list: unknown[] = [];
        i.append(list, value);
        i.mapSet(listed, name, list);
        i.append(names, name);
      }
      const shown = lists === undefined ? value : lists;
      i.mapSet(slots, name, { state: 'data', value: shown, hidden: false });
    }

    return {
      names,
      slots,
      /** The object's name in place of its class's name. */
      title: '',
      /** The object was recognised: it is shown so even where nothing is listed. */
      isWhole: false,
      add,
      addSlot(name: string, found: Slot): void {
        add(name, undefined);
        i.mapSet(slots, name, found);
      },
      /** Left out where nothing is known. */
      known(name: string, value: unknown): void {
        if (value !== undefined && value !== null && value !== '') add(name, value);
      },
      has: (name: string) => i.mapGet(listed, name) !== undefined,
    };
  }

  /** Rows as an object of their own, to stand inside another one. */
  function record(fill: (rows: ReturnType<typeof newRows>) => void): object | undefined {
    const rows = newRows();
    fill(rows);
    if (rows.names.length === 0) return undefined;
    const made: object = {};
    for (let at = 0; at < rows.names.length; at++) {
      const found = i.mapGet(rows.slots, rows.names[at] ?? '');
      if (found?.state !== 'data') continue;
      const property = { __proto__: null, value: found.value, enumerable: true, configurable: true, writable: true };
      i.defineProperty(made, rows.names[at] ?? '', property);
    }
    return made;
  }

  /** The own properties of an object, functions included. */
  function addOwn(rows: ReturnType<typeof newRows>, target: unknown): void {
    if (!isPlain(target)) return;
    rows.isWhole = true;
    const names = i.keys(target);
    for (let at = 0; at < names.length && at < most; at++) {
      const name = names[at] ?? '';
      if (!rows.has(name)) rows.addSlot(name, reader.slot(target, name));
    }
  }

  /** Adds the own properties that say something, after the rows. */
  function addOthers(rows: ReturnType<typeof newRows>, target: object, machinery: string): void {
    rows.isWhole = true;
    const names = i.keys(target);
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? '';
      if (name[0] === '_' || rows.has(name) || i.indexOf(machinery, ` ${name} `) >= 0) continue;
      const found = reader.slot(target, name);
      if (found.state === 'data' && (found.value === undefined || typeof found.value === 'function')) continue;
      rows.addSlot(name, found);
    }
  }

  /** Private fields, after what the class of the object shows. */
  function addPrivates(rows: ReturnType<typeof newRows>, target: object): void {
    const own = hidden.privatesOf(target);
    for (let at = 0; own !== undefined && at < own.names.length; at++) {
      const name = own.names[at] ?? '';
      const found = i.mapGet(own.slots, name);
      if (typeof name === 'string' && found !== undefined) rows.addSlot(name, found);
    }
  }

  return { newRows, record, addOwn, addOthers, addPrivates };
}
