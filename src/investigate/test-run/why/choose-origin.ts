import type { TestFailure, TestFrame } from '../../../model/tests/test-report.ts';
import type { TracedFunction, TracedPlace, ValueOrigin } from '../../../model/trace/trace-report.ts';
import type { WantedText } from './wanted-values.ts';

/** Values that are everywhere: only one that is known to have come to the assertion is the one. */
const COMMON = /^(?:-?[01]|true|false|null|undefined|None|True|False|["']{2}|\[\]|\{\})$/;
/** Values that make more of themselves: the first one is the cause. */
const SPREADING = /^(?:NaN|nan)$/;
const LAST_STEP = /(?:\.([\w$]+)|\[["']?([^[\]"']+)["']?\]|\.get\(["']?([^()"']+)["']?\))$/;

/** Ranks of an origin's tie to a failed assertion; the higher, the better. */
const REACHES_ITS_LINE = 8;
const REACHES_ITS_CALL = 6;
const INSIDE_ITS_CALL = 4;
const HAS_ITS_NAME = 3;
const IS_EQUAL = 1;

/** The origin of a value. `isTied`: that very value came to the assertion; otherwise a value with the same text did. */
export interface TiedOrigin {
  readonly origin: ValueOrigin;
  readonly isTied: boolean;
}

/**
 * The place of all that have a value with the text from which the assertion got it; undefined if none is tied to the assertion.
 * The tie is that the value came to the call that asserts, or came to be inside of it.
 *
 * @param origins Of this text, in the order in which they came to be.
 */
export function originOf(
  { error: { stack: frames } }: TestFailure,
  { shown, path }: WantedText,
  origins: readonly ValueOrigin[],
): TiedOrigin | undefined {
  const [, ...names] = LAST_STEP.exec(path) ?? [];
  const name = names.find((each) => each !== undefined);
  const isCommon = isCommonText(shown);
  let best: (TiedOrigin & { readonly worth: number }) | undefined;
  for (const origin of origins) {
    if (origin.likeness !== 'equal' && origin.likeness !== 'item') continue;
    if (isAssertionItself(origin, frames)) continue;
    if (isCommon && !isMadeElsewhere(origin, frames)) continue;
    const tie = tieOf(origin, frames);
    const isNamed = name !== undefined && placesOf(origin).some((place) => hasName(place, name));
    if (isCommon && tie < REACHES_ITS_CALL && !(tie > 0 && isNamed)) continue;
    const worth = tie + (isNamed ? HAS_ITS_NAME : 0) + (origin.likeness === 'equal' ? IS_EQUAL : 0);
    const isBetter = best === undefined || worth > best.worth;
    // The later one is the nearer to the assertion.
    if (isBetter || (worth === best?.worth && !SPREADING.test(shown))) best = { origin, isTied: tie > 0, worth };
  }
  return best;
}

/** Made by a call of the assertion's: what that call itself passes around, or reads, is everywhere. */
function isMadeElsewhere({ place }: ValueOrigin, frames: readonly TestFrame[]): boolean {
  const isMade = ['set', 'returned', 'result', 'yielded', 'resumed'].includes(place.how);
  return isMade && !isAroundAny(place.function, frames);
}

/** True if a place is the assertion's own argument, read at the assertion: that is known already. */
function isAssertionItself({ place }: ValueOrigin, frames: readonly TestFrame[]): boolean {
  const isRead = place.how === 'passed' || place.how === 'argument';
  return isRead && frames.some((frame) => isOnLine(place, frame));
}

function tieOf(origin: ValueOrigin, frames: readonly TestFrame[]): number {
  const places = placesOf(origin);
  if (places.some((place) => frames.some((frame) => isOnLine(place, frame)))) return REACHES_ITS_LINE;
  const isBefore = (place: TracedPlace, frame: TestFrame) =>
    isAround(place.function, frame) && place.line <= frame.location.line;
  if (places.some((place) => frames.some((frame) => isBefore(place, frame)))) return REACHES_ITS_CALL;
  const isInside = origin.callers.some((caller) => isAroundAny(caller.function, frames));
  return isInside ? INSIDE_ITS_CALL : 0;
}

function placesOf({ place, path }: ValueOrigin): readonly TracedPlace[] {
  return [place, ...path];
}

function isOnLine({ function: { path }, line }: TracedPlace, { location }: TestFrame): boolean {
  return path === location.path && line === location.line;
}

/** The top level of a file is around everything. */
function isAround({ name, path, line, endLine }: TracedFunction, { location }: TestFrame): boolean {
  const isWhole = name.startsWith('(top') || name === '<module>';
  return !isWhole && path === location.path && line <= location.line && location.line <= endLine;
}

/** True if one of the calls of a stack is in the function. */
export function isAroundAny(called: TracedFunction, frames: readonly TestFrame[]): boolean {
  return frames.some((frame) => isAround(called, frame));
}

/** True if values with the text are everywhere. */
export function isCommonText(text: string): boolean {
  return COMMON.test(text);
}

/** `price`, `line.price`, `line['price']`. */
function hasName({ name = '' }: TracedPlace, wanted: string): boolean {
  return (
    name === wanted || name.endsWith(`.${wanted}`) || name.endsWith(`'${wanted}']`) || name.endsWith(`"${wanted}"]`)
  );
}
