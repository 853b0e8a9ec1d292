import type { DebugSession } from '../../src/session/debug-session.ts';

/** The changes of each watched place with what made them, and the values that a breakpoint collected. */
export function toldOfSession({ inspection, collected }: DebugSession, collecting: { readonly id: number }) {
  return {
    writes: inspection.writes
      .list()
      .map(({ changes, writers }) => [
        changes,
        writers.map(({ location, before, after }) => `${location?.line}: ${before} → ${after}`),
      ]),
    collected: collected.list().flatMap((hit) => (hit.id === collecting.id ? [hit.values] : [])),
  };
}
