import type { DapFrameId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { ThreadId } from '../../../model/ids.ts';
import type { KnownCall } from '../recipe/value-questions.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';

interface LastStop {
  readonly frames: readonly Dap.StackFrame[];
  /** Below the lowest line in which the function was seen: none of its calls begins there. */
  readonly isFurtherDown: boolean;
  /** The debuggee's answer: whether the call may have begun there, or another one that waited may have gone on. */
  mayBegin: boolean | undefined;
  /** Stops that steps over connect have one. */
  number: number;
  /** The number of the followed call that it is. */
  followed: number | undefined;
  /** True if the call's name was asked for, so that nothing more will be known. */
  isNamed: boolean;
}

/**
 * Names for the function calls that threads stop in. DAP has none, and a frame of one stop and a frame of the next may be two calls of
 * a function, in a server that of another request. A step over ends in the call in which it began, in a caller, or, where all of that is
 * done, in whatever is called next: at the first line of that.
 */
export class SteppedCalls {
  readonly #stops = new Map<number, LastStop>();
  readonly #lowest = new Map<string, number>();
  #last = 0;

  stopped(target: DapTarget, { thread, body, frames }: DapStop): void {
    const before = this.#stops.get(thread.publicId);
    const isStep = body.reason === 'step' && target.resumedBy === 'next';
    const mayBeSame = isStep && before?.isNamed && isSameStack(before.frames, frames);
    const [top] = frames;
    const key = `${top?.source?.path} ${top?.name}`;
    const line = top?.line ?? 0;
    const lowest = this.#lowest.get(key) ?? line;
    this.#lowest.set(key, Math.min(lowest, line));
    const number = mayBeSame ? before.number : ++this.#last;
    this.#stops.set(thread.publicId, {
      frames,
      isFurtherDown: line > lowest,
      mayBegin: undefined,
      followed: undefined,
      number,
      isNamed: false,
    });
  }

  /** Records the debuggee's answer about a frame, if the frame is the innermost of the stop. */
  note(threadId: ThreadId, dapFrameId: DapFrameId, { mayBegin, followed }: KnownCall): void {
    const stop = this.#stops.get(threadId);
    if (stop?.frames[0]?.id !== dapFrameId) return;
    stop.mayBegin = mayBegin;
    stop.followed = followed;
  }

  /** The names of the call that a thread is stopped in. */
  namesOf(threadId: ThreadId): string[] {
    const followed = this.#stops.get(threadId)?.followed;
    return [this.#nameOf(threadId), ...(followed === undefined ? [] : [nameOfFollowed(followed)])];
  }

  #nameOf(threadId: ThreadId): string {
    const stop = this.#stops.get(threadId);
    if (!stop) return `call ${++this.#last}`;
    if (!stop.isNamed && (stop.mayBegin ?? !stop.isFurtherDown)) stop.number = ++this.#last;
    stop.isNamed = true;
    return `call ${stop.number}`;
  }
}

/** The name of a call by its number among the followed ones. */
export function nameOfFollowed(number: number): string {
  return `followed ${number}`;
}

/** True if the frames are those of one function, called from the same places. */
function isSameStack(before: readonly Dap.StackFrame[], now: readonly Dap.StackFrame[]): boolean {
  return (
    before.length === now.length &&
    now.length > 0 &&
    now.every((frame, index) => {
      const then = before[index];
      const isSameLine = index === 0 || then?.line === frame.line;
      return isSameLine && then?.name === frame.name && then.source?.path === frame.source?.path;
    })
  );
}
