import type { TracedValue } from '../../../../../model/trace/trace-record.ts';
import { createEngineValues } from '../../../../v8/summary/in-debuggee/engine-values.ts';
import { createFunctionHead } from '../../../../v8/summary/in-debuggee/function-head.ts';
import { createHiddenState } from '../../../../v8/summary/in-debuggee/hidden-state.ts';
import { captureIntrinsics } from '../../../../v8/summary/in-debuggee/intrinsics.ts';
import { createItemCursors } from '../../../../v8/summary/in-debuggee/item-cursors.ts';
import { createObjectReader } from '../../../../v8/summary/in-debuggee/object-reader.ts';
import { createShapeReader } from '../../../../v8/summary/in-debuggee/object-shape.ts';
import { createPrimitiveText } from '../../../../v8/summary/in-debuggee/primitive-text.ts';
import { createSequenceText } from '../../../../v8/summary/in-debuggee/sequence-text.ts';
import { createValueText } from '../../../../v8/summary/in-debuggee/value-text.ts';
import { createWork } from '../../../../v8/summary/in-debuggee/work-budget.ts';
import { program } from '../agent/program.ts';

/** A primitive, whose text can be made later: it cannot change. */
export class Primitive {
  readonly raw: unknown;

  constructor(raw: unknown) {
    this.raw = raw;
  }

  /** In a record. */
  toJSON(): TracedValue {
    return described(this.raw);
  }
}

/** A value as it was, or a primitive that is described when it is written. */
export type Held = TracedValue | Primitive;

const captured = captureIntrinsics(program, require);
const LOOKS_PER_TIME = 16;
let looks = 0;
let lastMs = 0;
const i = {
  ...captured,
  /** The clock is asked at the start of a description and now and then: it takes as long as looking at a property. */
  now: (): number => {
    if (looks % LOOKS_PER_TIME === 0) lastMs = captured.now();
    looks++;
    return lastMs;
  },
  append: <T>(list: T[], item: T, at = list.length): void => {
    list[at] = item;
  },
};
const engine = createEngineValues(i);
const hidden = createHiddenState(i, engine);
const reader = createObjectReader(i, hidden);
const shapes = createShapeReader(i, reader, hidden);
const primitives = createPrimitiveText(i);
const head = createFunctionHead(i, reader);
const sequence = createSequenceText(primitives);
const cursors = createItemCursors(i, reader, primitives);
const textOf = createValueText(i, { engine, reader, shapes, primitives, head, sequence, cursors });
const limits = { depth: 0, maxChildren: 0, maxTextLength: 200, maxVariables: 0, maxMs: 500 };
const ids = new WeakMap<object, number>();
let lastId = 0;

/** The reader of objects and the built-ins that it uses; neither runs code of the program. */
export const intrinsics = i;
export const objects = reader;

/** Bounds all texts from now on. */
export function limitTexts(maxTextLength: number): void {
  limits.maxTextLength = maxTextLength;
}

/** True for what is not a primitive. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** True for errors of the engine's classes. */
export function isError(value: unknown): value is Error {
  return i.types?.isNativeError(value) === true;
}

/** Holds a value as it is now. */
export function held(value: unknown): Held {
  return isObject(value) ? described(value) : new Primitive(value);
}

/** The word for the kind of a value: passes that differ in it are told apart. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return i.is(value, NaN) ? 'NaN' : 'number';
  if (!isObject(value)) return typeof value;
  if (typeof value === 'function') return 'function';
  return i.types?.isProxy(value) ? 'Proxy' : reader.className(value);
}

/** Describes a value without running code of the program. */
export function described(value: unknown): TracedValue {
  looks = 0;
  const work = createWork(i, limits);
  hidden.begin();
  const text = textOf(work, value, limits.maxTextLength);
  hidden.begin();
  if (isObject(value)) return { text, type: typeOf(value), object: idOf(value) };
  const isCount = typeof value === 'number' && value - value === 0;
  return isCount ? { text, type: 'number', number: value } : { text, type: typeOf(value) };
}

/** Describes a held primitive, which is cheaper than at each event; objects were described when they were held. */
export function settled(value: Held): TracedValue {
  return value instanceof Primitive ? described(value.raw) : value;
}

/** True if two values have the same text, or are the same primitive. */
export function isSameHeld(one: Held, other: Held): boolean {
  if (one instanceof Primitive && other instanceof Primitive) return i.is(one.raw, other.raw);
  return settled(one).text === settled(other).text;
}

/** The number that was held; undefined for what is none, or not finite. */
export function heldNumber(value: Held): number | undefined {
  if (!(value instanceof Primitive)) return undefined;
  return typeof value.raw === 'number' && value.raw - value.raw === 0 ? value.raw : undefined;
}

/** The type of what was held. */
export function heldType(value: Held): string {
  return value instanceof Primitive ? typeOf(value.raw) : value.type;
}

/**
 * By which the values of calls are alike: true is not like false, nor an empty value, zero or a negative number like another of its
 * type.
 */
export function likeness(value: Held): string {
  if (!(value instanceof Primitive)) {
    const isEmpty = value.text.length < value.type.length + MOST_AROUND && isEmptyText(value.text);
    return isEmpty ? `${value.type} 0` : value.type;
  }
  const { raw } = value;
  const type = typeOf(raw);
  if (raw === true || raw === false) return raw ? 'true' : 'false';
  if (raw === '') return `${type} 0`;
  if (typeof raw !== 'number' && typeof raw !== 'bigint') return type;
  return raw < 0 ? `-${type}` : raw > 0 ? type : `${type} 0`;
}

/** The most characters in an empty object's text that are not its class: `Map(0) {}`. */
const MOST_AROUND = 8;

function isEmptyText(text: string): boolean {
  const last = text[text.length - 1];
  return (last === '}' && text[text.length - 2] === '{') || (last === ']' && text[text.length - 2] === '[');
}

/** A number for an object, the same for as long as it exists. */
export function idOf(value: object): number {
  const known = ids.get(value);
  if (known !== undefined) return known;
  lastId++;
  ids.set(value, lastId);
  return lastId;
}
