import { type Held, intrinsics as i, idOf, isObject, objects } from './describe.ts';

/** The content of one level of an object at the last look. */
export interface ObjectState {
  readonly of: object;
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** Texts of the values, as they were. */
  readonly texts: readonly (Held | undefined)[];
  /** Size of an array, a map or a set. */
  readonly size: number;
}

const MAX_PARTS = 30;
const FIRST_ITEMS = 20;
/** Stands for the size of maps and sets with more parts than are looked at. */
export const SIZE = '.size';

const { isArray } = Array;

/** One level of an object: own data properties, items, entries. Undefined for what has no parts that can be seen. */
export function stateOf(value: object): ObjectState | undefined {
  if (typeof value === 'function' || objects.isOpaque(value) || value === i.global) return undefined;
  try {
    if (isArray(value)) return listState(value, value.length);
    if (i.types?.isMap(value)) return entriesState(value);
    if (i.types?.isSet(value)) return membersState(value);
    if (i.types?.isTypedArray(value)) return itemsState(value);
    return propertiesState(value, i.keys(value), 0);
  } catch {
    return undefined;
  }
}

function itemsState(items: object): ObjectState {
  const length: unknown = i.typedArrayLength(items);
  return listState(items, typeof length === 'number' ? length : 0);
}

function listState(list: object, length: number): ObjectState {
  const names: string[] = [];
  const values: unknown[] = [];
  const step = length > MAX_PARTS ? length - MAX_PARTS : 0;
  for (let at = 0; at < length && at < MAX_PARTS; at++) {
    const index = at < FIRST_ITEMS ? at : at + step;
    const slot = Object.getOwnPropertyDescriptor(list, index);
    if (slot === undefined || !i.hasOwn(slot, 'value')) continue;
    names[names.length] = `[${index}]`;
    values[values.length] = slot.value;
  }
  return { of: list, names, values, texts: [], size: length };
}

function entriesState(map: object): ObjectState {
  const names: string[] = [];
  const values: unknown[] = [];
  const cursor = i.mapEntries(map);
  for (let at = 0; at < MAX_PARTS; at++) {
    const next = i.mapNext(cursor);
    if (next.done) break;
    const key: unknown = next.value[0];
    const text =
      typeof key === 'string'
        ? JSON.stringify(key)
        : typeof key === 'object'
          ? `#${at}`
          : i.is(key, -0)
            ? '-0'
            : keyText(key);
    names[at] = `[${text}]`;
    values[at] = next.value[1];
  }
  return sized(map, i.mapSize(map), names, values);
}

function membersState(set: Set<unknown>): ObjectState {
  const names: string[] = [];
  const values: unknown[] = [];
  const cursor = i.setValues(set);
  for (let at = 0; at < MAX_PARTS; at++) {
    const next = i.setNext(cursor);
    if (next.done) break;
    const { value } = next;
    names[at] = `.has(${isObject(value) ? `#${idOf(value)}` : memberText(value)})`;
    values[at] = isObject(value) ? value : true;
  }
  return sized(set, i.setSize(set), names, values);
}

/** Entries that are not looked at are known by how many there are. */
function sized(of: object, size: unknown, names: string[], values: unknown[]): ObjectState {
  const count = typeof size === 'number' ? size : 0;
  if (count > MAX_PARTS) {
    names[names.length] = SIZE;
    values[values.length] = count;
  }
  return { of, names, values, texts: [], size: count };
}

function memberText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : i.is(value, -0) ? '-0' : keyText(value);
}

function keyText(key: unknown): string {
  return typeof key === 'symbol' ? i.symbolText(key) : `${key}`;
}

function propertiesState(value: object, keys: readonly string[], size: number): ObjectState {
  const names: string[] = [];
  const values: unknown[] = [];
  for (let at = 0; at < keys.length && at < MAX_PARTS; at++) {
    const key = keys[at] ?? '';
    const slot = Object.getOwnPropertyDescriptor(value, key);
    if (slot === undefined || !i.hasOwn(slot, 'value')) continue;
    names[names.length] = `.${key}`;
    values[values.length] = slot.value;
  }
  return { of: value, names, values, texts: [], size };
}

/** True if parts are items with numbers. */
export function isList(value: object): boolean {
  return isArray(value) || i.types?.isTypedArray(value) === true;
}

/** True if an item is looked at: of a long list, the first 20 items and the last 10, where items are added and taken away. */
export function isLookedAt(index: number, size: number): boolean {
  return size <= MAX_PARTS || index < FIRST_ITEMS || index >= size - (MAX_PARTS - FIRST_ITEMS);
}
