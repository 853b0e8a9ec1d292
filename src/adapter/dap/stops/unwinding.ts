import type { DapStop, DapTarget } from '../session/dap-target.ts';

/** The frames and the exception of a thread's stop. */
interface RaisedStop {
  readonly exception: string;
  readonly frames: DapStop['frames'];
}

/**
 * Recognises an exception that was reported already: some debuggers stop at it where it is raised, and again in each caller that
 * it leaves. One that a caller raises again is at another line than the call.
 */
export class Unwinding {
  readonly #last = new WeakMap<DapTarget, Map<number, RaisedStop>>();

  /** True if the stop is at an exception on its way out of the frame that called. Records the stop. */
  isOnItsWay(target: DapTarget, { thread, frames, exception }: DapStop): boolean {
    const threads = this.#last.get(target) ?? new Map<number, RaisedStop>();
    this.#last.set(target, threads);
    const before = threads.get(thread.dapId);
    if (exception === undefined || exception.breakMode === 'unhandled') {
      threads.delete(thread.dapId);
      return false;
    }
    const now = { exception: `${exception.exceptionId}: ${exception.description}`, frames };
    threads.set(thread.dapId, now);
    return before !== undefined && before.exception === now.exception && isLeft(before.frames, frames);
  }
}

/** True if the later stack is the earlier one without some of its innermost frames. */
function isLeft(earlier: DapStop['frames'], later: DapStop['frames']): boolean {
  const left = earlier.length - later.length;
  if (left <= 0 || later.length === 0) return false;
  return later.every((frame, index) => {
    const same = earlier[index + left];
    return same?.line === frame.line && same.name === frame.name && same.source?.path === frame.source?.path;
  });
}
