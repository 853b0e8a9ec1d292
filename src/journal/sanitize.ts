import { isRecord } from '../redaction/json.ts';
import { maskText, maskValue } from '../redaction/redaction.ts';
import { MAX_ITEMS } from './first-items.ts';

/** Characters of a text that are kept. */
const MAX_TEXT_CHARS = 200;
const TRUNCATED = '... (truncated)';
/** Keys of an object that are kept. */
const MAX_KEYS = 20;
const MAX_DEPTH = 5;
/** Characters that are looked at: what is behind them is cut off anyway, and masking it would be work for nothing. */
const MAX_READ_CHARS = 1_000;

/** Keys whose value is an environment: they are left out, whatever is in it. */
const ENVIRONMENT = /^(?:env|environ|environment|environmentvariables|envvars|process\.env|os\.environ)$/i;
/** Keys whose value is where a runtime is installed. A bare command (`python3`) says nothing of it and stays. */
const INTERPRETER =
  /^(?:(?:python|node|runtime|interpreter|executable|debugpy|adapter)_?(?:path|executable|binary)?|execpath)$/i;
const ABSOLUTE = /^(?:\/|~\/|[A-Za-z]:[\\/]|\\\\)/;

/** Texts of which the outcome is kept: a program that is stepped through shows the same lines, names and values again and again. */
const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_CHARS = 300;

/** The folders that paths are written relative to. Both absolute. */
export interface KnownFolders {
  readonly cwd: string;
  readonly home: string;
}

/** Makes of values what may stand in the journal: masked, without environment and interpreter paths, bounded, paths relative. */
export class Sanitizer {
  readonly #folders: readonly { readonly prefix: RegExp; readonly itself: string; readonly short: string }[];

  readonly #remembered = { path: new Map<string, string>(), text: new Map<string, string>() };

  constructor({ cwd, home }: KnownFolders) {
    this.#folders = [
      { folder: cwd, short: '' },
      { folder: home, short: '~/' },
    ]
      // A root would make every path relative to it.
      .filter(({ folder }) => folder.length > 3)
      .map(({ folder, short }) => ({
        prefix: new RegExp(`(?<![\\w.~/\\\\-])${escaped(folder)}[\\\\/]`, 'g'),
        itself: folder,
        short,
      }));
  }

  /** A path as a reader on any machine may see it. */
  path(path: string): string {
    return remembered(this.#remembered.path, path, () => this.#path(path));
  }

  #path(path: string): string {
    const folder = this.#folders.find(({ itself }) => itself === path);
    return folder ? folder.short.slice(0, -1) || '.' : this.#relative(path);
  }

  /** A text in one piece, of bounded length. */
  text(text: string): string {
    return remembered(this.#remembered.text, text, () => truncated(this.whole(text.slice(0, MAX_READ_CHARS))));
  }

  /** A text of any length, masked. */
  whole(text: string): string {
    return this.#relative(maskText(text));
  }

  /** A line of source, or the description of a value, whose name was looked at already. */
  short(text: string): string {
    return truncated(this.#relative(text.slice(0, MAX_READ_CHARS)));
  }

  /** The arguments of a call, or what it answered. */
  record(value: unknown): Readonly<Record<string, unknown>> {
    const pruned = this.#pruned(value, undefined, 0);
    const object = isRecord(pruned) ? pruned : pruned === undefined ? {} : { value: pruned };
    const finished = this.#finished(maskValue(object));
    return isRecord(finished) ? finished : {};
  }

  /** Cut down before masking, so that what is large costs nothing. */
  #pruned(value: unknown, key: string | undefined, depth: number): unknown {
    if (typeof value === 'string') return value.slice(0, MAX_READ_CHARS);
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
    if (Array.isArray(value)) return this.#prunedArray(value, key, depth);
    const entries = Object.entries(value).filter(([name, inner]) => !isLeftOut(name, inner));
    const kept = entries
      .slice(0, MAX_KEYS)
      .map(([name, inner]: [string, unknown]) => [name, this.#pruned(inner, name, depth + 1)]);
    if (entries.length > MAX_KEYS) kept.push(['...', `+${entries.length - MAX_KEYS} more`]);
    return Object.fromEntries(kept);
  }

  #prunedArray(items: readonly unknown[], key: string | undefined, depth: number): unknown {
    const kept = items.slice(0, MAX_ITEMS).map((item) => this.#pruned(item, undefined, depth + 1));
    if (items.length <= MAX_ITEMS) return kept;
    // Masked here already: as text, an item no longer says what its keys are.
    const masked = maskValue(kept, key);
    const texts = Array.isArray(masked) ? masked.map(asText) : [];
    return `[${texts.join(', ')}... +${items.length - MAX_ITEMS} more]`;
  }

  #finished(value: unknown): unknown {
    if (typeof value === 'string') return truncated(this.path(value));
    if (Array.isArray(value)) return value.map((item) => this.#finished(item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#finished(inner)]));
  }

  #relative(text: string): string {
    return this.#folders.reduce(
      (result, { prefix, itself, short }) => (result.includes(itself) ? result.replace(prefix, short) : result),
      text,
    );
  }
}

function remembered(known: Map<string, string>, text: string, make: () => string): string {
  if (text.length > MAX_REMEMBERED_CHARS) return make();
  const before = known.get(text);
  if (before !== undefined) return before;
  const made = make();
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(text, made);
  return made;
}

function isLeftOut(key: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'function') return true;
  if (ENVIRONMENT.test(key)) return true;
  return typeof value === 'string' && ABSOLUTE.test(value) && INTERPRETER.test(key);
}

function truncated(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  return text.slice(0, wholeCharacters(text, MAX_TEXT_CHARS)) + TRUNCATED;
}

/** The end of the longest beginning of a text of at most `length` that cuts no character in two. */
export function wholeCharacters(text: string, length: number): number {
  const unit = text.charCodeAt(length - 1);
  return length < text.length && unit >= 0xd800 && unit <= 0xdbff ? length - 1 : length;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
