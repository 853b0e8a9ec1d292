import { PRIVATE_KEY } from './private-key.ts';

/** Replaces a secret. */
export const MASK = '[masked]';

/** A form by which a credential is known wherever it stands. */
interface CredentialPattern {
  /** The kind of credential, as the documentation lists it. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Left out: the whole of it. */
  readonly replacement?: string;
}

/** No letter, digit or `_` before it: it is not the middle of something else. */
const START = '(?<![A-Za-z0-9_])';

/** The place at which an answer, or the debugger of Python, has cut a text: the rest is not there to know it by. */
const CUT = '(?:…|\\.\\.\\.)';
/** The debugger of Python leaves out the middle. */
const BEHIND_CUT = '(?:\\.\\.\\.[\\w-]{0,200})?';
/** The rest of a credential up to a cut, if the beginning of such a credential looks like nothing else. */
const ANY_REST = `[\\w.+/=$-]{4,500}?(?=${CUT})`;
/** The same where words begin so, too: a digit or a capital in the middle makes it none. */
const MIXED_REST = `(?=[A-Za-z]{0,40}(?:\\d|[a-z][A-Z]))[A-Za-z0-9]{3,500}(?=${CUT})`;

/** The beginning by which a credential is known, its rest, and the rest up to a cut: any, if left out. */
type Form = readonly [begin: string, rest: string, cutRest?: string];

function credential(name: string, ...forms: readonly Form[]): CredentialPattern {
  const sources = forms.map(([begin, rest, cutRest = ANY_REST]) => `(?:${begin})(?:${rest}|${cutRest}${BEHIND_CUT})`);
  return { name, pattern: new RegExp(`${START}(?:${sources.join('|')})`, 'g') };
}

/** The end of a name of a key that opens something; a public key, and the key of a cache, an index or a table, open nothing. */
const HEX_KEY_NAME =
  '((?<!(?:public|pub|verifying|cache|storage|sort|index|primary|foreign|partition|row|map|topic)[-_ ]?)key';
/** The text between such a name and its value: quotes, a type, a separator. */
const BEHIND_NAME =
  '\\\\*["\'`]?\\]?[ \\t]*(?::[ \\t]*[\\w<>|[\\]][\\w<>|[\\] ]{0,39}?[ \\t]{0,8}=|=>|:=|=|:)[ \\t]*\\\\*["\'`]?)';

/**
 * Credentials that are known by their form: each has a prefix or a structure of its own, so that a hash, an id or encoded data is
 * none. Every repetition is over one class of characters, and one that something must follow is bounded, which keeps the search linear in the
 * length of the text (`tests/unit/redaction/linear-time.test.ts`).
 */
export const CREDENTIAL_PATTERNS: readonly CredentialPattern[] = [
  {
    name: 'private key block',
    pattern: PRIVATE_KEY,
  },
  {
    name: 'password in a URL or connection string',
    // Cut before the `@`, digits alone are a port.
    pattern:
      /([a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"`<>[…]{0,100}):(?!\$?\{|%s|\[masked)(?:[^\s/'"`<>@]{1,200}(?=@)|(?!\d{1,5}(?:…|\.\.\.))[^\s/'"`<>@…]{1,200}?(?=…|\.\.\.))/gi,
    replacement: `$1:${MASK}`,
  },
  {
    name: 'password of curl',
    pattern:
      /(\bcurl\b[^\r\n]{0,300}?[\s"',](?:-u|-U|--user|--proxy-user)(?:[\s=]|["'],\s?)?["']?[^\s:"'=/]{1,100}:)(?!\$|\/\/|\[masked|…)[^\s"'…]{1,200}/g,
    replacement: `$1${MASK}`,
  },
  {
    name: 'password of a MySQL client or sshpass',
    pattern:
      /(\b(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump|-admin)?)(?![\w.-])[^\r\n]{0,300}?[\s"',]-p["']?|\bsshpass\s{1,5}-p\s?["']?)(?!\$|\[masked)[^\s"'$…-][^\s"'…]{2,200}/g,
    replacement: `$1${MASK}`,
  },
  {
    name: 'signature in a URL',
    pattern:
      /([?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|code)=)(?:[\w%.~+/=-]{16,}|[\w%.~+/=-]{4,15}?(?=…|\.\.\.))/gi,
    replacement: `$1${MASK}`,
  },
  {
    name: 'authorization scheme with its credentials',
    pattern:
      /(?<![A-Za-z0-9_])((?:[Bb]earer|BEARER)(?=\s+\S{0,400}(?:\d|[a-z][A-Z]|=))|(?:basic|BASIC)(?=\s+\S{0,400}[\d=])|Basic(?=\s+(?:\S{0,400}[\d=]|\S{20}))|(?<=(?:[Aa]uthorization|AUTHORIZATION)["'`]?\s{0,4}[:=]\s{0,4}["'`]?)[Bb]asic(?=\s+[^\s…]{3,500}…))(\s+)(?:[A-Za-z0-9._~+/=-]{8,}|[A-Za-z0-9._~+/=-]{3,7}(?=…))/g,
    replacement: `$1$2${MASK}`,
  },
  {
    name: 'digest authorization',
    pattern: /(?<![A-Za-z0-9_])(Digest\s+)username=[^\r\n…]{4,}/g,
    replacement: `$1${MASK}`,
  },
  {
    name: 'Okta or Fly.io authorization',
    pattern: /(?<![A-Za-z0-9_])(SSWS|FlyV1)(\s+)(?:[\w~+/=,-]{20,}|(?=[A-Za-z]{0,40}\d)[\w~+/=,-]{3,19}(?=…|\.\.\.))/g,
    replacement: `$1$2${MASK}`,
  },
  {
    name: 'hexadecimal key behind the name of a key',
    pattern: new RegExp(`${HEX_KEY_NAME}${BEHIND_NAME}0x(?:[0-9a-f]{64}(?![0-9a-f])|[0-9a-f]{4,63}(?=${CUT}))`, 'gi'),
    replacement: `$1${MASK}`,
  },
  credential('JSON web token', [
    'eyJ[\\w-]{8,2000}\\.eyJ',
    '[\\w-]{8,}(?:\\.[\\w-]{5,}|\\.?$)',
    `[\\w-]{1,2000}(?:\\.[\\w-]{0,2000})?(?=${CUT})`,
  ]),
  credential('AWS access key id', [
    'AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA',
    '[A-Z0-9]{16}(?![A-Za-z0-9])',
    `(?=[A-Z]{0,16}\\d)[A-Z0-9]{4,15}(?=${CUT})`,
  ]),
  credential('GitHub token', ['gh[pousr]_', '[A-Za-z0-9]{36,}'], ['github_pat_', '[A-Za-z0-9_]{22,}']),
  credential('GitLab token', ['gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-', '[\\w-]{20,}']),
  credential('Slack token', ['xox[abeoprs]-', '[A-Za-z0-9-]{10,}'], ['xapp-\\d-', '[A-Za-z0-9-]{10,}']),
  {
    name: 'webhook',
    pattern:
      /(https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks|[\w.-]+\.webhook\.office\.com\/webhookb2)\/)(?:[\w/@-]{16,}|[\w/@-]{1,15}(?=…|\.\.\.))/g,
    replacement: `$1${MASK}`,
  },
  credential('Stripe key', ['[sr]k_(?:live|test)_', '[A-Za-z0-9]{10,}'], ['whsec_', '[A-Za-z0-9+/=]{16,}']),
  credential(
    'OpenAI, Anthropic or OpenRouter key',
    ['sk-(?:proj|svcacct|admin|ant)-', '[\\w-]{20,}'],
    ['sk-or-v1-', '[a-f0-9]{40,}'],
    ['sk-', '(?=[A-Za-z0-9]{0,40}\\d)[A-Za-z0-9]{20,}', MIXED_REST],
  ),
  credential('Google key', ['AIza', '[\\w-]{35}'], ['ya29\\.|GOCSPX-', '[\\w-]{20,}'], ['1//0', '[\\w-]{30,}']),
  credential('npm token', ['npm_', '[A-Za-z0-9]{36}', MIXED_REST]),
  credential('PyPI token', ['pypi-', '[\\w-]{50,}', MIXED_REST]),
  credential('Docker token', ['dckr_(?:pat|oat)_', '[\\w-]{20,}']),
  credential('Hugging Face token', ['hf_', '[A-Za-z0-9]{30,}', MIXED_REST]),
  credential('SendGrid key', [
    'SG\\.',
    '[\\w-]{16,100}\\.[\\w-]{16,}',
    `(?=[\\w-]{0,40}(?:\\d|[a-z][A-Z]))[\\w-]{4,100}(?:\\.[\\w-]{0,15})?(?=${CUT})`,
  ]),
  credential('Twilio key', ['SK', '[0-9a-f]{32}(?![0-9a-f])', `(?=\\d{0,20}[a-f])[0-9a-f]{4,31}(?=${CUT})`]),
  credential('DigitalOcean token', ['do[por]_v1_', '[a-f0-9]{64}']),
  credential('Shopify token', ['shp(?:at|ca|pa|ss)_', '[a-fA-F0-9]{32}']),
  credential('Telegram bot token', ['\\d{8,10}:AA', '[\\w-]{33}']),
  credential('Databricks token', ['dapi', '[0-9a-f]{32}', `(?=[a-f]{0,20}\\d)[0-9a-f]{4,31}(?=${CUT})`]),
  credential('Vault token', ['hv[sbr]\\.', '[\\w-]{20,}']),
  credential('Groq, xAI or Perplexity key', ['gsk_|xai-|pplx-', '[A-Za-z0-9]{32,}', MIXED_REST]),
  credential('Replicate token', ['r8_', '[A-Za-z0-9]{30,}', MIXED_REST]),
  credential(
    'Supabase key',
    ['sbp_(?:v0_)?', '[a-f0-9]{40}', `(?=[a-f]{0,20}\\d)[0-9a-f]{3,39}(?=${CUT})`],
    ['sb_secret_', '[\\w-]{20,}'],
  ),
  credential('Notion secret', ['secret_', '(?=[A-Za-z]{0,42}\\d)[A-Za-z0-9]{43}', MIXED_REST]),
  credential('Square token', ['sq0(?:atp|csp|idp)-', '[\\w-]{22,}']),
  credential('Pulumi token', ['pul-', '[a-f0-9]{40}', `(?=[a-f]{0,20}\\d)[0-9a-f]{3,39}(?=${CUT})`]),
  credential(
    'Discord bot token',
    [
      '[MNO](?=[\\w-]{0,27}\\d)[\\w-]{22,27}\\.[\\w-]{6}\\.',
      '(?=[\\w-]{0,45}\\d)[\\w-]{27,45}',
      `(?=[\\w-]{0,45}\\d)[\\w-]{4,45}(?=${CUT})`,
    ],
    // The first part is an id, so digits in base64, which no name is.
    ['(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,7}\\w{0,3}\\.[\\w-]{6}\\.', '[\\w-]{27,45}'],
  ),
  credential('Fly.io token', ['fm[12][ar]?_', '[\\w+/=-]{40,}', MIXED_REST], ['fo1_', '[\\w-]{40,}', MIXED_REST]),
  credential('Airtable token', ['pat[A-Za-z0-9]{14}\\.', '[a-f0-9]{64}', `[a-f0-9]{1,63}(?=${CUT})`]),
  credential('Dropbox token', ['sl\\.(?:u\\.)?', '[\\w-]{60,}', MIXED_REST]),
  credential('Heroku key', ['HRKU-', '[\\w-]{30,}']),
  credential('Mapbox secret token', ['[st]k\\.eyJ', '[\\w-]{20,500}\\.[\\w-]{10,}']),
  credential('Cloudflare origin key', ['v1\\.0-[a-f0-9]{24}-', '[a-f0-9]{64,}']),
  credential('age key', ['AGE-SECRET-KEY-1', '[A-Z0-9]{50,}']),
  credential(
    'Linear, Notion, Figma or Postman key',
    ['lin_api_', '\\w{30,}'],
    ['ntn_', '\\w{30,}', MIXED_REST],
    ['figd_|PMAK-', '[\\w-]{30,}'],
  ),
  credential('Atlassian token', ['ATATT3', '[\\w=-]{30,}']),
  credential(
    'Mailgun or Mailchimp key',
    ['key-', '[0-9a-f]{32}(?![0-9a-f])', `(?=[a-f]{0,20}\\d)[0-9a-f]{4,31}(?=${CUT})`],
    ['[0-9a-f]{32}-u', 's\\d{1,2}(?![0-9])', `s?\\d?(?=${CUT})`],
  ),
  credential('Grafana token', ['gl(?:sa|c)_', '[\\w+/=]{30,}']),
  credential('New Relic key', ['NRAK-', '[A-Z0-9]{27}']),
  credential('PlanetScale password', ['pscale_(?:pw|tkn|oauth)_', '[\\w.-]{30,}']),
  credential(
    'Doppler or Terraform token',
    ['dp\\.(?:pt|st|ct)\\.', '[\\w.]{30,}'],
    ['\\w{14}\\.atlasv1\\.', '[\\w=-]{50,}'],
  ),
  credential(
    'password hash',
    ['\\$2[abxy]\\$\\d\\d\\$', '[./A-Za-z0-9]{53}'],
    ['\\$argon2(?:id|i|d)\\$', '[^\\s"\'…]{30,}', `[^\\s"'…]{1,200}(?=…)`],
    ['\\$(?:apr1|1)\\$[./A-Za-z0-9]{1,8}\\$', '[./A-Za-z0-9]{22}'],
    ['\\$[56]\\$(?:rounds=\\d{4,9}\\$)?[./A-Za-z0-9]{1,16}\\$', '[./A-Za-z0-9]{43,86}'],
  ),
];

/**
 * True if a text can hold a credential at all. Most texts cannot, and are not looked at further: every form above, and every name
 * of a secret, contains one of these, or is cut.
 */
const MAY_HOLD =
  /pass|pwd|secret|token|key|auth|bearer|basic|cookie|credential|jw[te]|-----(?:BEGIN|END)|:\/\/|eyJ|AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|gh[pousr]_|github_pat|gl[a-z]{2,5}-|xox|xapp|[sr]k[-_]|whsec|AIza|ya29|GOCSPX|1\/\/0|npm_|pypi-|dckr|hf_|SG\.|SK[0-9a-f]|do[por]_v1|shp[acps]|:AA|dapi|hv[sbr]\.|lin_api|ntn_|figd_|PMAK|ATATT3|-us\d|gl(?:sa|c)_|NRAK|pscale|dp\.[psc]t|atlasv1|\$2[abxy]\$|\$argon2|\$apr1\$|\$[156]\$|Digest|curl|mysql|mariadb|SSWS|FlyV1|gsk_|xai-|pplx-|r8_|sbp_|sq0|pul-|[MNO][\w-]{22,27}\.[\w-]{6}\.|fm[12]|fo1_|pat\w{14}\.|sl\.|HRKU|v1\.0-|…["'`](?:,| →)/i;

/** A name of a secret, a separator and a value take more than this. */
const MIN_LENGTH = 8;

/** @see MAY_HOLD */
export function mayHoldCredential(text: string): boolean {
  return text.length >= MIN_LENGTH && MAY_HOLD.test(text);
}
