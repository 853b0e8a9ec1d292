import type { TestFailure } from '../../../model/tests/test-report.ts';
import { isCommonText } from './choose-origin.ts';
import type { WantedValue } from './wanted-values.ts';

/** Weights of a choice: a place that no other value has, then a value, then a value that is not everywhere. */
const OWN_PLACE = 4;
const OWN_VALUE = 2;
const RARE_VALUE = 1;

/**
 * The values that are likely to show most, in their order: failures at one place, or with one value, are often of one cause. Of
 * values that fail alike at the same place, one.
 */
export function mostTelling(wanted: readonly WantedValue[], max: number): WantedValue[] {
  const alike = new Map<string, WantedValue>();
  for (const each of wanted.toReversed()) alike.set(`${placeOf(each.failure)}\n${each.value?.shown}`, each);
  const candidates = new Set([...alike.values()].reverse());
  const chosen = new Set<WantedValue>();
  const places = new Set<string>();
  const values = new Set<string>();
  const worth = ({ failure, value }: WantedValue) =>
    (places.has(placeOf(failure)) ? 0 : OWN_PLACE) +
    (value === undefined || values.has(value.shown) ? 0 : OWN_VALUE) +
    (value === undefined || isCommonText(value.shown) ? 0 : RARE_VALUE);
  while (chosen.size < max && candidates.size > 0) {
    // Of equals, the first one.
    const best = [...candidates].reduce((one, other) => (worth(other) > worth(one) ? other : one));
    candidates.delete(best);
    chosen.add(best);
    places.add(placeOf(best.failure));
    if (best.value) values.add(best.value.shown);
  }
  return wanted.filter((each) => chosen.has(each));
}

/** The calls that asserted: the innermost may be a helper that all tests use. */
function placeOf({ name, error: { stack } }: TestFailure): string {
  const calls = stack.map(({ location: { path, line } }) => `${path}:${line}`);
  return calls.length === 0 ? name : calls.join(' ');
}
