import type { TracedCall, TraceFinding, TraceReport } from '../../model/trace/trace-report.ts';
import type { TracePlace } from '../../model/trace/trace-request.ts';
import { groupBy } from '../group-by.ts';

/** Clocks of records are rounded to this. */
export const ROUNDED_MS = 0.002;

interface LivesAround {
  /** The written lines of a file. */
  sourceOf(path: string): readonly string[];
  /** The finding for a place at which no function was loaded. */
  unknown(place: TracePlace): TraceFinding;
}

/**
 * The calls of one life, from those kept of all functions: the call of the place, and those that ran while it did. Of an `async`
 * function that is what ran until it ended, from any caller.
 */
export function livesFinding(
  { calls: records, functions }: TraceReport,
  inside: TracePlace | 'run',
  { sourceOf, unknown }: LivesAround,
): TraceFinding {
  const calls = counting(records);
  const sourcesOf = (all: readonly TracedCall[]) =>
    new Map(all.map(({ function: { path } }) => [path, sourceOf(path)]));
  if (inside === 'run') {
    return calls.length === 0 ? { kind: 'calls' } : { kind: 'lives', calls, sources: sourcesOf(calls) };
  }
  const matching = functions.filter((each) => isAt(inside, each));
  const kept = calls.filter((each) => matching.some(({ key }) => key === each.function.key));
  const entry = kept.find(({ isWanted }) => isWanted) ?? kept[0];
  if (!entry) return matching.length > 0 ? { kind: 'neverCalled', functions: matching } : unknown(inside);
  // Of several functions with the name, all are shown: which is meant, their calls say.
  const outer = entry.isWanted ? [entry] : kept;
  const within = calls.filter((each) => outer.some((one) => one === each || isWithin(each, one)));
  return { kind: 'lives', entry, calls: within, sources: sourcesOf(within) };
}

/** The wanted call of each function, or the last that stands in: others were written while it was not known which would be the last. */
function counting(records: readonly TracedCall[]): readonly TracedCall[] {
  const byFunction = groupBy(records, (each) => each.function.key);
  const chosen = [...byFunction.values()].flatMap((all) => all.find(({ isWanted }) => isWanted) ?? all.at(-1) ?? []);
  return chosen.sort((a, b) => a.startedAtMs - b.startedAtMs || b.durationMs - a.durationMs);
}

function isWithin(inner: TracedCall, outer: TracedCall): boolean {
  const endMs = (call: TracedCall) => call.startedAtMs + call.durationMs;
  return inner.startedAtMs >= outer.startedAtMs - ROUNDED_MS && endMs(inner) <= endMs(outer) + ROUNDED_MS;
}

/** As the tracers find a function by its place. */
export function isAt(place: TracePlace, { name, path, line, endLine }: TracedCall['function']): boolean {
  if (place.kind === 'line') return path === place.path && line <= place.line && place.line <= endLine;
  if (place.path !== undefined && !path.endsWith(place.path)) return false;
  const plain = name.replaceAll('.<locals>.', '.').replace('.#', '.');
  const wanted = place.name.replace('.#', '.');
  return (
    plain === wanted ||
    plain.endsWith(`.${wanted}`) ||
    plain === `${wanted}.constructor` ||
    plain === `${wanted}.__init__`
  );
}
