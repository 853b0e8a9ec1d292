import type { CollectedHit } from '../model/collected-value.ts';

/**
 * Passes and bytes kept for a session: a loop that never ends must not fill the server's memory. A client gives up a connection
 * on which a single message has 10 MB.
 */
const MAX_HITS = 100_000;
const MAX_BYTES = 8_000_000;

/**
 * The records of a session's collecting breakpoints, in the order of their arrival. Full at a limit, after which no more are
 * taken.
 */
export class CollectedHits {
  #hits: CollectedHit[] = [];
  readonly #full = new AbortController();
  #bytes = 0;

  /** Aborted when the collection has become full. */
  get full(): AbortSignal {
    return this.#full.signal;
  }

  list(): readonly CollectedHit[] {
    return this.#hits;
  }

  add(hit: CollectedHit): void {
    if (this.#full.signal.aborted) return;
    if (this.#hits.length >= MAX_HITS || this.#bytes + hit.size > MAX_BYTES) {
      this.#full.abort();
      return;
    }
    this.#hits.push(hit);
    this.#bytes += hit.size;
  }

  /** Forgets what these breakpoints recorded, which its caller has by now. */
  drop(ids: readonly number[]): void {
    this.#hits = this.#hits.filter(({ id }) => !ids.includes(id));
    this.#bytes = this.#hits.reduce((sum, { size }) => sum + size, 0);
  }
}
