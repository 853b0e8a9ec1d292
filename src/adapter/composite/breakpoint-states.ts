import type { BreakpointState } from '../../model/breakpoints/breakpoint.ts';
import type { BreakpointId } from '../../model/ids.ts';

interface Said {
  readonly state: BreakpointState;
  readonly isEmpty: boolean;
}

/** The state of each breakpoint in each part of a composite, and the state that follows for the whole. */
export class BreakpointStates {
  readonly #states = new Map<number, Map<number, Said>>();

  /**
   * Records what a part says of a breakpoint. @returns What is known of it in all parts: where one has it, it is there; else the
   * first part speaks, which is the program's own language.
   *
   * @param isEmpty The part has no process yet: another one's refusal counts more.
   */
  note(part: number, id: BreakpointId, state: BreakpointState, isEmpty = false): BreakpointState {
    const byPart = this.#states.get(id) ?? new Map<number, Said>();
    this.#states.set(id, byPart.set(part, { state, isEmpty }));
    return this.of(id) ?? state;
  }

  /** The combined state of a breakpoint; undefined if no part has reported any. */
  of(id: BreakpointId): BreakpointState | undefined {
    const said = [...(this.#states.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, each]) => each);
    const full = said.filter(({ isEmpty }) => !isEmpty);
    const states = (full.length > 0 ? full : said).map(({ state }) => state);
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
