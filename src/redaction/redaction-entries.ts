import { looksLikeCredential, mayBeginSecretName } from './redaction-keys.ts';
import { withMasks } from './spans.ts';

/** `["password", "hunter2"]`, `('password', 'hunter2')`, with what says that it is one of several. */
const PAIR =
  /(?<several>[[({,]\s{0,40})?[[(]\s{0,40}b?\\*["'`](?<name>[\w$.-]{0,80})(?<nameCut>…)?\\*["'`]\s{0,40},\s{0,40}b?(?<quote>\\*["'`])(?<value>(?:(?!\k<quote>|…)[^\r\n]){1,2000})(?=\k<quote>\s{0,40}(?:[\])]|…)|…)/g;
/** `key: "password", value: "hunter2"`; also of two lines, as the variables inside of an entry or of a pair are shown. */
const NAME_AND_VALUE =
  /(?:(?<several>\b(?:key|name)\b)|(?<![\w.])\[?0\]?)["'`]?(?:: ?\w{1,20} ?=|[:=])\s{0,4}["'`](?<name>[\w$.-]{1,80})["'`][^\r\n"'`]{0,20}[\r\n,]\s{0,40}["'`]?(?:value|\[?1\]?)["'`]?(?:: ?\w{1,20} ?=|[:=])\s{0,4}(?<quote>["'`])(?<value>(?:(?!\k<quote>|…)[^\r\n]){1,2000})(?=\k<quote>|…)/g;
/** `{"password" → "hunter2"}`, as answers show a map; without what is around it, it is a variable that has changed. */
const MAP_ENTRY =
  /(?<several>[{,])\s{0,10}["'`](?<name>[\w$.-]{0,80})(?<nameCut>…)?["'`] → (?<quote>["'`])(?<value>(?:(?!\k<quote>|…)[^\r\n]){1,2000})(?=\k<quote>|…|$|[\r\n])/g;

/** True if a value of JSON is a name with what it stands for. */
export function isEntry(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

/** @property isCut The value is the beginning of one that an answer has cut. */
export interface Cut {
  readonly isCut: boolean;
}

/**
 * Masks the values in entries of maps and in pairs of a name and a value. A pair that stands alone may be a list of two names: there
 * the value must read like a credential.
 */
export function maskEntriesIn(text: string, isSecret: (name: string, value: string, cut: Cut) => boolean): string {
  let masked = text;
  for (const pattern of [PAIR, MAP_ENTRY, NAME_AND_VALUE]) {
    const before = masked;
    const spans = [...before.matchAll(pattern)].flatMap(({ 0: whole, index, groups = {} }) => {
      const { several, name = '', nameCut, value = '' } = groups;
      const to = index + whole.length;
      const cut = { isCut: before[to] === '…' };
      const isNamed = nameCut === undefined ? isSecret(name, value, cut) : mayBeginSecretName(name);
      const isSure = nameCut === undefined && several !== undefined;
      const counts = isNamed && (isSure || looksLikeCredential(lastWord(value), cut));
      return counts ? [{ from: to - value.length, to }] : [];
    });
    masked = withMasks(before, spans);
  }
  return masked;
}

/** `Token 9944b091…`: what stands behind the scheme. */
function lastWord(value: string): string {
  return value.slice(value.lastIndexOf(' ') + 1);
}
