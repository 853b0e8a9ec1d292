import type { CollectedHit } from '../model/collected-value.ts';

/** Passes and characters kept for a session: a loop that never ends must not fill the server's memory. */
const MAX_HITS = 100_000;
const MAX_CHARS = 16_000_000;

/** What the collecting breakpoints of a session recorded, in the order in which it came. Full at a limit, it takes no more. */
export class CollectedHits {
  readonly #hits: CollectedHit[] = [];
  readonly #full = new AbortController();
  #chars = 0;

  /** Aborted when it has become full. */
  get full(): AbortSignal {
    return this.#full.signal;
  }

  list(): readonly CollectedHit[] {
    return this.#hits;
  }

  add(hit: CollectedHit): void {
    if (this.#full.signal.aborted) return;
    this.#hits.push(hit);
    this.#chars += hit.size;
    if (this.#hits.length >= MAX_HITS || this.#chars >= MAX_CHARS) this.#full.abort();
  }
}
