/** The verdict of a name on its value: always a secret, a secret if the value looks like a secret, or ordinary. */
export type KeyVerdict = 'secret' | 'secret-if-it-looks-so' | 'ordinary';

/**
 * Ends of names whose value is a secret, without separators: `DB_PASSWORD`, `dbPassword` and `db-password` all end in `password`.
 * `passwordLength` ends in `length` and is ordinary.
 */
const SECRET_ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'secrets',
  'credential',
  'credentials',
  'authorization',
  'apikey',
  'accesskey',
  'accesskeyid',
  'secretkey',
  'privatekey',
  'encryptionkey',
  'signingkey',
  'masterkey',
  'accountkey',
  'sharedaccesskey',
  'subscriptionkey',
  'licensekey',
  'deploykey',
  'sessionkey',
  'authkey',
  'accesstoken',
  'authtoken',
  'refreshtoken',
  'bearertoken',
  'sessiontoken',
  'securitytoken',
  'identitytoken',
  'idtoken',
  'apitoken',
  'csrftoken',
  'xsrftoken',
  'oauthtoken',
  'bottoken',
  'usertoken',
  'privatetoken',
  'personaltoken',
  'deploytoken',
  'servicetoken',
  'webhooktoken',
  'registrytoken',
  'githubtoken',
  'ghtoken',
  'gitlabtoken',
  'npmtoken',
  'slacktoken',
  'setcookie',
];

/** Names that mean a secret in one program and a part of a text, a pass or a biscuit in another. */
const DOUBTFUL_ENDINGS: readonly string[] = [
  'token',
  'auth',
  'bearer',
  'cookie',
  'cookies',
  'pwd',
  'pass',
  'jwt',
  'jwe',
];

/** Words before `token` whose tokens lead to the next page or say how far something is: such tokens open nothing. */
const PAGING: ReadonlySet<string> = new Set(
  'next page prev previous continuation cursor pagination sync resume marker progress cancellation cancel abort'.split(
    ' ',
  ),
);

/** `private_key: "RSAPrivateKey"`: what type it is. */
function isTypeName(text: string): boolean {
  return /^_?[A-Z]+[a-z][A-Za-z]*$/.test(text) && keyVerdict(text) === 'secret' && wordsOf(text).length > 1;
}

const NAMES: ReadonlySet<string> = new Set([...SECRET_ENDINGS, ...DOUBTFUL_ENDINGS]);

/** First words that make a question or an action of a name: `hasPassword`, `forgotPassword`. */
const QUESTIONS: ReadonlySet<string> = new Set(
  'is has had no use uses needs need requires require show hide allow forgot reset change hash verify validate check get set with'.split(
    ' ',
  ),
);

/** Names come again and again: at each stop the same variables, in each line the same keys. */
const MAX_REMEMBERED = 5_000;
const remembered = new Map<string, KeyVerdict>();

/** A name is known by its end, and its first word; what is longer is data. */
const MAX_NAME_CHARS = 200;

/** Judges a value by its name. Spelling, case and separators do not matter. */
export function keyVerdict(name: string): KeyVerdict {
  const key = name.slice(-MAX_NAME_CHARS);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const verdict = verdictOf(key);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(key, verdict);
  return verdict;
}

function verdictOf(key: string): KeyVerdict {
  const words = wordsOf(key);
  if (words.length > 1 && QUESTIONS.has(words[0] ?? '') && !isHeader(words)) return 'ordinary';
  if (words.at(-1) === 'token' && PAGING.has(words.at(-2) ?? '')) return 'ordinary';
  const joined = words.join('');
  if (SECRET_ENDINGS.some((ending) => endsInWord(words, joined, ending))) return 'secret';
  return DOUBTFUL_ENDINGS.includes(words.at(-1) ?? '') ? 'secret-if-it-looks-so' : 'ordinary';
}

/** A name of which a cut has left the beginning, `passw`, or nothing: it may be one of a secret. */
export function mayBeginSecretName(start: string): boolean {
  const last = wordsOf(start).at(-1) ?? '';
  return SECRET_ENDINGS.some((ending) => ending.startsWith(last));
}

/** `Set-Cookie` is no action. */
function isHeader(words: readonly string[]): boolean {
  return words[0] === 'set' && words[1] === 'cookie';
}

/** `monkey` does not end in the word `key`, nor does `nosecret` in `secret`; `pgpassword` is written as one word by its program. */
function endsInWord(words: readonly string[], joined: string, ending: string): boolean {
  if (!joined.endsWith(ending)) return false;
  if (ending === 'password' || ending === 'apikey') return true;
  let tail = '';
  for (let index = words.length - 1; index >= 0 && tail.length < ending.length; index--) tail = words[index] + tail;
  return tail === ending;
}

/** `accessToken`, `access_token`, `X-Access-Token`, `HTTPToken`: their words, in lower case. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Words that stand where a secret would, in documentation, types, forms and masked texts. */
const PLACEHOLDER_WORDS: readonly string[] = [
  'null none nil undefined unset empty true false yes no on off n/a na',
  'str string text number boolean bytes object function password passwd secret token cookie basic bearer digest oauth',
  'option options flag flags argument arguments parameter parameters and or is from to for with instead',
  'required optional hidden redacted masked invalid missing expired unknown default include same-origin omit',
].flatMap((words) => words.split(' '));
const PLACEHOLDER = new RegExp(
  `^(?:[*•.]*|x{3,}|\\[[^\\]]*\\]|<[^>]*>|\\$\\{[^}]*\\}|\\{\\{.*\\}\\}|%[sdj]|\\$\\w+|${PLACEHOLDER_WORDS.join('|')})$`,
  'i',
);

/** Texts with places to be filled in, and what stands between two pieces of a text that are put together: `"' + key + '"`. */
const CODE = /\$\{|\{\w*\}|%[sd]|^['"`]\s*[+,.)]|[+,(]\s*['"`]$|^\s*[,;)\]}+]|^[^\p{L}\d]*$/u;

/** True if a text stands in place of a secret, or is certainly no secret. */
export function isPlaceholder(text: string, { isCut = false } = {}): boolean {
  return (
    PLACEHOLDER.test(text.trim()) ||
    (isCut && isPlaceholderCut(text.toLowerCase())) ||
    CODE.test(text) ||
    (text.length <= MAX_NAME_CHARS && (NAMES.has(wordsOf(text).join('')) || isTypeName(text)))
  );
}

function isPlaceholderCut(start: string): boolean {
  return /^[[<][a-z]*$/.test(start) || PLACEHOLDER_WORDS.some((word) => word.startsWith(start));
}

/** Names of keys that open nothing: `publicKey`, `cacheKey`. */
const OPEN_KEYS: ReadonlySet<string> = new Set(
  'public pub verifying cache storage sort index primary foreign partition row map topic'.split(' '),
);

/** `signerKey` with 32 bytes in hexadecimal: a key of a wallet. The hash of a transaction looks the same under another name. */
export function isHexKey(name: string, text: string): boolean {
  if (!/key["'`\]]*$/i.test(name) || !/^["'`]?0x[0-9a-f]{64}["'`]?$/i.test(text)) return false;
  const words = wordsOf(name);
  return words.at(-1) === 'key' && !OPEN_KEYS.has(words.at(-2) ?? '');
}

const MIN_CREDENTIAL_LENGTH = 6;
/** The same where a cut has left the beginning of it. */
const MIN_CUT_LENGTH = 4;
const LONG_CREDENTIAL_LENGTH = 32;

/** True if a text, of whose name nothing is certain, reads like a credential: no word, no path, letters and digits mixed. */
export function looksLikeCredential(text: string, { isCut = false } = {}): boolean {
  const minLength = isCut ? MIN_CUT_LENGTH : MIN_CREDENTIAL_LENGTH;
  if (text.length < minLength || /[\s()[\]{}*]|^[./~#]|:\/\/|^\w:\\/.test(text)) return false;
  const mixesCases = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (text.length >= LONG_CREDENTIAL_LENGTH && mixesCases && !/[-_.]/.test(text)) return true;
  return /[A-Za-z]/.test(text) && /\d/.test(text) && !isDated(text.replace(/[.-]$/, ''));
}

/** Dates, versions and numbers with a unit mix letters and digits, too. */
function isDated(text: string): boolean {
  return /^v?\d+(?:\.\d+)+(?:-[\w.]+)?$|^\d{4}-\d\d-\d\d|^-?\d+(?:\.\d+)?(?:e[+-]?\d+|[a-z]{1,3}|n)?$|^0x[0-9a-f]{1,8}$/i.test(
    text,
  );
}
