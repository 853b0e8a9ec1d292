import type { TracedResult, TracedSeries } from '../../../../model/trace/trace-record.ts';

const MAX_DISTINCT = 1_000;

/** All values that one expression had, counted in a bounded space. */
export class ValueSeries {
  readonly #name: string;
  readonly #texts = new Set<string>();
  readonly #types = new Map<string, number>();
  #last: string | undefined;
  #changes = 0;
  #isMore = false;
  #failed = 0;
  #range: { readonly least: number; readonly most: number; readonly sum: number } | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  add(result: TracedResult): void {
    if (result.kind === 'thrown') {
      this.#failed++;
      return;
    }
    const { text, type, number } = result.value;
    if (this.#last !== undefined && this.#last !== text) this.#changes++;
    this.#last = text;
    if (this.#texts.size < MAX_DISTINCT) this.#texts.add(text);
    else if (!this.#texts.has(text)) this.#isMore = true;
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (number === undefined) return;
    const { least, most, sum } = this.#range ?? { least: number, most: number, sum: 0 };
    this.#range = { least: Math.min(least, number), most: Math.max(most, number), sum: sum + number };
  }

  counts(): TracedSeries {
    return {
      name: this.#name,
      changes: this.#changes,
      distinct: this.#texts.size,
      isMore: this.#isMore,
      types: Object.fromEntries(this.#types),
      failed: this.#failed,
      ...(this.#range ? { range: this.#range } : {}),
    };
  }
}
