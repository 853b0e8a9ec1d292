import { ending } from '../../render/plain-text.ts';

/** Fields that hold what a program, its map or its files name. Values have limits of their own. */
const NAMES: ReadonlySet<string> = new Set(
  'file path source script scriptPath url function functionName method class name thread threadName module'.split(' '),
);
const MAX_NAME_CHARS = 1_000;

/** An answer as JSON. A name is as long as its program wants; of a very long one, the end is shown. */
export function jsonWithBoundedNames(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    typeof inner === 'string' && NAMES.has(key) ? ending(inner, MAX_NAME_CHARS) : inner,
  );
}
