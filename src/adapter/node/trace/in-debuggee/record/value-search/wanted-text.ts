import type { ValueLikeness } from '../../../../../../model/trace/trace-record.ts';
import { type Held, Primitive } from '../describe.ts';

/** The likeness of a value to a text, and the kind of the value: 12345 is another value than "12345". */
export interface Likeness {
  readonly likeness: ValueLikeness;
  readonly kind: 'string' | 'number' | 'object' | 'other';
}

/** Longer strings are not searched. */
const MAX_SEARCHED = 20_000;
const QUOTES = ' \n\t"\'`';
const BRACKETS = '[](){}';
/** Signs with which a description leaves something out: of two that differ there, the rest is not known. */
const LEFT_OUT = ['…', '...', 'Array(', '[Object', '[Array'];
/** Descriptions that are alike so far, up to where one leaves something out, are those of the same value. */
const ENOUGH_ALIKE = 8;
const EQUAL_STRING: Likeness = { likeness: 'equal', kind: 'string' };
const EQUAL_NUMBER: Likeness = { likeness: 'equal', kind: 'number' };
const EQUAL_OTHER: Likeness = { likeness: 'equal', kind: 'other' };
const PART_OF_STRING: Likeness = { likeness: 'part', kind: 'string' };
const NEAR_NUMBER: Likeness = { likeness: 'part', kind: 'number' };
const STRING_ITEM: Likeness = { likeness: 'item', kind: 'string' };
const NUMBER_ITEM: Likeness = { likeness: 'item', kind: 'number' };
const EQUAL_OBJECT: Likeness = { likeness: 'equal', kind: 'object' };
const SIMILAR_OBJECT: Likeness = { likeness: 'similar', kind: 'object' };

/** A text that is looked for in values. Objects are known by their summaries alone. */
export class WantedText {
  /** Without the quotes around it. */
  readonly plain: string;
  readonly #isString: boolean;
  readonly #isList: boolean;
  /** The description of an object. */
  readonly #isObject: boolean;
  readonly #number: number | undefined;
  readonly #quoted: string;
  readonly #loose: string;
  readonly #bare: string;

  constructor(text: string) {
    const last = text[text.length - 1];
    this.#isString = text.length > 2 && last === text[0] && (last === '"' || last === "'");
    this.plain = this.#isString ? between(text) : text;
    this.#number = isNumeric(this.plain) && !this.#isString ? Number.parseFloat(this.plain) : undefined;
    this.#quoted = JSON.stringify(this.plain);
    this.#loose = without(this.plain, QUOTES);
    this.#bare = without(this.#loose, BRACKETS);
    this.#isObject = !this.#isString && isObjectText(this.plain);
    const hasParts = this.#bare.indexOf(',') > 0 || this.#bare.indexOf(':') > 0;
    // A string is made of a list by joining it; the one that looks like an object was written by hand, perhaps wrongly.
    this.#isList = hasParts && !(this.#isString && isObjectText(this.plain));
  }

  /** Undefined where a value has nothing of it. */
  likeness(value: Held): Likeness | undefined {
    if (!(value instanceof Primitive)) {
      // What could not be seen is described by words of ours.
      if (value.object === undefined) return undefined;
      return this.#object(value.text);
    }
    const { raw } = value;
    if (typeof raw === 'string') return this.#string(raw);
    if (this.#isString || typeof raw === 'symbol') return undefined;
    if (typeof raw === 'number') {
      if (`${raw}` === this.plain) return EQUAL_NUMBER;
      return raw === this.#number ? NEAR_NUMBER : undefined;
    }
    if (`${raw}` !== this.plain) return undefined;
    return typeof raw === 'bigint' ? EQUAL_NUMBER : EQUAL_OTHER;
  }

  /** The length of a string that is a part of the wanted text. */
  partLength(value: Held): number {
    if (!(value instanceof Primitive) || typeof value.raw !== 'string') return 0;
    const { length } = value.raw;
    return length > 1 && length < this.plain.length && this.plain.indexOf(value.raw) >= 0 ? length : 0;
  }

  #string(raw: string): Likeness | undefined {
    if (raw === this.plain) return EQUAL_STRING;
    if (raw.length <= this.plain.length || raw.length > MAX_SEARCHED) return undefined;
    return isIn(raw, this.plain) ? PART_OF_STRING : undefined;
  }

  #object(text: string): Likeness | undefined {
    if (this.#isList) {
      const loose = without(text, QUOTES);
      if (loose === this.#loose) return EQUAL_OBJECT;
      if (without(loose, BRACKETS) === this.#bare) return SIMILAR_OBJECT;
    }
    if (this.#isObject) return isAlike(without(text, QUOTES), this.#loose) ? EQUAL_OBJECT : undefined;
    if (text.indexOf(this.#quoted) >= 0) return STRING_ITEM;
    const isItem = this.#number !== undefined && isItemOf(text, this.plain);
    return isItem ? NUMBER_ITEM : undefined;
  }
}

/** `[1]`, `{ a: 1 }`, `Cart { … }`, `Map(1) { … }` */
function isObjectText(text: string): boolean {
  const last = text[text.length - 1];
  if (last !== ']' && last !== '}' && last !== '…') return false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '[' || char === '{') return true;
    if (!isWord(char) && char !== ' ' && char !== '(' && char !== ')' && char !== '.' && char !== '$') return false;
  }
  return false;
}

/** Both without quotes and blanks. */
function isAlike(one: string, other: string): boolean {
  if (one[0] !== other[0]) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  if (at === one.length && at === other.length) return true;
  return at >= ENOUGH_ALIKE && (leavesOut(one, at) || leavesOut(other, at));
}

function leavesOut(text: string, from: number): boolean {
  for (let at = 0; at < LEFT_OUT.length; at++) {
    const mark = LEFT_OUT[at] ?? '';
    if (text.indexOf(mark, from) === from) return true;
  }
  return false;
}

function between(text: string): string {
  let inner = '';
  for (let at = 1; at < text.length - 1; at++) inner += text[at];
  return inner;
}

function without(text: string, chars: string): string {
  let rest = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (chars.indexOf(char) < 0) rest += char;
  }
  return rest;
}

function isNumeric(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (isDigit(char)) digits++;
    else if (!(char === '-' && at === 0) && char !== '.' && char !== 'e' && char !== '+') return false;
  }
  return digits > 0;
}

/** True where the text stands in another one by itself: 9 is not in 2019 or 9.5. */
function isIn(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (isApart(text, at, part)) return true;
  }
  return false;
}

/** Outside of quotes. */
function isItemOf(text: string, part: string): boolean {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === part[0] && text.indexOf(part, at) === at && isApart(text, at, part)) return true;
  }
  return false;
}

function isApart(text: string, at: number, part: string): boolean {
  const before = text[at - 1] ?? '';
  const after = text[at + part.length] ?? '';
  const isNumber = isDigit(part[0] ?? '') || isDigit(part[part.length - 1] ?? '');
  if (isNumber && (before === '.' || before === '-' || (after === '.' && isDigit(text[at + part.length + 1] ?? ''))))
    return false;
  return !(isWord(before) && isWord(part[0] ?? '')) && !(isWord(after) && isWord(part[part.length - 1] ?? ''));
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char.length === 1;
}

function isWord(char: string): boolean {
  if (char.length !== 1) return false;
  return (
    isDigit(char) || (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u007f'
  );
}
