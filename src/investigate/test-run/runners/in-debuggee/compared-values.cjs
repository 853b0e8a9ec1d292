'use strict';
// What an assertion compared: the first place in which the two values differ, and what each has there. Only own data properties are read,
// so that no code of the program runs.
const { inspect, types } = require('node:util');

const MAX_CHARS = 200;
const MAX_DEPTH = 12;
/** The most characters of an object's text by which the object is found in a traced run: as long as texts are there. */
const MAX_WITHIN_CHARS = 160;
const WITHIN = { depth: 6, maxArrayLength: 50, maxStringLength: 100 };
const MAX_VALUES = 5_000;
const OWN = Object.prototype.hasOwnProperty;
const ASYMMETRIC = Symbol.for('jest.asymmetricMatcher');

/** The comparison of an assertion's error, of whatever library; undefined if the error does not say what was compared. */
exports.comparedOf = (error) => {
  try {
    const found = sidesOf(error);
    return found === undefined ? {} : { compared: comparison(found.actual, found.expected, found) };
  } catch {
    return {};
  }
};

/** The difference of two values. @param how isSubset: members that `expected` does not name are not compared */
exports.comparison = comparison;

function sidesOf(error) {
  if (typeof error !== 'object' || error === null || types.isProxy(error)) return undefined;
  const result = dataOf(error, 'matcherResult');
  if (isPlain(result) && OWN.call(result, 'actual')) return ofMatcher(result);
  if (!OWN.call(error, 'actual')) return undefined;
  const key = ['expected', 'expects'].find((each) => OWN.call(error, each));
  // Of what only has to be true, node:assert names the comparison with true.
  const isLoose = ['deepEqual', 'equal', '=='].includes(dataOf(error, 'operator'));
  return {
    actual: dataOf(error, 'actual'),
    expected: key && dataOf(error, key),
    hasExpected: key !== undefined,
    isLoose,
  };
}

function ofMatcher(result) {
  const name = dataOf(result, 'name');
  const isSubset = name === 'toMatchObject';
  const hasExpected = OWN.call(result, 'expected') && dataOf(result, 'pass') !== true;
  return { actual: dataOf(result, 'actual'), expected: dataOf(result, 'expected'), hasExpected, isSubset };
}

function comparison(actual, expected, { hasExpected = true, isSubset = false, isLoose = false } = {}) {
  if (!hasExpected) return { path: '', actual: described(actual), ...withinOf(actual) };
  const walk = { left: MAX_VALUES, seen: new Set(), isSubset, isLoose };
  const difference = differenceOf({ actual, expected, path: '', depth: 0 }, walk);
  const { path, ...sides } = difference ?? { path: '', actual, expected };
  return {
    path,
    ...('actual' in sides ? { actual: described(sides.actual) } : {}),
    ...('expected' in sides ? { expected: described(sides.expected) } : {}),
    ...withinOf('owner' in sides ? sides.owner : sides.actual),
  };
}

/** The whole of an object, in the words of the tracer. */
function withinOf(value) {
  if (typeof value !== 'object' || value === null) return {};
  const text = oneLine(value, WITHIN).replaceAll(' => ', ' → ');
  return { within: text.length > MAX_WITHIN_CHARS ? `${text.slice(0, MAX_WITHIN_CHARS - 1)}…` : text };
}

/** The first place, in the order of the properties. Undefined where none is found. */
function differenceOf({ actual, expected, path, depth }, walk) {
  if (walk.left-- <= 0 || isSame(actual, expected, walk) || isMatcher(expected)) return undefined;
  const isOpen = isPlain(actual) && isPlain(expected) && depth < MAX_DEPTH && kindOf(actual) === kindOf(expected);
  if (!isOpen) return { path, actual, expected };
  if (walk.seen.has(actual)) return undefined;
  walk.seen.add(actual);
  return insideOf({ actual, expected, path, depth }, walk);
}

function insideOf({ actual, expected, path, depth }, walk) {
  const mine = entriesOf(actual, path);
  const wanted = entriesOf(expected, path);
  if (mine === undefined || wanted === undefined) return { path, actual, expected };
  for (const [place, value] of wanted) {
    if (!mine.has(place)) {
      if (value !== undefined && !isMatcher(value)) return { path: place, expected: value, owner: actual };
      continue;
    }
    const found = differenceOf({ actual: mine.get(place), expected: value, path: place, depth: depth + 1 }, walk);
    if (found !== undefined) return found;
  }
  if (walk.isSubset && !Array.isArray(actual)) return undefined;
  const more = [...mine].find(([place, value]) => !wanted.has(place) && value !== undefined);
  return more === undefined ? undefined : { path: more[0], actual: more[1], owner: actual };
}

/** The members of an object, by their paths; undefined for an object that does not tell its members. */
function entriesOf(value, path) {
  if (types.isDate(value) || types.isRegExp(value) || types.isBoxedPrimitive(value)) return undefined;
  if (types.isMap(value)) return mapEntries(value, path);
  if (types.isSet(value) || types.isPromise(value)) return undefined;
  const entries = new Map();
  for (const key of Object.getOwnPropertyNames(value).slice(0, MAX_VALUES)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if ((property.enumerable || key === 'message') && 'value' in property)
      entries.set(path + step(key, value), property.value);
  }
  return entries;
}

function mapEntries(map, path) {
  const entries = new Map();
  for (const [key, value] of Map.prototype.entries.call(map)) {
    if (typeof key === 'object' && key !== null) return undefined;
    if (entries.size < MAX_VALUES) entries.set(`${path}.get(${textOf(key)})`, value);
  }
  return entries;
}

function step(key, owner) {
  const isIndex = (Array.isArray(owner) || types.isTypedArray(owner)) && /^\d+$/.test(key);
  if (isIndex) return `[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key).slice(0, MAX_CHARS)}]`;
}

function isSame(actual, expected, { isLoose }) {
  if (Object.is(actual, expected)) return true;
  // biome-ignore lint/suspicious/noDoubleEquals: as the assertion compares.
  if (isLoose && !isObject(actual) && !isObject(expected) && typeof actual !== 'symbol') return actual == expected;
  if (types.isDate(actual) && types.isDate(expected)) {
    const time = Date.prototype.getTime;
    return Object.is(time.call(actual), time.call(expected));
  }
  return typeof actual === 'object' && isPlain(actual) && isPlain(expected) && bothText(actual, expected);
}

/** True if two values whose insides are not compared have the same text. */
function bothText(actual, expected) {
  const isClosed = (value) => types.isRegExp(value) || types.isBoxedPrimitive(value) || types.isSet(value);
  return isClosed(actual) && isClosed(expected) && textOf(actual) === textOf(expected);
}

/** `expect.any(Number)` and its like: whether it matches, only its library knows. */
function isMatcher(value) {
  if (!isPlain(value)) return false;
  for (let at = value, steps = 0; at !== null && steps < 5; at = Object.getPrototypeOf(at), steps++) {
    if (types.isProxy(at)) return false;
    if (OWN.call(at, '$$typeof') && dataOf(at, '$$typeof') === ASYMMETRIC) return true;
    if (OWN.call(at, 'asymmetricMatch') && typeof dataOf(at, 'asymmetricMatch') === 'function') return true;
  }
  return false;
}

function kindOf(value) {
  if (Array.isArray(value)) return 'array';
  return types.isMap(value) ? 'map' : types.isSet(value) ? 'set' : types.isDate(value) ? 'date' : 'object';
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isPlain(value) {
  return typeof value === 'object' && value !== null && !types.isProxy(value);
}

function dataOf(object, key) {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

function described(value) {
  return { text: textOf(value), type: typeOf(value) };
}

/** A value's text in one line, a string as JSON has it. */
function textOf(value) {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_CHARS));
  const text = oneLine(value, { depth: 1, maxArrayLength: 10, maxStringLength: MAX_CHARS });
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}

function oneLine(value, limits) {
  const shown = { customInspect: false, getters: false, breakLength: Number.POSITIVE_INFINITY, compact: 10 };
  return inspect(value, { ...shown, ...limits });
}

function typeOf(value) {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isNaN(value) ? 'NaN' : 'number';
  return typeof value;
}
