import { DebugError } from '../../../model/debug-error.ts';

/** A value of a configuration file, with its key as a reader finds it: `languages.go.args[1]`. */
export interface CheckedValue {
  readonly value: unknown;
  readonly key: string;
  readonly file: string;
}

/** Says which key is wrong, what is expected there and what is there. */
export function wrongValue({ value, key, file }: CheckedValue, expected: string): DebugError {
  const found = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)?.slice(0, 80)}`;
  return new DebugError('invalid_argument', `${file}: ${key} must be ${expected}; ${found}.`, {
    advice: `Correct ${key} in ${file}, and call again.`,
    details: { argument: key, path: file },
  });
}

/** @throws DebugError `invalid_argument` */
export function objectAt(at: CheckedValue, expected: string): Readonly<Record<string, unknown>> {
  const { value } = at;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongValue(at, expected);
  return Object.fromEntries(Object.entries(value));
}

/** @throws DebugError `invalid_argument` for a text that is empty, too */
export function textAt(at: CheckedValue, expected: string): string {
  if (typeof at.value !== 'string' || at.value === '') throw wrongValue(at, expected);
  return at.value;
}

/** A list that may be left out. @throws DebugError `invalid_argument` */
export function listAt(at: CheckedValue, expected: string): readonly CheckedValue[] {
  const { value, key, file } = at;
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongValue(at, expected);
  return value.map((each: unknown, index) => ({ value: each, key: `${key}[${index}]`, file }));
}

/** The value below a key. */
export function memberOf(parent: CheckedValue, values: Readonly<Record<string, unknown>>, name: string): CheckedValue {
  return { value: values[name], key: parent.key === '' ? name : `${parent.key}.${name}`, file: parent.file };
}
