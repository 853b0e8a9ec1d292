import type { BreakpointState } from '../../model/breakpoints/breakpoint.ts';
import type { BreakpointId } from '../../model/ids.ts';

/** The state of each breakpoint in each part of a composite, and the state that follows for the whole. */
export class BreakpointStates {
  readonly #states = new Map<number, Map<number, BreakpointState>>();

  /**
   * Records what a part says of a breakpoint. @returns What is known of it in all parts: where one has it, it is there; else the
   * first part speaks, which is the program's own language.
   */
  note(part: number, id: BreakpointId, state: BreakpointState): BreakpointState {
    const byPart = this.#states.get(id) ?? new Map<number, BreakpointState>();
    this.#states.set(id, byPart.set(part, state));
    return this.of(id) ?? state;
  }

  /** The combined state of a breakpoint; undefined if no part has reported any. */
  of(id: BreakpointId): BreakpointState | undefined {
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
