import type { TraceRecord } from '../../model/trace/trace-record.ts';

type Hit = Extract<TraceRecord, { kind: 'hit' }>;

/** The rows of a point that stay in memory: the first and the last half of so many, or those of some passes. */
export type WantedRows =
  | { readonly kind: 'ends'; readonly maxRows: number }
  | { readonly kind: 'range'; readonly first: number; readonly last: number };

/** The rows of one point of one process, however many are read. One that was written again counts as it was written last. */
export class KeptHits {
  readonly #wanted: WantedRows;
  readonly #half: number;
  readonly #first = new Map<number, Hit>();
  readonly #last = new Map<number, Hit>();

  constructor(wanted: WantedRows) {
    this.#wanted = wanted;
    this.#half = wanted.kind === 'ends' ? Math.max(1, wanted.maxRows >> 1) : wanted.last - wanted.first + 1;
  }

  add(hit: Hit): void {
    const { pass } = hit;
    const wanted = this.#wanted;
    if (wanted.kind === 'range' && (pass < wanted.first || pass > wanted.last)) return;
    if (this.#first.size < this.#half || this.#first.has(pass)) {
      this.#first.set(pass, hit);
      return;
    }
    this.#last.set(pass, hit);
    if (this.#last.size <= this.#half) return;
    // The order of a map is that of insertion.
    for (const oldest of this.#last.keys()) {
      this.#last.delete(oldest);
      return;
    }
  }

  list(): readonly Hit[] {
    return [...this.#first.values(), ...this.#last.values()];
  }
}
