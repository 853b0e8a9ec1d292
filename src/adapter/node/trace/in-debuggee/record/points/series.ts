import type { TracedSeries } from '../../../../../../model/trace/trace-record.ts';
import { SafeMap } from '../../agent/saved.ts';
import { type Held, settled } from '../describe.ts';

const MAX_DISTINCT = 1000;

/** All values of one expression, counted in a bounded space. */
export class Series {
  readonly #name: string;
  readonly #texts = new SafeMap<string, boolean>();
  readonly #types: Record<string, number> = {};
  #last: string | undefined;
  #changes = 0;
  #isMore = false;
  #failed = 0;
  #range: { least: number; most: number; sum: number } | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  add(value: Held): void {
    const { text, type, number } = settled(value);
    if (this.#last !== undefined && this.#last !== text) this.#changes++;
    this.#last = text;
    if (this.#texts.size < MAX_DISTINCT) this.#texts.set(text, true);
    else if (!this.#texts.has(text)) this.#isMore = true;
    this.#types[type] = (this.#types[type] ?? 0) + 1;
    if (number === undefined) return;
    const range = this.#range;
    if (range === undefined) {
      this.#range = { least: number, most: number, sum: number };
      return;
    }
    if (number < range.least) range.least = number;
    if (number > range.most) range.most = number;
    range.sum += number;
  }

  addFailure(): void {
    this.#failed++;
  }

  /** The written form of the series. */
  counts(): TracedSeries {
    const range = this.#range === undefined ? {} : { range: this.#range };
    const shared = { name: this.#name, changes: this.#changes, distinct: this.#texts.size, isMore: this.#isMore };
    return { ...shared, types: this.#types, ...range, failed: this.#failed };
  }
}
