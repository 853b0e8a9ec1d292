import type { DapThreadId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { DapBreakpoints } from '../breakpoints/dap-breakpoints.ts';
import { locationOf } from '../inspection/frame-location.ts';

/** A stop as the adapter reported it, whose frames are asked for. */
export class ReportedStop {
  readonly body: Dap.StoppedEvent['body'];
  /** Innermost first. Empty when the thread went on before it could be asked, and where none is named. */
  readonly frames: Promise<readonly Dap.StackFrame[]>;
  #top: Dap.StackFrame | undefined;

  constructor(body: Dap.StoppedEvent['body'], asked: Promise<readonly Dap.StackFrame[]>) {
    this.body = body;
    this.frames = asked.catch(() => []);
    void this.frames.then(([top]) => {
      this.#top = top;
    });
  }

  /** True if it was at breakpoints of which there is none any more. */
  isGone(breakpoints: DapBreakpoints): boolean {
    const { reason, hitBreakpointIds = [] } = this.body;
    const top = this.#top;
    if (top === undefined || !/breakpoint$/.test(reason) || hitBreakpointIds.length === 0) return false;
    return breakpoints.hits(hitBreakpointIds, reason === 'function breakpoint', locationOf(top), top.name).length === 0;
  }
}

/**
 * The stops of threads that stand beside the one that is shown: one after another they are shown when the program is to go on, and only then does
 * it.
 */
export class WaitingStops {
  #stops: ReportedStop[] = [];

  /** The threads that stand. */
  get dapThreadIds(): readonly DapThreadId[] {
    return this.#stops.flatMap(({ body }) => body.threadId ?? []);
  }

  add(stop: ReportedStop): void {
    this.#stops.push(stop);
  }

  /** Takes the first out; those whose breakpoints were removed meanwhile are dropped. */
  next(breakpoints: DapBreakpoints): ReportedStop | undefined {
    this.#stops = this.#stops.filter((stop) => !stop.isGone(breakpoints));
    return this.#stops.shift();
  }

  /** A thread goes on, or has ended. */
  drop(dapThreadId: DapThreadId): void {
    this.#stops = this.#stops.filter(({ body }) => body.threadId !== dapThreadId);
  }

  /** All go on. */
  clear(): void {
    this.#stops = [];
  }
}
