import { isConditional } from '../../../model/breakpoints/breakpoint-options.ts';
import type { StoppedInfo } from '../../../model/stop-outcome.ts';
import type { SessionBreakpoints } from '../../../session/breakpoints/session-breakpoints.ts';

/** The breakpoints in a call that is followed line by line: its passes are in the answer already. One with a condition is meant to stop it. */
export class PassedBreakpoints {
  readonly #breakpoints: SessionBreakpoints;
  readonly #passes = new Map<number, { readonly line: number; readonly count: number }>();

  constructor(breakpoints: SessionBreakpoints) {
    this.#breakpoints = breakpoints;
  }

  /** True if a stop in the call itself is passed over; it is counted then. */
  take({ reason, location, hitBreakpointIds }: StoppedInfo): boolean {
    if (reason !== 'breakpoint') return false;
    const hit = this.#breakpoints.list().filter(({ id }) => hitBreakpointIds.includes(id));
    if (hit.some(isConditional)) return false;
    for (const { id } of hit) {
      const count = (this.#passes.get(id)?.count ?? 0) + 1;
      this.#passes.set(id, { line: location.line, count });
    }
    return true;
  }

  /** Notes on the passes, one for each breakpoint. */
  notes(): string[] {
    return [...this.#passes].map(
      ([id, { line, count }]) =>
        `Breakpoint ${id} (line ${line}) is in this call and did not end it: passed ${times(count)}.`,
    );
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
