import type { BreakpointState } from '../../model/breakpoint.ts';

/** What each part of a composite says of each breakpoint, and what that comes to. */
export class BreakpointStates {
  readonly #states = new Map<number, Map<number, BreakpointState>>();

  /**
   * Records what a part says of a breakpoint. @returns What is known of it in all parts: where one has it, it is there; else the
   * first part speaks, which is the program's own language.
   */
  note(part: number, id: number, state: BreakpointState): BreakpointState {
    const byPart = this.#states.get(id) ?? new Map<number, BreakpointState>();
    this.#states.set(id, byPart.set(part, state));
    return this.of(id) ?? state;
  }

  /** What is known of a breakpoint; undefined where no part has said anything. */
  of(id: number): BreakpointState | undefined {
    const states = [...(this.#states.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, state]) => state);
    return find(states, 'verified') ?? find(states, 'pending') ?? states[0];
  }

  /** Forgets breakpoints that are sent again. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.#states.delete(id);
  }
}

function find(states: readonly BreakpointState[], kind: BreakpointState['kind']): BreakpointState | undefined {
  return states.find((state) => state.kind === kind);
}
