import type { HangEvidence, Standstill } from '../../adapter/hang-evidence.ts';
import type { Thread } from '../../model/stack-frame.ts';
import type { Examination, ThreadFinding } from './examination.ts';
import { examineEvents, inPool, NO_LOOKS } from './examine-events.ts';
import { blocked } from './examine-thread.ts';

/** Between two looks: what waits in the same circle at both is not on its way. */
const LOOK_EACH_MS = 300;
const ANSWER_MS = 500;

/** Looks whether a program stands still for good: then there is nothing to wait for. */
export class StandstillWatch {
  readonly #evidence: HangEvidence;
  #nextLook = performance.now() + LOOK_EACH_MS;
  #last = '';
  #found: ReadonlyMap<number, Standstill> | undefined;

  constructor(evidence: HangEvidence) {
    this.#evidence = evidence;
  }

  /**
   * True if some threads or tasks wait for each other in a circle, and all others for another thread: at two looks. To be
   * called as often as one likes.
   */
  async standsStill(threads: readonly Thread[], signal: AbortSignal | undefined): Promise<boolean> {
    if (!this.#evidence.standstill || performance.now() < this.#nextLook) return false;
    this.#nextLook = performance.now() + LOOK_EACH_MS;
    const found = new Map<number, Standstill>();
    for (const { id } of threads) {
      const answer = await this.#evidence.standstill(id, { timeoutMs: ANSWER_MS, signal }).catch(() => undefined);
      if (answer === undefined || answer.kind === 'free') return this.#goesOn();
      found.set(id, answer);
    }
    const circles = [...found].filter(([, { kind }]) => kind === 'circle');
    const isKnown = circles.length > 0 || [...found.values()].every((each) => 'turn' in each);
    if (!isKnown) return this.#goesOn();
    const seen = JSON.stringify(circles.length > 0 ? circles : [...found]);
    const isSame = seen === this.#last;
    this.#last = seen;
    this.#found = isSame ? found : undefined;
    // What is in no circle may be woken by a signal, or from outside of the language: it is given its time.
    return isSame && circles.length > 0;
  }

  /** The finding on a thread of a program that stands still, where it was found to: it is in the call in which it was seen. */
  examine(thread: Thread, examination: Examination): Promise<ThreadFinding> | undefined {
    const standstill = this.#found?.get(thread.id);
    if (!standstill) return undefined;
    if (standstill.kind === 'waits' && standstill.inPool !== undefined)
      return Promise.resolve(inPool(thread, standstill.inPool));
    const ofTasks = standstill.kind === 'circle' && standstill.of === 'tasks';
    return ofTasks ? examineEvents(thread, examination, NO_LOOKS) : blocked(thread, [], examination);
  }

  #goesOn(): false {
    this.#last = '';
    this.#found = undefined;
    return false;
  }
}
