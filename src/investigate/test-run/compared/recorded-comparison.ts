import type { ComparedValue, ComparedValues } from '../../../model/tests/compared-values.ts';

/** Reads what a runner's hook wrote down of a comparison; undefined for what is none. The tests are strangers' code that may have written it. */
export function recordedComparison(value: unknown): ComparedValues | undefined {
  if (typeof value !== 'object' || value === null || !('path' in value) || typeof value.path !== 'string') {
    return undefined;
  }
  const actual = 'actual' in value ? sideOf(value.actual) : undefined;
  const expected = 'expected' in value ? sideOf(value.expected) : undefined;
  if (actual === undefined && expected === undefined) return undefined;
  const within = 'within' in value && typeof value.within === 'string' ? { within: value.within } : {};
  return { path: value.path, ...(actual ? { actual } : {}), ...(expected ? { expected } : {}), ...within };
}

function sideOf(value: unknown): ComparedValue | undefined {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('type' in value)) return undefined;
  const { text, type } = value;
  return typeof text === 'string' && typeof type === 'string' ? { text, type } : undefined;
}
