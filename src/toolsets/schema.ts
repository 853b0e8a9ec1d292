import * as z from 'zod/v4';

/**
 * An integer; also taken as text (`"10"`), which models send when they quote everything. Advertised as a plain `integer`.
 *
 * @param range Inclusive bounds; not advertised, reported when broken.
 */
export function integer(range: { readonly min?: number; readonly max?: number } = {}) {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = range;
  return z.preprocess(numberOf, z.int().min(min).max(max));
}

/** A number, as a document names it; also taken as text. Advertised as a plain `number`. @param range Inclusive bounds; not advertised. */
export function number({ min, max }: { readonly min: number; readonly max: number }) {
  return z.preprocess(numberOf, z.number().min(min).max(max));
}

/** A text that says something: an empty one is refused. Advertised as a plain `string`. */
export function text() {
  return z.string().min(1);
}

/** An argument that may be left out; `null` and an empty text, which models send to fill every field, count as left out. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional()).optional();
}

/** A text that may be empty, and left out: only `null` counts as left out. Advertised as a plain `string`. */
export function optionalText() {
  return z.preprocess((value) => (value === null ? undefined : value), z.string().optional()).optional();
}

/** An argument that is taken, and named where arguments are refused, but not advertised: one that stands with another tool of the list. */
export function unadvertised<T extends z.ZodType>(schema: T) {
  return schema.meta({ unadvertised: true });
}

/** A boolean; also taken as the text `"true"` or `"false"`. Advertised as a plain `boolean`. */
export function boolean() {
  return z.preprocess(booleanOf, z.boolean());
}

/** An array; also taken as its JSON text (`'["a"]'`), and a lone element as an array of one. Advertised as a plain `array`. */
export function arrayOf<T extends z.ZodType>(element: T) {
  return z.preprocess(listOf, z.array(element));
}

/** An object with text values (environment variables); numbers and booleans are taken as their text, JSON text as its value. */
export function textRecord() {
  return z.preprocess(recordOf, z.record(z.string(), z.string()).superRefine(refuseNames));
}

/** The system takes `A=B` for a variable `A`, and a NUL for the end of a name. */
function refuseNames(record: Readonly<Record<string, string>>, context: z.RefinementCtx): void {
  const wrong = Object.keys(record).find((name) => name === '' || /[=\0]/.test(name));
  if (wrong === undefined) return;
  context.addIssue({
    code: 'custom',
    path: [wrong],
    message: 'expected a name without = and NUL characters before its value',
  });
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function booleanOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : value;
}

function listOf(value: unknown): unknown {
  if (value === undefined || Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const parsed = parsedJson(value);
  if (Array.isArray(parsed)) return parsed;
  return typeof parsed === 'object' && parsed !== null ? [parsed] : [value];
}

function recordOf(value: unknown): unknown {
  const record = typeof value === 'string' ? parsedJson(value) : value;
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return value;
  const text = (item: unknown) => (typeof item === 'number' || typeof item === 'boolean' ? String(item) : item);
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, text(item)]));
}

/** The value of a JSON text, or the text itself when it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
