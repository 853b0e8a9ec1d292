import { matchAt, QUOTED } from './quoted.ts';
import type { Span } from './spans.ts';

/** A text in quotes that an expression of a source may evaluate to. */
export interface Literal extends Span {
  /** The rest of it was cut off. */
  readonly isCut: boolean;
  /** Not all of it: the rest is put in while the program runs, or it is one of a pair. */
  readonly isPart: boolean;
}

/** A secret stands near its name: in the same statement, of a few lines at most. */
const MAX_CHARS = 400;
const MAX_OPERANDS = 24;
/** `password = copy = "hunter2"` */
const MAX_ASSIGNED = 3;
const MAX_DEPTH = 6;

/** Blanks and comments; with a line's end where a statement goes on behind it, and the number that an answer shows before a line. */
const BLANK = /(?:[ \t]|\/\*[^\r\n*]{0,100}\*\/|\\\r?\n[ >]{0,12}(?:\d{1,6} \|)?)+/y;
const LINE_END = /(?:\/\/[^\r\n]{0,200}|#[^\r\n]{0,200})?\r?\n[ >]{0,12}(?:\d{1,6} \|)?/y;
/** A line that begins with what goes on with the one before. */
const CONTINUED = new RegExp(`${LINE_END.source}[ \\t]{0,80}(?=\\|\\||&&|[?:+]|\\.\\w)`, 'y');
/** Several lines in Python; the quotes are closed on a later one, or not shown. */
const TRIPLE = /[bBuUrRfF]{0,2}("""|''')((?:(?!\1)[^\r\n…]|…(?![\s"'`,;)}\]]|$))*)(\1|…(?:\1)?|(?=[\r\n])|$)/y;
const NAME = /[A-Za-z_$][\w$]{0,80}/y;
const MEMBER = /(?:\??\.|::)[A-Za-z_$#][\w$]{0,80}|!(?!=)|<[\w.[\]|, ]{1,40}>(?=\()/y;
const NUMBER = /\d[\w.]{0,40}/y;
const PREFIX = /!(?!=)|-|<[\w.[\]|, ]{1,40}>|(?:await|new|not|typeof|yield)\b/y;
const COMPARISON = /[=!]==?|[<>]=?|(?:not[ \t]{1,4})?in\b|is\b|instanceof\b/y;
const OPERATOR = /\|\|=?|\?:|\?\?=?|&&|[+|%]=?|\?(?![.?])|:=?|=(?![=>~])|(?:or|and|if|else|as|satisfies)\b/y;
/** `default=` and `{ default: ` in a call: what counts where nothing else is given. */
const DEFAULT = /\{?[ \t]{0,8}(?:default(?:_value|Value)?|fallback|initial(?:Value)?|value)[ \t]{0,8}(?:=(?!=)|:)/y;
const KEYWORD = /\{?[ \t]{0,8}[A-Za-z_]\w{0,60}[ \t]{0,8}(?:=(?![=>])|:)/y;

/** Their second argument is the value where there is nothing under the name that the first one gives. */
const LOOK_UPS = /^(?:get|getenv|getOrDefault|getOrElse|pop|setdefault|env|config|getdefault|or_else|fetch)$/i;
const ATTRIBUTE_LOOK_UP = 'getattr';
/** Their first argument in another form, or kept in something. */
const CONVERSIONS =
  /^(?:String|str|repr|bytes|bytearray|from|Buffer|Secret(?:Str|Bytes|String)?|Field|field|quote(?:_plus)?|unquote|encodeURIComponent|atob|btoa|b64(?:en|de)code|fromhex|unhexlify|trim|strip|unwrap_or|or(?:Else|Default)|ref|shallowRef|signal|useState|useRef|of|Some|cast|Literal|Final)$/;

interface Part {
  readonly literals: readonly Literal[];
  /** The name of a function that is called behind it; undefined where nothing can be called. */
  readonly callee?: string;
}

/**
 * The texts that the expression at a place of a source may evaluate to: behind `||`, `or`, `? :`, in parentheses, put together by `+`,
 * as the default of a look-up, converted. Left out are arguments of other calls, keys, and texts that something is compared with. One reader
 * serves JavaScript, TypeScript and Python, and text that only looks like them: it stops where none of them would go on.
 *
 * @param at 0-based, behind the `=` or `:`.
 * @param item 0-based: the one of a list that is meant, as in `user, password = "ann", "hunter2"`.
 */
export function literalsAt(text: string, at: number, item = 0): Literal[] {
  const items = new ExpressionReader(text, at).assigned(item + 1);
  const [first] = items;
  // Two names for the parts of one value, or one name for a list.
  return [...((items.length > item ? items[item] : first) ?? [])];
}

/** The text behind `default=` in the call that the text before a place is an argument of: `add_option("--password", default="hunter2")`. */
export function defaultAt(text: string, at: number): Literal[] {
  return new ExpressionReader(text, at).defaultOfCall();
}

class ExpressionReader {
  readonly #text: string;
  readonly #end: number;
  #at: number;
  /** The number of `?` that have no `:` yet. */
  #choices = 0;
  #isOneLine = true;
  #operands = 0;
  #assigned = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
    this.#end = at + MAX_CHARS;
  }

  /**
   * The values given to one name, or to several. A formatter puts a long value on a line of its own; behind the `PASSWORD=` of a file of settings
   * the next line is another setting. @param most So many are read.
   */
  assigned(most: number): (readonly Literal[])[] {
    if (/[ \t][|?+]{0,2}=[ \t]{0,8}$/.test(this.#text.slice(Math.max(0, this.#at - 12), this.#at)))
      this.#skipBlank(true);
    return this.items(most, 0);
  }

  /** Expressions with commas between them. @param most So many are read. */
  items(most: number, depth: number): (readonly Literal[])[] {
    const items: (readonly Literal[])[] = [];
    do {
      // `["ann", "hunter2"]`: its items are those that are asked for.
      const opened = most > 1 && depth === 0 && items.length === 0 && this.#take(/[ \t]{0,8}[[(]/y);
      if (opened) return this.items(most, depth + 1);
      items.push(this.#expression(depth));
    } while (items.length < most && this.#next(',', depth));
    return items;
  }

  defaultOfCall(): Literal[] {
    for (;;) {
      this.#skipBlank(true);
      if (this.#take(DEFAULT)) return this.#expression(1);
      this.#take(KEYWORD);
      const before = this.#at;
      this.#expression(1);
      if (!this.#next(',', 1) || this.#at === before) return [];
    }
  }

  #expression(depth: number): Literal[] {
    const found: Literal[] = [];
    let isCompared = false;
    for (;;) {
      this.#skipBlank(depth > 0);
      while (this.#take(PREFIX)) this.#skipBlank(depth > 0);
      const part = this.#operand(depth);
      if (!part) return found;
      this.#skipBlank(depth > 0);
      if (this.#take(CONTINUED)) this.#isOneLine = false;
      const comparison = this.#take(COMPARISON);
      if (!comparison && !isCompared) found.push(...part.literals);
      isCompared = comparison;
      if (!comparison && !this.#operator()) return found;
      this.#skipBlank(true);
    }
  }

  /** A `:` counts as one behind a `?` only. */
  #operator(): boolean {
    const sign = matchAt(OPERATOR, this.#text, this.#at)?.[0];
    if (sign === undefined || (sign.startsWith(':') && this.#choices === 0)) return false;
    if (sign === '=' && (!this.#isOneLine || ++this.#assigned > MAX_ASSIGNED)) return false;
    if (sign === '?') this.#choices++;
    else if (sign === ':') this.#choices--;
    this.#at += sign.length;
    return true;
  }

  #operand(depth: number): Part | undefined {
    if (this.#at >= this.#end || depth > MAX_DEPTH || ++this.#operands > MAX_OPERANDS) return undefined;
    let part = this.#texts(depth) ?? this.#group(depth);
    if (!part) {
      const name = matchAt(NUMBER, this.#text, this.#at) ?? matchAt(NAME, this.#text, this.#at);
      if (!name) return undefined;
      this.#at += name[0].length;
      part = { literals: [], callee: name[0] };
    }
    return this.#behind(part, depth);
  }

  /** One text or, in Python, several in a row. */
  #texts(depth: number): Part | undefined {
    const literals: Literal[] = [];
    for (let end = -1; ; ) {
      // What stands right behind it are the quotes of a text around it: `"password='%s'"`.
      const isApart = this.#at > end;
      const match = isApart
        ? (matchAt(TRIPLE, this.#text, this.#at) ?? matchAt(QUOTED, this.#text, this.#at))
        : undefined;
      if (!match) return end === -1 ? undefined : { literals };
      const [whole, quote = '', inner = '', closing = ''] = match;
      const from = this.#at + whole.indexOf(quote) + quote.length;
      const isFilled = quote === '`' ? inner.includes('${') : /^[rR]?[fF]/.test(whole) && inner.includes('{');
      const isCut = closing.includes('…');
      literals.push(
        ...(isFilled ? piecesOf(inner, from, isCut) : [{ from, to: from + inner.length, isCut, isPart: false }]),
      );
      // Nothing is known of what stood behind a cut.
      this.#at = isCut ? this.#end : this.#at + whole.length;
      end = this.#at;
      this.#skipBlank(depth > 0);
    }
  }

  #group(depth: number): Part | undefined {
    if (!this.#take(/[([]/y)) return undefined;
    const items = this.items(Number.POSITIVE_INFINITY, depth + 1);
    this.#skipBlank(true);
    // Where it is not closed, nothing behind it is read.
    if (!this.#take(/[)\]]/y)) this.#at = this.#end;
    // `auth = ("ann", "hunter2")`. More in a row are a list of something else.
    if (items.length > 2) return { literals: [] };
    return {
      literals: items.length === 1 ? items.flat() : items.flat().map((literal) => ({ ...literal, isPart: true })),
    };
  }

  /** Members, calls and keys behind an operand. */
  #behind(part: Part, depth: number): Part {
    let { literals, callee } = part;
    for (;;) {
      const member = matchAt(MEMBER, this.#text, this.#at)?.[0];
      if (member !== undefined) {
        this.#at += member.length;
        callee = /^[!<]/.test(member) ? callee : member.replace(/^(?:\??\.|::)/, '');
      } else if (callee !== undefined && this.#take(/(?:\?\.)?\(/y)) {
        const given = this.#call(callee, depth + 1);
        // `"hunter2".encode()` is the text still.
        literals = literals.length > 0 ? literals : given;
      } else if (this.#take(/(?:\?\.)?\[/y)) {
        this.items(Number.POSITIVE_INFINITY, depth + 1);
        if (!this.#take(/\]/y)) this.#at = this.#end;
        callee = '';
      } else return { literals, ...(callee === undefined ? {} : { callee }) };
    }
  }

  /** The arguments of a call that count. */
  #call(callee: string, depth: number): Literal[] {
    const counting = countingOf(callee);
    const found: Literal[] = [];
    for (let index = 0; ; index++) {
      this.#skipBlank(true);
      const isDefault = this.#take(DEFAULT);
      const isNamed = !isDefault && this.#take(KEYWORD);
      const before = this.#at;
      const literals = this.#expression(depth);
      if (isDefault || (!isNamed && index === counting)) found.push(...literals);
      this.#skipBlank(true);
      this.#take(/\}/y);
      if (this.#take(/\)/y)) return found;
      if (!this.#next(',', depth) || this.#at === before) {
        this.#at = this.#end;
        return found;
      }
    }
  }

  #next(sign: string, depth: number): boolean {
    this.#skipBlank(depth > 0);
    if (this.#at >= this.#end || this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #take(pattern: RegExp): boolean {
    const match = this.#at < this.#end ? matchAt(pattern, this.#text, this.#at) : undefined;
    this.#at += match?.[0].length ?? 0;
    return match !== undefined;
  }

  #skipBlank(isOpen: boolean): void {
    while (this.#take(BLANK) || (isOpen && this.#lineEnd()));
  }

  #lineEnd(): boolean {
    const ends = this.#take(LINE_END);
    if (ends) this.#isOneLine = false;
    return ends;
  }
}

/** The argument of a call that is its value, 0-based; undefined for most calls. */
function countingOf(callee: string): number | undefined {
  if (CONVERSIONS.test(callee)) return 0;
  if (LOOK_UPS.test(callee)) return 1;
  return callee === ATTRIBUTE_LOOK_UP ? 2 : undefined;
}

/** The text around the places that are filled in. */
function piecesOf(inner: string, from: number, isCut: boolean): Literal[] {
  const pieces: Literal[] = [];
  let at = 0;
  for (const hole of inner.matchAll(/\$?\{[^{}]{0,200}\}/g)) {
    pieces.push({ from: from + at, to: from + hole.index, isCut: false, isPart: true });
    at = hole.index + hole[0].length;
  }
  return [...pieces, { from: from + at, to: from + inner.length, isCut, isPart: true }];
}
