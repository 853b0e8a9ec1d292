import type { DapFrameId } from '../../../dap/ids.ts';
import type { ValueLimits } from '../../debug-adapter.ts';
import type { SummaryAnswer } from '../recipe/value-questions.ts';
import type { DapTarget } from '../session/dap-target.ts';

/** The last look at a process: the locals of a frame, within limits. */
interface Look {
  readonly dapFrameId: DapFrameId;
  readonly limits: ValueLimits;
}

type Answer = Promise<SummaryAnswer | undefined>;

/**
 * Asks for the locals of a stop at once, together with its frames, where it is likely whose they will be: a step mostly ends in
 * the frame in which it began. That saves a round trip of a step; a wrong guess costs a question that no call waits for.
 */
export class LocalsPrefetch {
  readonly #looks = new Map<DapTarget, Look>();
  readonly #asked = new Map<DapTarget, Look & { readonly stopNumber: number; readonly answer: Answer }>();

  /** The locals of a frame were looked at. */
  looked(target: DapTarget, look: Look): void {
    this.#looks.set(target, look);
  }

  /** A process has stopped: asks what was asked at its last stop. */
  guess(target: DapTarget, ask: (look: Look) => Answer): void {
    const look = this.#looks.get(target);
    this.#looks.delete(target);
    if (look === undefined) return;
    const answer = ask(look);
    // A frame that is not there any more cannot be asked.
    answer.catch(() => {});
    this.#asked.set(target, { ...look, stopNumber: target.stopNumber, answer });
  }

  /** The answer that was asked for already, if the look is the same and nothing has been evaluated since. Given out once. */
  take(target: DapTarget, { dapFrameId, limits }: Look): Answer | undefined {
    const asked = this.#asked.get(target);
    this.#asked.delete(target);
    const isSame =
      asked?.stopNumber === target.stopNumber &&
      asked.dapFrameId === dapFrameId &&
      asked.limits.depth === limits.depth &&
      asked.limits.maxChildren === limits.maxChildren &&
      asked.limits.maxTextLength === limits.maxTextLength;
    return isSame ? asked.answer : undefined;
  }

  /** The values may have changed, or the process is gone. */
  drop(target: DapTarget): void {
    this.#asked.delete(target);
  }
}
