import { looksLikeCredential } from './redaction-keys.ts';
import { MASK } from './redaction-patterns.ts';

/** `["password", "hunter2"]`, `('password', 'hunter2')`, with what says that it is one of several. */
const PAIR =
  /([[({,]\s{0,40})?([[(]\s{0,40}\\*["'`])([\w$.-]{1,80})(\\*["'`]\s{0,40},\s{0,40}(\\*["'`]))((?:(?!\5)[^\r\n]){1,2000})(?=\5\s{0,40}[\])])/g;
/** `key: "password", value: "hunter2"`; also of two lines, as the variables inside of an entry of a map are shown. */
const KEY_AND_VALUE =
  /(\bkey\b["'`]?(?:: ?\w{1,20} ?=|[:=])\s{0,4}["'`])([\w$.-]{1,80})(["'`][^\r\n"'`]{0,20}[\r\n,]\s{0,40}["'`]?value["'`]?(?:: ?\w{1,20} ?=|[:=])\s{0,4}(["'`]))((?:(?!\4)[^\r\n]){1,2000})(?=\4)/g;

/** `{"password" → "hunter2"}`, as answers show a map; without what is around it, it is a variable that has changed. */
const MAP_ENTRY = /([{,]\s{0,10}["'`])([\w$.-]{1,80})(["'`] → (["'`]))((?:(?!\4)[^\r\n]){1,2000})(?=\4|…?$|…?[\r\n])/g;

/** True if a value of JSON is a name with what it stands for. */
export function isEntry(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

/**
 * Masks the values in entries of maps and in pairs of a name and a value. A pair that stands alone may be a list of two names: there
 * the value must read like a credential.
 */
export function maskEntriesIn(text: string, isSecret: (name: string, value: string) => boolean): string {
  return text
    .replace(PAIR, (whole, around: string | undefined, open, name, between, _quote, value) => {
      const counts = isSecret(name, value) && (around !== undefined || looksLikeCredential(value));
      return counts ? `${around ?? ''}${open}${name}${between}${MASK}` : whole;
    })
    .replace(MAP_ENTRY, (whole, start, name, between, _quote, value) =>
      isSecret(name, value) ? `${start}${name}${between}${MASK}` : whole,
    )
    .replace(KEY_AND_VALUE, (whole, start, name, between, _quote, value) =>
      isSecret(name, value) ? `${start}${name}${between}${MASK}` : whole,
    );
}
