import type {
  TracedCall,
  TracedFunction,
  TraceFinding,
  TraceReport,
  ValueOrigin,
} from '../../model/trace/trace-report.ts';
import type { TracePlace } from '../../model/trace/trace-request.ts';
import { groupBy } from '../group-by.ts';
import { isAt, ROUNDED_MS } from './lives.ts';

/** The number of nearest callers to look at: a function that calls itself may have more than one call among them. */
const NEAREST_CALLERS = 2;

interface WantedOrigins {
  readonly texts: readonly string[];
  /** Counted after the texts. */
  readonly parts?: readonly string[];
  /** The place to prefer origins from, if they are there at all. */
  readonly inside?: TracePlace | 'run' | undefined;
}

/** The origins of values with the texts, and the calls that lead to the most likely origin. */
export function originsFinding(
  { origins: all = [], closest = [], calls: records }: TraceReport,
  { texts, parts = [], inside }: WantedOrigins,
  sourceOf: (path: string) => readonly string[],
): TraceFinding {
  if (all.length === 0 && records.length === 0) return { kind: 'calls' };
  const origins = all.filter(({ text }) => text < texts.length);
  const within = inside === undefined || inside === 'run' ? [] : origins.filter((each) => isInside(each, inside));
  const ranked = ranking(within.length > 0 ? within : origins);
  const [first] = ranked;
  const made = parts.flatMap((text, index) => {
    const origin = partMade(
      all.filter((each) => each.text === texts.length + index),
      first,
    );
    return origin ? [{ text, origin }] : [];
  });
  const calls = first
    ? callsBefore(
        records,
        first,
        made.map(({ origin }) => origin.place),
      )
    : lastCalls(records);
  const call = first && calls.find((each) => isCall(each, first.place));
  const sources = new Map(calls.map(({ function: { path } }) => [path, sourceOf(path)]));
  const missed = closest.filter(({ text }) => text < texts.length && origins.every((each) => each.text !== text));
  return {
    kind: 'origins',
    texts,
    origins: ranked,
    parts: made,
    closest: missed,
    calls,
    sources,
    ...(call ? { call } : {}),
  };
}

/**
 * Ranks origins: a whole value before a part of one, one that was made before one that came in, and one that went on to others.
 */
function ranking(origins: readonly ValueOrigin[]): readonly ValueOrigin[] {
  // Sorting is stable: of equals, the first one in time counts.
  return [...origins].sort((a, b) => worth(b) - worth(a));
}

function worth({ likeness, place, depth, outermost }: ValueOrigin): number {
  return (likeness === 'part' ? 0 : 4) + (place.how === 'argument' ? 0 : 2) + (outermost < depth ? 1 : 0);
}

/** The origin of a part that was made before the whole: not in a text that came in, in which all parts are. */
function partMade(origins: readonly ValueOrigin[], whole: ValueOrigin | undefined): ValueOrigin | undefined {
  const [first] = origins;
  if (first?.likeness !== 'equal' || first.place.how === 'argument' || first.place.how === 'passed') return undefined;
  if (whole && (first.process !== whole.process || first.startedAtMs > whole.startedAtMs)) return undefined;
  // What is at the same place is said already.
  return whole && isSamePlace(first, whole) ? undefined : first;
}

function isSamePlace({ place: one }: ValueOrigin, { place: other }: ValueOrigin): boolean {
  return one.function.key === other.function.key && one.line === other.line;
}

function isInside({ place, callers }: ValueOrigin, inside: TracePlace): boolean {
  return [place, ...callers].some(({ function: each }) => isAt(inside, each));
}

interface CallNumber {
  readonly function: TracedFunction;
  readonly number: number;
}

function isCall(call: TracedCall, { function: called, number }: CallNumber): boolean {
  return call.function.key === called.key && call.number === number;
}

/** The call in which the value came to be, and the nearest ones around it; of each other function the last that had begun. */
function callsBefore(
  records: readonly TracedCall[],
  origin: ValueOrigin,
  others: readonly CallNumber[],
): readonly TracedCall[] {
  const { process, startedAtMs, place, callers } = origin;
  const before = records.filter((each) => each.process === process && each.startedAtMs <= startedAtMs + ROUNDED_MS);
  const nearest = [place, ...callers.slice(0, NEAREST_CALLERS), ...others];
  const chosen = [...groupBy(before, (each) => each.function.key).values()].flatMap((same) => {
    const around = same.filter((call) => nearest.some((each) => isCall(call, each)));
    if (around.length > 0) return around;
    return same.findLast((call) => callers.some((each) => isCall(call, each))) ?? same.at(-1) ?? [];
  });
  return inOrder(chosen);
}

function lastCalls(records: readonly TracedCall[]): readonly TracedCall[] {
  return inOrder([...groupBy(records, (each) => each.function.key).values()].flatMap((same) => same.at(-1) ?? []));
}

function inOrder(calls: readonly TracedCall[]): readonly TracedCall[] {
  return [...calls].sort((a, b) => a.startedAtMs - b.startedAtMs || b.durationMs - a.durationMs);
}
