import type { ValueSummary, Variable } from '../model/variable.ts';

/** A value as JSON, with its type at each level. */
export interface JsonValue {
  /** The language's own word: what `typeof` gives in JavaScript; also `accessor` and `uninitialized`, which have no value. */
  readonly type: string;
  /** The kind of an object that `typeof` does not tell: `array`, `map`, `null`, `date`. */
  readonly subtype?: string;
  /** The value itself where JSON has it; otherwise its text (`NaN`, `10n`, `Map(2) {…}`). */
  readonly value: unknown;
  /** Handle for looking into it; of objects only. */
  readonly objectId?: string;
  /** The number of all properties or elements. */
  readonly childCount?: number;
  /** Something is left out, here or further down. */
  readonly truncated?: true;
  /** Characters of a text of which only the first ones are shown. */
  readonly length?: number;
  /** False for a property that is not enumerable. */
  readonly enumerable?: false;
  readonly properties?: Readonly<Record<string, JsonValue>>;
}

/** Hands out the id under which an object can be looked into later; undefined where it cannot. */
export type IdentifyObject = (summary: ValueSummary) => string | undefined;

/** Kinds that `typeof` calls `object`, in the summary's words. */
const OBJECT_KINDS = new Set(
  `object array null map set weakmap weakset weakref date regexp error promise proxy typedarray arraybuffer dataview iterator
  generator`.split(/\s+/),
);
const PRIMITIVES = new Set(
  'string number boolean bigint symbol undefined null accessor uninitialized empty'.split(' '),
);
/** Kinds whose elements are named `[0]`, `[1]`, … */
const LISTS = new Set(['array', 'typedarray', 'set']);
/** An object's text is a help for reading; what is in it is shown by its properties. */
const MAX_OBJECT_TEXT = 200;

/** A value as JSON. @param identify Called for each object in it. */
export function jsonValue(summary: ValueSummary, identify: IdentifyObject): JsonValue {
  const { type, value, childCount, cut, children } = summary;
  if (PRIMITIVES.has(type)) return { ...typeOf(type), ...primitive(type, value, cut ?? false) };
  return {
    ...typeOf(type),
    value: clipped(value),
    ...idOf(summary, identify),
    ...(childCount === undefined ? {} : { childCount }),
    ...(isTruncated(summary) ? { truncated: true } : {}),
    ...(children === undefined ? {} : { properties: jsonProperties(children, identify, type) }),
  };
}

/** Children by their names. @param parentType Of a list, the elements go by their index. */
export function jsonProperties(
  children: readonly Variable[],
  identify: IdentifyObject,
  parentType: string,
): Readonly<Record<string, JsonValue>> {
  const taken = new Set<string>();
  const isList = LISTS.has(parentType);
  const entries = children.map((child): [string, JsonValue] => {
    const name = freeName(isList ? child.name.replace(/^\[(\d+)\]$/, '$1') : child.name, taken);
    taken.add(name);
    return [name, { ...jsonValue(child, identify), ...(child.hidden ? { enumerable: false } : {}) }];
  });
  return Object.fromEntries(entries);
}

/** Keys of a Map that look the same are several all the same. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

function idOf(summary: ValueSummary, identify: IdentifyObject): Pick<JsonValue, 'objectId'> {
  const objectId = isObject(summary) ? identify(summary) : undefined;
  return objectId === undefined ? {} : { objectId };
}

/** The form in which answers show one value: of an object, `value` is all that there is to say of it. */
export function asFields(json: JsonValue): JsonValue {
  const { type, subtype, objectId } = json;
  const isPrimitive = PRIMITIVES.has(subtype ?? type);
  if (isPrimitive) return json;
  return {
    value: json,
    type,
    ...(subtype === undefined ? {} : { subtype }),
    ...(objectId === undefined ? {} : { objectId }),
  };
}

function isObject({ type, variablesReference }: ValueSummary): boolean {
  return variablesReference > 0 || OBJECT_KINDS.has(type) || type === 'function';
}

/** A type in the summary's words as the two that JSON answers have: what `typeof` gives, and the kind of object. */
export function typeOf(type: string): Pick<JsonValue, 'type' | 'subtype'> {
  if (type === 'object' || !OBJECT_KINDS.has(type)) return { type };
  return { type: 'object', subtype: type };
}

function primitive(type: string, text: string, cut: boolean): Pick<JsonValue, 'value' | 'truncated' | 'length'> {
  if (type === 'null') return { value: null };
  if (type === 'boolean') return { value: text === 'true' };
  if (type === 'number') return { value: finiteNumber(text) };
  if (type === 'string') return cut ? cutString(text) : { value: JSON.parse(text) };
  return { value: text, ...(cut ? { truncated: true } : {}) };
}

/** JSON has no NaN, no infinities and no negative zero. */
function finiteNumber(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) && !Object.is(number, -0) ? number : text;
}

/** `"aaaa…" (5,000,000 chars)` → the first characters, and how many there are. */
function cutString(text: string): Pick<JsonValue, 'value' | 'truncated' | 'length'> {
  const [, head, count] = /^(".*)…"(?: \(([\d,]+) chars\))?$/s.exec(text) ?? [];
  const length = count === undefined ? {} : { length: Number(count.replaceAll(',', '')) };
  return { value: head === undefined ? text : JSON.parse(`${head}"`), truncated: true, ...length };
}

/** An object's text may be short of its content; that alone hides nothing when its properties are all there. */
function isTruncated({ cut = false, children, childCount = 0 }: ValueSummary): boolean {
  if (children === undefined) return cut;
  const covered = children.reduce((sum, { name, type }) => sum + (type === 'empty' ? holesIn(name) : 1), 0);
  return covered < childCount;
}

/** A run of holes is one child: `[1…3]`. */
function holesIn(name: string): number {
  const [, first, last] = /^\[(\d+)…(\d+)\]$/.exec(name) ?? [];
  return first === undefined ? 1 : Number(last) - Number(first) + 1;
}

function clipped(text: string): string {
  return text.length > MAX_OBJECT_TEXT ? `${text.slice(0, MAX_OBJECT_TEXT - 1)}…` : text;
}
