import type { TracedSeries } from '../../../../../../model/trace/trace-record.ts';
import { type Held, heldNumber, heldType, isSameHeld, settled } from '../describe.ts';

const MAX_DISTINCT = 1000;
/** So many are told themselves. */
const MAX_TOLD = 100;

/** All values of one expression, counted in a bounded space. */
export class Series {
  readonly #name: string;
  readonly #texts = new Map<string, boolean>();
  readonly #types: Record<string, number> = {};
  #last: Held | undefined;
  #changes = 0;
  #isMore = false;
  #failed = 0;
  #range: { least: number; most: number; sum: number } | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  add(value: Held): void {
    const type = heldType(value);
    this.#types[type] = (this.#types[type] ?? 0) + 1;
    if (this.#last === undefined || !isSameHeld(this.#last, value)) this.#changed(value);
    const number = heldNumber(value);
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

  /** Texts are made for values alone that may be new: making them takes longer than all else. */
  #changed(value: Held): void {
    if (this.#last !== undefined) this.#changes++;
    this.#last = value;
    if (this.#isMore) return;
    const { text } = settled(value);
    if (this.#texts.size < MAX_DISTINCT) this.#texts.set(text, true);
    else if (!this.#texts.has(text)) this.#isMore = true;
  }

  addFailure(): void {
    this.#failed++;
  }

  /** The written form of the series. */
  counts(): TracedSeries {
    const range = this.#range === undefined ? {} : { range: this.#range };
    const shared = { name: this.#name, changes: this.#changes, distinct: this.#texts.size, isMore: this.#isMore };
    const texts = this.#texts.size <= MAX_TOLD ? { texts: [...this.#texts.keys()] } : {};
    return { ...shared, ...texts, types: this.#types, ...range, failed: this.#failed };
  }
}
