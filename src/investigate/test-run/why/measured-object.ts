import type { TestFailure } from '../../../model/tests/test-report.ts';

/** Forms of an assertion that counts the elements of a variable. */
const COUNTED = [
  /(?<![\w$])([\w$]+)\.(?:length|size)\b/,
  /\bexpect\(([\w$]+)\)(?:\.\w+)*?\.(?:toHaveLength|length|lengthOf|sizeOf)\b/,
  /\blen\((\w+)\)/,
];
/** Objects that assertions print of which they count the elements. */
const PRINTED = [/^Received (?:array|object): +([[{].*)$/m, /\bwhere -?\d+ = len\(([[{(].*[\])}])\)$/m];
const IS_COUNT = /^\d+$/;

/**
 * The object whose elements a failed assertion counted, as it is described; undefined where it did not, or does not say of what.
 *
 * @param isPrimitive Whether a number was compared that may be a count.
 */
export function measuredObject({ error, site }: TestFailure, isPrimitive: boolean): string | undefined {
  const { actual, path = '' } = error.compared ?? {};
  if (isPrimitive && !IS_COUNT.test(actual?.text ?? '')) return undefined;
  if (isPrimitive && path !== '') return undefined;
  const [printed] = PRINTED.flatMap((pattern) => pattern.exec(error.message)?.[1] ?? []);
  if (printed !== undefined) return printed;
  if (site.kind !== 'seen') return undefined;
  const { location, source, locals, closure } = site;
  const line = source?.lines[location.line - source.startLine] ?? '';
  const [name] = COUNTED.flatMap((pattern) => pattern.exec(line)?.[1] ?? []);
  const value = name && [...locals, ...closure].find((each) => each.name === name)?.value;
  return value && /^[\w$.() ]*[[{(]/.test(value) ? value : undefined;
}
