import type { TracedChange, TracedValue } from '../../model/trace/trace-record.ts';
import { oneLine } from '../plain-text.ts';

/** Values that are the same everywhere, or never change: two names for such a value are no news. */
const UNCHANGING =
  /^(function|AsyncFunction|GeneratorFunction|symbol|type|module|method|builtin_function_or_method|method-wrapper|NoneType|bool|int|float|complex|str|bytes|tuple|frozenset|range)$/;
const VARIABLE = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const BASE = /^[\p{L}_$][\p{L}\p{N}_$]*(?=[.[])/u;
const MAX_NAMES = 3;
const MAX_NAME_CHARS = 40;

/** The number of an object that may be changed through any of its names; undefined for other values. */
function objectOf(value: TracedValue | undefined): number | undefined {
  return value === undefined || UNCHANGING.test(value.type) ? undefined : value.object;
}

/**
 * The names of a call that hold the same object. Remarks name the object's other names once: at a variable that gets an object
 * with a name, and at a change to an object with several names, which may have been made through any of them.
 */
export class SameObjects {
  readonly #holders = new Map<string, number>();
  readonly #said = new Set<string>();

  /** The remark after a change's own text: ` (same object as items)`; empty for most. */
  remark({ name, after }: TracedChange): string {
    if (VARIABLE.test(name)) return this.#assigned(name, objectOf(after));
    const base = BASE.exec(name)?.[0];
    const object = base === undefined ? undefined : this.#holders.get(base);
    if (base === undefined || object === undefined) return '';
    const others = this.#others(base, object);
    if (others.length === 0 || !this.#isNews(['changed', base, ...others])) return '';
    return ` (${listed(others)} ${others.length === 1 ? 'is' : 'are'} the same object)`;
  }

  #assigned(name: string, object: number | undefined): string {
    if (object === undefined) {
      this.#holders.delete(name);
      return '';
    }
    const others = this.#others(name, object);
    this.#holders.set(name, object);
    const [first] = others;
    if (first === undefined || !this.#isNews([name, ...others])) return '';
    return ` (same object as ${listed([first])})`;
  }

  #others(name: string, object: number): string[] {
    return [...this.#holders].flatMap(([other, held]) => (held === object && other !== name ? [other] : []));
  }

  #isNews(names: readonly string[]): boolean {
    const key = [...names].sort().join(' ');
    if (this.#said.has(key)) return false;
    this.#said.add(key);
    return true;
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => oneLine(name, MAX_NAME_CHARS));
  return names.length > shown.length ? `${shown.join(', ')} and others` : shown.join(' and ');
}

/** The name of a call's result among the names of its row. */
export const RESULT = 'the result';

/** Two of the names that stand beside each other in rows, and in how many of these they were the same object. */
export interface SamePair {
  readonly name: string;
  readonly other: string;
  readonly rows: number;
}

/** The names that were the same object in some row. */
export function samePairs(rows: readonly (readonly (readonly [string, TracedValue])[])[]): SamePair[] {
  const counts = new Map<string, SamePair>();
  for (const row of rows) {
    for (const [index, [name, value]] of row.entries()) {
      const object = objectOf(value);
      if (object === undefined) continue;
      const same = row.slice(0, index).find(([, earlier]) => objectOf(earlier) === object);
      if (!same || same[0] === name) continue;
      const [first, second] = name === RESULT ? [name, same[0]] : [same[0], name];
      const key = JSON.stringify([first, second]);
      counts.set(key, { name: first, other: second, rows: (counts.get(key)?.rows ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}
