/** A JSON object of an unchecked file. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object that a value is; undefined for everything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** The objects in a value that should be a list of them. */
export function listOfFields(value: unknown): Fields[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(fieldsOf).filter((each) => each !== undefined);
}

/** The text that a value is; undefined for an empty one and everything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts in a value that should be a list of them; numbers are written so, too. */
export function textsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []));
}
