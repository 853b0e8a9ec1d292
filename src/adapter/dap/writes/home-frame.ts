import type { DapFrameId, DapThreadId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';

/** The call that an expression was asked about in, to be found again at another stop of its thread. */
export class HomeFrame {
  readonly #dapThreadId: DapThreadId;
  readonly #name: string;
  /** The number of frames on the stack when this frame is at the top. */
  readonly #depth: number;

  /** @param frames Those of its thread, innermost first. */
  constructor(dapThreadId: DapThreadId, frames: readonly Dap.StackFrame[], dapFrameId: DapFrameId) {
    const index = frames.findIndex(({ id }) => id === dapFrameId);
    this.#dapThreadId = dapThreadId;
    this.#name = frames[index]?.name ?? '';
    this.#depth = frames.length - Math.max(index, 0);
  }

  /** The frame at a stop; `elsewhere`: the stop is in another thread, and nothing is known of this one. */
  at(dapThreadId: DapThreadId, frames: readonly Dap.StackFrame[]): Dap.StackFrame | 'left' | 'elsewhere' {
    if (dapThreadId !== this.#dapThreadId) return 'elsewhere';
    const frame = frames[frames.length - this.#depth];
    return frame?.name === this.#name ? frame : 'left';
  }
}
