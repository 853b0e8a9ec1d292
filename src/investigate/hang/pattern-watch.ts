import type { HangEvidence } from '../../adapter/hang-evidence.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { blocked } from './examine-thread.ts';

/** The time for which a program must have answered nothing before it is looked at from outside, and between two such looks. */
const SILENT_MS = 1_000;

/** Looks whether a program does nothing but match a pattern: that answers nothing, and a longer watch would show nothing else. */
export class PatternWatch {
  readonly #evidence: HangEvidence;
  /** Since when no thread has answered. */
  #since: number | undefined;
  #nextLook = 0;
  #last = '';
  #found: number | undefined;

  constructor(evidence: HangEvidence) {
    this.#evidence = evidence;
  }

  /**
   * True if no thread has answered for some time, and one was found at the same match at two looks. To be called after each sample.
   *
   * @param isSilent Whether no thread answered the last sample.
   */
  async runsAway(threads: readonly Thread[], isSilent: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    const now = performance.now();
    if (!this.#evidence.matching || threads.length === 0 || !isSilent) {
      this.#since = undefined;
      this.#last = '';
      return false;
    }
    if (this.#since === undefined) {
      this.#since = now;
      this.#nextLook = now + SILENT_MS;
    }
    if (now < this.#nextLook) return false;
    this.#nextLook = now + SILENT_MS;
    const [id, place] = await this.#matching(threads, signal);
    this.#found = place !== '' && place === this.#last ? id : undefined;
    this.#last = place;
    return this.#found !== undefined;
  }

  /** The finding on a thread of a program in which one was found to match a pattern; nothing of the others, which wait for that. */
  async examine(thread: Thread, examination: Examination): Promise<ThreadFinding | undefined> {
    if (thread.id !== this.#found) return undefined;
    const finding = await blocked(thread, [], examination);
    const busyMs = Math.round(performance.now() - (this.#since ?? 0));
    return finding.kind === 'blocked call' ? { ...finding, busyMs } : finding;
  }

  get hasFound(): boolean {
    return this.#found !== undefined;
  }

  async #matching(
    threads: readonly Thread[],
    signal: AbortSignal | undefined,
  ): Promise<readonly [number | undefined, string]> {
    for (const { id } of threads) {
      const place = await this.#evidence.matching?.(id, { signal }).catch(() => undefined);
      if (place !== undefined) return [id, place];
    }
    return [undefined, ''];
  }
}
