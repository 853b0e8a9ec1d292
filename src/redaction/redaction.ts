import { lastName } from './asked-name.ts';
import { defaultAt, type Literal, literalsAt } from './expression.ts';
import { isRecord } from './json.ts';
import { keyRestsIn } from './private-key.ts';
import { matchAt, QUOTED } from './quoted.ts';
import { isEntry, maskEntriesIn } from './redaction-entries.ts';
import { isHexKey, isPlaceholder, keyVerdict, looksLikeCredential, mayBeginSecretName } from './redaction-keys.ts';
import { CREDENTIAL_PATTERNS, MASK, mayHoldCredential } from './redaction-patterns.ts';
import { type Span, withMasks } from './spans.ts';

/** A name that may be one of a secret, in a text. A name begins where a word does and is of bounded length. */
const NAME =
  /(?<![\w$.-])([\w$.-]{0,60}?(?:password|passwd|passphrase|pwd|pass|secrets?|credentials?|authorization|auth|bearer|token|key|key_?id|jw[te]|cookies?))(?![\w$-])/gi;

/** Separators between a name and its value. */
const SEPARATORS = {
  /** `password: string = `, as answers show a variable; `password: str = ` in sources. */
  typed: /(\\*["'`])?[!?]?[ \t]*:[ \t]*(?!\[masked)[\w<>[\]|.&][\w<>[\]|. ]{0,39}?[ \t]{0,8}=(?![=>])[ \t]*/y,
  /** `password: `, `"password": `, `'password' => `, `password=`, `password === `. */
  plain:
    /(\\*["'`])?\]?(?:[ \t]{1,4}(?:string|\[\]byte))?([ \t]*)(=>|:=|(?:\|\||\?\?|\+)=|[=!]==?(?!=)|=(?![=~>])|:(?![:/]))([ \t]*)\[?/y,
  /** `"--password", `, before what else a call is given. */
  argument: /["'`],[ \t]*/y,
  /** `password, user = `, `[user, password] = `. */
  listed: /(?:[ \t]{0,8},[ \t]{0,8}\*?[\w$.]{1,60}){0,6}[ \t]{0,8}[)\]]?[ \t]{1,8}=(?![=>])[ \t]*/y,
  /** `--password `. */
  option: /[ \t]+(?!-)/y,
} as const;

/** Text inside of text: `{\"password\":\"x\"}`. */
const QUOTED_INSIDE = /(\\+["'`])([^\r\n]*?)(\1|…(?=[\s"'`,;)}\]\\]|$)|$)/y;
const NUMBER = /\d{4,}(?![\w.])/y;
const BARE = /[^\s"'`,;&(){}[\]<>|\\…]+/y;
/**
 * The beginning of a bare value, which says whether it is a secret: `pass=pass=pass=…` has as many as it has characters, all up
 * to its end.
 */
const BARE_START = /[^\s"'`,;&(){}[\]<>|\\…]{1,500}/y;
const COOKIE_LINE = /[\w.-]+=[^\r\n"'`…]+/y;
/** An earlier or later value of the same variable, as answers show it. */
const OTHER_VALUE = /\s*(?:\((?:was|now) |→ )/y;

/** Keys of the value in a field of a form, a setting or a reference: `{password: {touched: true, value: "hunter2"}}`. */
const KEPT_UNDER = /^(?:value|current|currentValue|initialValue|defaultValue|raw|plaintext)$/;
const KEPT_INSIDE = new RegExp(
  `\\{[^{}\\r\\n]{0,200}?(?<![\\w$])\\\\*["'\`]?${KEPT_UNDER.source.slice(1, -1)}\\\\*["'\`]?: ?`,
  'y',
);

/** The same in a row below, where an object is looked into: `  value: string = "hunter2"`. */
const KEPT_ROW = new RegExp(`( +)${KEPT_UNDER.source.slice(1, -1)}(?=: \\w)`, 'y');
const MAX_ROWS = 20;
const MAX_ROW_CHARS = 1_000;

/** The start of a statement, and the names before another that it gives values to. */
const STATEMENT_START =
  /(?:^|[\r\n;|]|\b(?:const|let|var)[ \t]{1,4}\[)[ \t>]{0,60}(?:\d{1,6} )?[ \t]{0,60}[[(]?((?:\*?[\w$.]{1,60}[ \t]{0,8},[ \t]{0,8}){0,6})$/;
const MAX_NAMES_CHARS = 200;

const MAX_ROUNDS = 5;

/** Programs that take a password behind `-p`, in the same argument. */
const MYSQL = /(?:^|[\\/])(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump|-admin)?|sshpass)(?:\.exe)?$/;

/**
 * Masks what has the form of a credential in a text: keys, tokens, private key blocks, passwords in connection strings, cookies,
 * and the value that follows the name of a secret. docs/redaction.md lists the rules. Everything else stays letter by letter.
 */
export function maskText(text: string): string {
  if (!mayHoldCredential(text)) return text;
  let masked = text;
  // A mask may show that what stands behind it is a value as well. Each round masks something, so this ends.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = masked;
    for (const { pattern, replacement } of CREDENTIAL_PATTERNS) masked = masked.replace(pattern, replacement ?? MASK);
    masked = withMasks(masked, keyRestsIn(masked));
    masked = maskEntriesIn(maskNamedValues(masked), isSecret);
    if (masked === before) break;
  }
  return masked;
}

/** The text of a variable's value, of which the name may say that it is a secret. The quotes around it stay. */
export function maskNamed(name: string, text: string): string {
  if (isHexKey(name, text)) return text.replace(/0x\w+/, MASK);
  const verdict = keyVerdict(name);
  if (verdict === 'ordinary') return maskText(text);
  if (matchAt(QUOTED, text, 0)) return maskText(withMasks(text, quotedSecrets(text, name, 0)));
  const isNumber = verdict === 'secret' && /^\d{4,}$/.test(text);
  return isNumber || (/^[^\s{[(<]+$/.test(text) && isSecret(name, text)) ? MASK : maskText(text);
}

/** The text of a variable's value in decoded JSON. @param type Its own: a string that is given whole has no quotes around it. */
export function maskTyped(name: string, type: unknown, text: string): string {
  return type === 'string' && !/^["'`]/.test(text) ? maskKeyed(name, text) : maskNamed(name, text);
}

/**
 * Masks secrets in decoded JSON: in every text of it, and the values of keys that name one. An object with `name` and `value`, as
 * variables are shown, counts as a key with its value, and so do one with `type` and `value` under a key, as properties are shown, and
 * a pair in a list of pairs. What holds no secret is returned as it is.
 */
export function maskValue(value: unknown, key?: string): unknown {
  if (typeof value === 'string') return key === undefined ? maskText(value) : maskKeyed(key, value);
  if (typeof value === 'number') return key !== undefined && value >= 1000 && isNumericSecret(key) ? MASK : value;
  if (Array.isArray(value)) return maskList(value, key);
  return isRecord(value) ? maskRecord(value, key) : value;
}

function maskRecord(record: Readonly<Record<string, unknown>>, key: string | undefined): unknown {
  const name = nameOfValue(record, key);
  return Object.fromEntries(
    Object.entries(record).map(([own, inner]: [string, unknown]) => {
      const kept = key !== undefined && KEPT_UNDER.test(own) ? key : own;
      if (name === undefined || !isValueOfName(own)) return [own, maskValue(inner, nameInPair(record, own) ?? kept)];
      return [own, typeof inner === 'string' ? maskTyped(name, record.type, inner) : maskValue(inner, name)];
    }),
  );
}

/** The name of the value in a record: the one that it has, the end of the expression that was asked for, or the key that a described value stands under. */
function nameOfValue(record: Readonly<Record<string, unknown>>, key: string | undefined): string | undefined {
  const name = record.name ?? record.key;
  if (typeof name === 'string') return name;
  if (typeof record.expression === 'string') return lastName(record.expression);
  return typeof record.type === 'string' ? key : undefined;
}

/** The first of two described items, where the second reads like what it names: `{0: {value: "password"}, 1: {value: "hunter2"}}`. */
function nameInPair(record: Readonly<Record<string, unknown>>, own: string): string | undefined {
  const [first, second] = [record[0], record[1]];
  if (own !== '1' || !isRecord(first) || !isRecord(second) || typeof first.value !== 'string') return undefined;
  return readsLikeCredential(second.value) ? first.value : undefined;
}

/** True if what stands under a key is the value that `name` beside it names. */
export function isValueOfName(key: string): boolean {
  return /^(?:value|previous|thrown|result|oldValue|newValue)$/.test(key);
}

function maskList(items: readonly unknown[], key: string | undefined): unknown {
  const [first, second] = items;
  // Alone, it may be a list of two names of fields.
  if (isEntry(items) && readsLikeCredential(second)) return maskEntry(items);
  if (items.length > 0 && items.every(isEntry)) return items.map(maskEntry);
  const isCurl = typeof first === 'string' && /(?:^|[\\/])curl(?:\.exe)?$/.test(first);
  const isMysql = typeof first === 'string' && MYSQL.test(first);
  return items.map((item, index) => {
    const before = items[index - 1];
    if (isMysql && typeof item === 'string' && index > 0) return maskMysqlItem(item, before, key);
    return isCurl && typeof item === 'string' ? maskCurlItem(item, before, key) : maskItem(item, before, key);
  });
}

function maskEntry([name, value]: readonly [string, unknown]): unknown {
  const isNamed = name.endsWith('…') && mayBeginSecretName(name.slice(0, -1));
  return [name, isNamed && readsLikeCredential(value) ? MASK : maskValue(value, name)];
}

function readsLikeCredential(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const isCut = value.endsWith('…');
  return looksLikeCredential(isCut ? value.slice(0, -1) : value, { isCut });
}

/** `["curl", "-u", "ann:hunter2"]` */
/** `["mysql", "-phunter2"]`: what its clients take only in one piece. */
function maskMysqlItem(item: string, before: unknown, key: string | undefined): unknown {
  return /^-p[^$]./.test(item) ? `-p${MASK}` : maskItem(item, before, key);
}

function maskCurlItem(item: string, before: unknown, key: string | undefined): unknown {
  const isUser = typeof before === 'string' && /^(?:-u|-U|--user|--proxy-user)$/.test(before);
  return isUser ? item.replace(/^([^:]{1,100}:).+$/s, `$1${MASK}`) : maskItem(item, before, key);
}

/** `["--password", "hunter2"]`: the item before says what this one is. */
function maskItem(item: unknown, before: unknown, key: string | undefined): unknown {
  const option = typeof before === 'string' && /^--[\w-]+$/.test(before) ? before : undefined;
  if (typeof item === 'string' && option !== undefined && !item.startsWith('-')) return maskKeyed(option, item);
  // An entry of a map, or a pair, that is looked into: its name and its value are two variables.
  if (isRecord(before) && isRecord(item) && typeof item.value === 'string') {
    const isEntryOfMap = before.name === 'key' && item.name === 'value';
    const isPair = /^\[?0\]?$/.test(String(before.name)) && /^\[?1\]?$/.test(String(item.name));
    const [, name] = /^["'`]?([^"'`]*)["'`]?$/.exec(String(before.value)) ?? [];
    const counts = isEntryOfMap || (isPair && looksLikeCredential(item.value));
    if (name !== undefined && counts) return { ...item, value: maskNamed(name, item.value) };
  }
  return maskValue(item, key);
}

function maskKeyed(key: string, text: string): string {
  if (isHexKey(key, text)) return MASK;
  if (isSecret(key, text)) return MASK;
  return /^\s*["'`]/.test(text) ? maskNamed(key, text) : maskText(text);
}

function isSecret(key: string, text: string, { isCut = false } = {}): boolean {
  const verdict = keyVerdict(key);
  if (verdict === 'ordinary' || isPlaceholder(text, { isCut }) || text.includes(MASK)) return false;
  return verdict === 'secret' || looksLikeCredential(text, { isCut }) || isCookieLine(key, text);
}

function isCookieLine(key: string, text: string): boolean {
  return /cookies?$/i.test(key) && /^[\w.-]+=\S/.test(text);
}

function isNumericSecret(key: string): boolean {
  return keyVerdict(key) === 'secret' && /(?:passw(?:or)?d|passphrase|secret)$/i.test(key);
}

/** Masks the values of names of secrets. */
function maskNamedValues(text: string): string {
  const spans: Span[] = [];
  for (const match of text.matchAll(NAME)) {
    const name = match[1] ?? '';
    const end = match.index + name.length;
    if (match.index < (spans.at(-1)?.to ?? 0) || keyVerdict(name) === 'ordinary') continue;
    const last = spans.at(-1)?.to ?? 0;
    spans.push(...secretsOf(text, name, match.index, end).filter(({ from }) => from >= last));
  }
  return withMasks(text, spans);
}

/** The places of a name's values that are secret: those behind it, also an earlier or later one, or one that it is compared with. */
function secretsOf(text: string, name: string, begin: number, end: number): Span[] {
  const compared = comparedSecret(text, name, begin);
  if (compared.length > 0) return compared;
  const typed = matchAt(SEPARATORS.typed, text, end);
  if (typed) {
    const at = end + typed[0].length;
    const spans = [...quotedSecrets(text, name, at), ...numericSecret(text, name, at), ...below(text, name, begin, at)];
    const all = together(spans, writtenSecrets(name, text, literalsAt(text, at)));
    if (all.length > 0) return all;
  }
  const listed = matchAt(SEPARATORS.listed, text, end);
  const item = listed ? itemOf(text, begin) : 0;
  if (listed && (item > 0 || listed[0].includes(',')))
    return writtenSecrets(name, text, literalsAt(text, end + listed[0].length, item));
  const plain = matchAt(SEPARATORS.plain, text, end);
  if (plain) return secretsAfter(text, name, begin, end + plain[0].length, plain);
  if (matchAt(SEPARATORS.argument, text, end)) return writtenSecrets(name, text, defaultAt(text, end + 2));
  const option = name.startsWith('--') ? matchAt(SEPARATORS.option, text, end) : undefined;
  return option ? bareSecret(text, name, end + option[0].length, true) : [];
}

/** `\x00`, by which a text is filled up. */
const ESCAPES = /^(?:\\x[\da-f]{0,2}|\\[^x]|[^\p{L}\d\\]){0,200}\\?$/iu;

/** The secrets among the texts of an expression. A part must read like one by itself: `Bearer ${token}`. */
function writtenSecrets(name: string, text: string, literals: readonly Literal[]): Span[] {
  return literals.filter(({ from, to, isCut, isPart }) => {
    const value = text.slice(from, to);
    const isSaid = !isPart || (!/[/:]/.test(value) && looksLikeCredential(value, { isCut }));
    return isSaid && !ESCAPES.test(value) && isSecret(name, value, { isCut });
  });
}

/** In their order, none twice. */
function together(spans: readonly Span[], more: readonly Span[]): Span[] {
  const others = more.filter(({ from, to }) => !spans.some((span) => from < span.to && to > span.from));
  return [...spans, ...others].sort((one, other) => one.from - other.from);
}

/** `user, password = "ann", "hunter2"`: which of the names of a statement a name is, 0-based. */
function itemOf(text: string, begin: number): number {
  const [, names] = STATEMENT_START.exec(text.slice(Math.max(0, begin - MAX_NAMES_CHARS), begin)) ?? [];
  return (names?.split(',').length ?? 1) - 1;
}

/** `"hunter2" === password` */
function comparedSecret(text: string, name: string, begin: number): Span[] {
  const sign = /["'`][ \t]{0,4}[=!]==?[ \t]{0,4}$/.exec(text.slice(Math.max(0, begin - 12), begin))?.[0];
  if (sign === undefined) return [];
  const to = begin - sign.length;
  const from = text.lastIndexOf(text[to] ?? '', to - 1) + 1;
  const isOfLine = from > 0 && to - from < MAX_NAMES_CHARS && !/[\r\n]/.test(text.slice(from, to));
  return isOfLine && isSecret(name, text.slice(from, to)) ? [{ from, to }] : [];
}

/** The secrets in the rows below that of an object, which are further in than it. */
function below(text: string, name: string, begin: number, at: number): Span[] {
  if (text[at] !== '{') return [];
  const before = text.slice(Math.max(0, begin - MAX_ROW_CHARS), begin);
  const indent = before.length - (before.lastIndexOf('\n') + 1);
  const spans: Span[] = [];
  let start = at;
  for (let row = 0; row < MAX_ROWS; row++) {
    const end = text.slice(start, start + MAX_ROW_CHARS).indexOf('\n');
    start += end + 1;
    if (end === -1 || text[start + indent] !== ' ') break;
    const kept = matchAt(KEPT_ROW, text, start);
    const typed = kept && matchAt(SEPARATORS.typed, text, start + kept[0].length);
    if (typed && (kept[1]?.length ?? 0) > indent)
      spans.push(...quotedSecrets(text, name, typed.index + typed[0].length));
  }
  return spans;
}

function secretsAfter(text: string, name: string, begin: number, at: number, separator: RegExpExecArray): Span[] {
  const [, , before = '', sign = '', after = ''] = separator;
  const isCompared = /^[=!]=/.test(sign);
  const written = isCompared || sign === '=>' ? [] : writtenSecrets(name, text, literalsAt(text, at));
  const quoted = together(quotedSecrets(text, name, at), written);
  if (quoted.length > 0) return quoted;
  const cookies = /cookies?$/i.test(name) ? matchAt(COOKIE_LINE, text, at) : undefined;
  if (cookies) return [{ from: at, to: at + cookies[0].length }];
  const numeric = numericSecret(text, name, at);
  if (numeric.length > 0) return numeric;
  // Two things are compared: a text is a value, a name another variable.
  if (isCompared) return [];
  // `password=required` and `password: required` are sentences and code as well; in a URL, a connection string, a file of
  // settings and at the start of a line they are not.
  const isAssignment = sign === '=' && before === '' && after === '';
  return bareSecret(text, name, at, isAssignment && isSetting(text, name, begin));
}

function numericSecret(text: string, name: string, at: number): Span[] {
  const number = isNumericSecret(name) ? matchAt(NUMBER, text, at) : undefined;
  return number ? [{ from: at, to: at + number[0].length }] : [];
}

function isSetting(text: string, name: string, begin: number): boolean {
  return (
    begin === 0 ||
    name.startsWith('--') ||
    /[?&;\n\r]/.test(text[begin - 1] ?? '') ||
    (/^[A-Z0-9_]+$/.test(name) && name.length > 3)
  );
}

/** @param certain Any value is one; else it must read like a credential. */
function bareSecret(text: string, name: string, at: number, certain: boolean): Span[] {
  const value = matchAt(BARE_START, text, at)?.[0];
  if (value === undefined || isPlaceholder(value) || value.includes('masked')) return [];
  const next = text[at + value.length];
  // Code, not a value: a call, an access, another variable.
  if (next === '(' || next === '[' || /^[\w$]+(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return [];
  if (!/\d/.test(value) && !certain) return [];
  const verdict = keyVerdict(name);
  const isCut = next === '…';
  if (verdict !== 'secret' && !isCut && /^[A-Za-z_$]+(?:\d[\d$]*)?$/.test(value)) return [];
  const counts = certain && verdict === 'secret' ? true : looksLikeCredential(value, { isCut });
  return counts ? [{ from: at, to: at + (matchAt(BARE, text, at)?.[0].length ?? 0) }] : [];
}

function quotedSecrets(text: string, name: string, start: number): Span[] {
  const spans: Span[] = [];
  let at = start + (matchAt(KEPT_INSIDE, text, start)?.[0].length ?? 0);
  for (;;) {
    const match = matchAt(QUOTED, text, at) ?? matchAt(QUOTED_INSIDE, text, at);
    if (!match) return spans;
    const [whole, quote = '', inner = '', end = ''] = match;
    const from = at + whole.indexOf(quote) + quote.length;
    if (isSecret(name, inner, { isCut: end.includes('…') })) spans.push({ from, to: from + inner.length });
    at += whole.length;
    const other = matchAt(OTHER_VALUE, text, at);
    if (!other) return spans;
    at += other[0].length;
  }
}
