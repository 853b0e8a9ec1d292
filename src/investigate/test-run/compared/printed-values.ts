import type { ComparedValue, ComparedValues } from '../../../model/tests/compared-values.ts';
import { literal } from './literals.ts';

/** A line of a value that is printed with one property or element on each line. */
interface PrintedLine {
  /** The path from the whole to the line's value; undefined for the end of an object. */
  readonly path: string | undefined;
  readonly value: string;
  /** The whole value, without the text that follows it. */
  readonly body: string;
}

const MAX_CHARS = 200;
const OPENS = /^(?:[\w$.]+ )?[[{]$/;
const EMPTY = /^(?:[\w$.]+ )?(?:\[\]|\{\})$/;
const CLOSES = /^[\]}]$/;
const MAP_KEY = /^(.+?) => (.*)$/s;
const KEY = /^"((?:[^"\\]|\\.)*)": (.*)$/s;

/**
 * Compares two values in the text that Vitest hands to its reporters: pretty-format's, in which both are printed alike. A string is printed
 * without quotes; the message says whether it is one.
 */
export function printedComparison(actual: string, expected: string, message: string): ComparedValues {
  const [mine, wanted] = [linesOf(actual), linesOf(expected)];
  if (mine === undefined || wanted === undefined) {
    // "expected 'Ada' to be 'Bob'": what is a string has quotes there.
    const [before = '', ...after] = message.split(' to ');
    const sides = { actual: wholeValue(actual, before), expected: wholeValue(expected, after.join(' to ')) };
    return { path: '', ...sides, ...(EMPTY.test(actual) ? { within: actual } : {}) };
  }
  for (let at = 0; at < Math.max(mine.length, wanted.length); at++) {
    const [one, other] = [mine[at], wanted[at]];
    if (one?.path === other?.path && one?.value === other?.value) continue;
    const found = difference(one, other);
    return found
      ? { ...found, ...withinOf(mine, found) }
      : { path: '', actual: cutValue(actual), expected: cutValue(expected), ...wholeOf(mine, '') };
  }
  return { path: '', actual: cutValue(actual), expected: cutValue(expected) };
}

function difference(one: PrintedLine | undefined, other: PrintedLine | undefined): ComparedValues | undefined {
  const isSame = one?.path === other?.path;
  // Keys are sorted: the one that comes first is not there on the other side.
  const isMore = other?.path === undefined || (one?.path !== undefined && one.path < other.path);
  const path = isSame || isMore ? one?.path : other?.path;
  if (path === undefined || path === '') return undefined;
  return {
    path,
    ...(one && (isSame || isMore) ? { actual: cutValue(one.value) } : {}),
    ...(other && (isSame || !isMore) ? { expected: cutValue(other.value) } : {}),
  };
}

/** The object at the difference, or the object around it if one side has nothing there. */
function withinOf(
  lines: readonly PrintedLine[],
  { path, actual, expected }: ComparedValues,
): Pick<ComparedValues, 'within'> {
  if (actual && expected) return wholeOf(lines, path);
  const around = lines.findLast((each) => each.path !== undefined && each.path !== path && isAround(each, path));
  return around?.path === undefined ? {} : wholeOf(lines, around.path);
}

function isAround({ path = '', value }: PrintedLine, inner: string): boolean {
  return OPENS.test(value) && inner.startsWith(path) && /^[.[{]/.test(inner.slice(path.length));
}

/** An object in one line; nothing for a primitive. */
function wholeOf(lines: readonly PrintedLine[], path: string): Pick<ComparedValues, 'within'> {
  const first = lines.findIndex((each) => each.path === path);
  const opening = lines[first];
  if (opening === undefined || !OPENS.test(opening.value)) return {};
  let text = opening.value;
  for (let at = first + 1, depth = 1, isFirst = true; at < lines.length && depth > 0; at++) {
    const { path: place, value, body } = lines[at] ?? opening;
    text += place === undefined || isFirst ? ` ${body}` : `, ${body}`;
    isFirst = OPENS.test(value);
    depth += place === undefined ? -1 : isFirst ? 1 : 0;
  }
  return { within: cutText(text) };
}

/** Undefined for a text that is not printed in this way. */
function linesOf(text: string): PrintedLine[] | undefined {
  const [first = '', ...rest] = text.split('\n');
  if (!OPENS.test(first) || rest.length === 0) return undefined;
  const found: PrintedLine[] = [{ path: '', value: first, body: first }];
  /** The path of each object around, and the index of its next element. */
  const around = [{ path: '', next: 0, isList: first.endsWith('[') }];
  for (const line of rest) {
    const body = line.trimStart().replace(/,$/, '');
    if (CLOSES.test(body)) {
      around.pop();
      found.push({ path: undefined, value: body, body });
      continue;
    }
    const owner = around.at(-1);
    // A text of several lines: what follows belongs to its line.
    if (owner === undefined || line.length - line.trimStart().length !== around.length * 2) continue;
    const { step, value } = entryOf(body, owner);
    const path = owner.path + step;
    found.push({ path, value, body });
    if (OPENS.test(value)) around.push({ path, next: 0, isList: value.endsWith('[') });
  }
  return found;
}

function entryOf(body: string, owner: { next: number; readonly isList: boolean }): { step: string; value: string } {
  if (owner.isList) return { step: `[${owner.next++}]`, value: body };
  const [, name, value] = KEY.exec(body) ?? [];
  if (name !== undefined && value !== undefined) {
    return { step: /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `["${name}"]`, value };
  }
  const [, key, mapped] = MAP_KEY.exec(body) ?? [];
  if (key !== undefined && mapped !== undefined) return { step: `.get(${key})`, value: mapped };
  return { step: `{${owner.next++}}`, value: body };
}

/** A primitive, or an object that fits into one line. */
function wholeValue(text: string, said: string): ComparedValue {
  const known = said.includes(`'${text}'`) ? undefined : literal(text);
  if (known) return known;
  return OPENS.test(text.slice(0, 1)) ? cutValue(text) : { text: JSON.stringify(cutText(text)), type: 'string' };
}

function cutValue(text: string): ComparedValue {
  const known = literal(text);
  if (known) return known;
  // Of one that has several lines, only the first is at hand.
  return {
    text: cutText(
      text
        .replace(/\[$/, '[…]')
        .replace(/\{$/, '{…}')
        .replace(/(?<!\s)\s*\n\s*/g, ' '),
    ),
    type: 'object',
  };
}

function cutText(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}
