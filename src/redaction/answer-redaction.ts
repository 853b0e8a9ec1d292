import { isRecord } from './json.ts';
import { isValueOfName, maskNamed, maskText, maskTyped, maskValue } from './redaction.ts';
import { keyVerdict } from './redaction-keys.ts';
import { mayHoldCredential } from './redaction-patterns.ts';

/**
 * Masks the text of an answer. One that is JSON is masked as what it says, so that it stays JSON.
 *
 * @param name Of what was asked for, where that was a value: `(string) "hunter2"` alone does not say that it is a password.
 */
export function maskAnswerText(text: string, name?: string): string {
  const isNamed = name !== undefined && keyVerdict(name) !== 'ordinary';
  if (!isNamed && !mayHoldCredential(text)) return text;
  if (!/^\s*[{[]/.test(text)) return isNamed ? maskEvaluated(name, text) : maskText(text);
  let decoded: unknown;
  try {
    decoded = JSON.parse(text);
  } catch {
    return maskText(text);
  }
  const masked = maskAnswerValue(decoded, name);
  if (JSON.stringify(masked) === JSON.stringify(decoded)) return text;
  return JSON.stringify(masked, undefined, /^[{[]\n( +)/.exec(text)?.[1] ?? 0);
}

/** Masks a structured answer. @param name As for the text. */
export function maskAnswerValue(value: unknown, name?: string): unknown {
  const masked = maskValue(value);
  return name === undefined || keyVerdict(name) === 'ordinary' ? masked : maskResults(masked, name);
}

/** `(string) "hunter2"`: what stands behind the type. */
function maskEvaluated(name: string, text: string): string {
  const [type = ''] = /^\([^)\n]*\) /.exec(text) ?? [];
  return type + maskNamed(name, text.slice(type.length));
}

/** The values that stand under a key for values, and beside no name of their own. */
function maskResults(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => maskResults(item, name));
  if (!isRecord(value)) return value;
  const hasName = typeof value.name === 'string';
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string' || !isValueOfName(key) || hasName) return [key, maskResults(inner, name)];
      return [key, maskTyped(name, value.type, inner)];
    }),
  );
}
