import type { TracedCall, ValueOrigin } from '../../../model/trace/trace-report.ts';

/** Steps from a call into one that it made. */
const MAX_STEPS = 5;

interface Around {
  /** The origins of this text, in the order in which they came to be. */
  readonly origins: readonly ValueOrigin[];
  readonly calls: readonly TracedCall[];
  /** Values with the same text need not be the same: an inner one counts only where it is the only one. */
  readonly isCommon: boolean;
}

/**
 * A value that a call has made in an object of others is seen when the statement that made the call has ended: it came to be in that call.
 *
 * @returns the origin itself where there was no such call
 */
export function innerOrigin(origin: ValueOrigin, around: Around): ValueOrigin {
  let found = origin;
  for (let step = 0; step < MAX_STEPS && found.place.how === 'set'; step++) {
    const inner = around.origins.filter((each) => isMadeIn(each, found, around.calls));
    const [first] = inner;
    if (!first || (around.isCommon && inner.length > 1)) return found;
    found = first;
  }
  return found;
}

/** True if a value came to be in a call that was made by the statement of another origin, before that. */
function isMadeIn(inner: ValueOrigin, outer: ValueOrigin, calls: readonly TracedCall[]): boolean {
  const { place, process, startedAtMs } = outer;
  if (inner === outer || inner.process !== process || inner.startedAtMs > startedAtMs) return false;
  const isOuter = (each: ValueOrigin['callers'][number]) =>
    each.function.key === place.function.key && each.number === place.number;
  const index = inner.callers.findIndex(isOuter);
  if (index === -1 || inner.likeness !== 'equal') return false;
  const made = index === 0 ? inner.place : inner.callers[index - 1];
  const call = calls.find((each) => each.function.key === made?.function.key && each.number === made.number);
  return call?.caller === undefined || call.caller.line === place.line;
}
