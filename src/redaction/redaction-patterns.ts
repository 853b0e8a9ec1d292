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

function credential(name: string, source: string, flags = 'g'): CredentialPattern {
  return { name, pattern: new RegExp(`${START}(?:${source})`, flags) };
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
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    name: 'password in a URL or connection string',
    pattern: /([a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"`<>]{0,100}):(?!\$?\{|%s)([^\s/'"`<>@]{1,200})@/gi,
    replacement: `$1:${MASK}@`,
  },
  {
    name: 'password of curl',
    pattern:
      /(\bcurl\b[^\r\n]{0,300}?[\s"',](?:-u|-U|--user|--proxy-user)(?:[\s=]|["'],\s?)?["']?[^\s:"'=/]{1,100}:)(?!\$|\/\/|\[masked)[^\s"']{1,200}/g,
    replacement: `$1${MASK}`,
  },
  {
    name: 'password of a MySQL client or sshpass',
    pattern:
      /(\b(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump|-admin)?)(?![\w.-])[^\r\n]{0,300}?[\s"',]-p["']?|\bsshpass\s{1,5}-p\s?["']?)(?!\$|\[masked)[^\s"'$-][^\s"']{2,200}/g,
    replacement: `$1${MASK}`,
  },
  {
    name: 'signature in a URL',
    pattern: /([?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|code)=)[\w%.~+/=-]{16,}/gi,
    replacement: `$1${MASK}`,
  },
  {
    name: 'authorization scheme with its credentials',
    pattern:
      /(?<![A-Za-z0-9_])((?:[Bb]earer|BEARER)(?=\s+\S{0,400}(?:\d|[a-z][A-Z]|=))|(?:basic|BASIC)(?=\s+\S{0,400}[\d=])|Basic(?=\s+(?:\S{0,400}[\d=]|\S{20})))(\s+)[A-Za-z0-9._~+/=-]{8,}/g,
    replacement: `$1$2${MASK}`,
  },
  {
    name: 'digest authorization',
    pattern: /(?<![A-Za-z0-9_])(Digest\s+)username=[^\r\n]{10,}/g,
    replacement: `$1${MASK}`,
  },
  {
    name: 'Okta or Fly.io authorization',
    pattern: /(?<![A-Za-z0-9_])(SSWS|FlyV1)(\s+)[\w~+/=,-]{20,}/g,
    replacement: `$1$2${MASK}`,
  },
  {
    name: 'hexadecimal key behind the name of a key',
    pattern: new RegExp(`${HEX_KEY_NAME}${BEHIND_NAME}0x[0-9a-f]{64}(?![0-9a-f])`, 'gi'),
    replacement: `$1${MASK}`,
  },
  credential('JSON web token', 'eyJ[\\w-]{8,2000}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]{5,}|\\.?$)'),
  credential('AWS access key id', '(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  credential('GitHub token', 'gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}'),
  credential('GitLab token', 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[\\w-]{20,}'),
  credential('Slack token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}'),
  {
    name: 'webhook',
    pattern:
      /(https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks|[\w.-]+\.webhook\.office\.com\/webhookb2)\/)[\w/@-]{16,}/g,
    replacement: `$1${MASK}`,
  },
  credential('Stripe key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}'),
  credential(
    'OpenAI, Anthropic or OpenRouter key',
    'sk-(?:proj|svcacct|admin|ant)-[\\w-]{20,}|sk-or-v1-[a-f0-9]{40,}|sk-(?=[A-Za-z0-9]{0,40}\\d)[A-Za-z0-9]{20,}',
  ),
  credential('Google key', 'AIza[\\w-]{35}|ya29\\.[\\w-]{20,}|GOCSPX-[\\w-]{20,}|1//0[\\w-]{30,}'),
  credential('npm token', 'npm_[A-Za-z0-9]{36}'),
  credential('PyPI token', 'pypi-[\\w-]{50,}'),
  credential('Docker token', 'dckr_(?:pat|oat)_[\\w-]{20,}'),
  credential('Hugging Face token', 'hf_[A-Za-z0-9]{30,}'),
  credential('SendGrid key', 'SG\\.[\\w-]{16,100}\\.[\\w-]{16,}'),
  credential('Twilio key', 'SK[0-9a-f]{32}(?![0-9a-f])'),
  credential('DigitalOcean token', 'do[por]_v1_[a-f0-9]{64}'),
  credential('Shopify token', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  credential('Telegram bot token', '\\d{8,10}:AA[\\w-]{33}'),
  credential('Databricks token', 'dapi[0-9a-f]{32}'),
  credential('Vault token', 'hv[sbr]\\.[\\w-]{20,}'),
  credential('Groq, xAI or Perplexity key', '(?:gsk_|xai-|pplx-)[A-Za-z0-9]{32,}'),
  credential('Replicate token', 'r8_[A-Za-z0-9]{30,}'),
  credential('Supabase key', 'sbp_(?:v0_)?[a-f0-9]{40}|sb_secret_[\\w-]{20,}'),
  credential('Notion secret', 'secret_(?=[A-Za-z]{0,42}\\d)[A-Za-z0-9]{43}'),
  credential('Square token', 'sq0(?:atp|csp|idp)-[\\w-]{22,}'),
  credential('Pulumi token', 'pul-[a-f0-9]{40}'),
  credential(
    'Discord bot token',
    [
      '[MNO](?=[\\w-]{0,27}\\d)[\\w-]{22,27}\\.[\\w-]{6}\\.(?=[\\w-]{0,45}\\d)[\\w-]{27,45}',
      // The first part is an id, so digits in base64, which no name is.
      '(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,7}\\w{0,3}\\.[\\w-]{6}\\.[\\w-]{27,45}',
    ].join('|'),
  ),
  credential('Fly.io token', 'fm[12][ar]?_[\\w+/=-]{40,}|fo1_[\\w-]{40,}'),
  credential('Airtable token', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  credential('Dropbox token', 'sl\\.(?:u\\.)?[\\w-]{60,}'),
  credential('Heroku key', 'HRKU-[\\w-]{30,}'),
  credential('Mapbox secret token', '[st]k\\.eyJ[\\w-]{20,500}\\.[\\w-]{10,}'),
  credential('Cloudflare origin key', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{64,}'),
  credential(
    'key that an answer has cut',
    [
      '(?:gsk_|xai-|pplx-|r8_|sbp_|hf_|npm_|gh[pousr]_)(?=[A-Za-z0-9]{0,40}\\d)[A-Za-z0-9]{6,500}(?=…)',
      '(?:github_pat_|glpat-|sk-(?:proj|svcacct|admin|ant)-|[sr]k_(?:live|test)_|xox[abeoprs]-|AIza|GOCSPX-|dckr_pat_)[\\w-]{6,500}(?=…)',
      '(?:sq0(?:atp|csp|idp)-|HRKU-)[\\w-]{6,500}(?=…)',
    ].join('|'),
  ),
  credential('age key', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'),
  credential('Linear, Notion, Figma or Postman key', 'lin_api_\\w{30,}|ntn_\\w{30,}|figd_[\\w-]{30,}|PMAK-[\\w-]{30,}'),
  credential('Atlassian token', 'ATATT3[\\w=-]{30,}'),
  credential('Mailgun or Mailchimp key', 'key-[0-9a-f]{32}(?![0-9a-f])|[0-9a-f]{32}-us\\d{1,2}(?![0-9])'),
  credential('Grafana token', 'gl(?:sa|c)_[\\w+/=]{30,}'),
  credential('New Relic key', 'NRAK-[A-Z0-9]{27}'),
  credential('PlanetScale password', 'pscale_(?:pw|tkn|oauth)_[\\w.-]{30,}'),
  credential('Doppler or Terraform token', 'dp\\.(?:pt|st|ct)\\.[\\w.]{30,}|[\\w]{14}\\.atlasv1\\.[\\w=-]{50,}'),
  credential(
    'password hash',
    [
      '\\$2[abxy]\\$\\d\\d\\$[./A-Za-z0-9]{53}',
      '\\$argon2(?:id|i|d)\\$[^\\s"\']{30,}',
      '\\$(?:apr1|1)\\$[./A-Za-z0-9]{1,8}\\$[./A-Za-z0-9]{22}',
      '\\$[56]\\$(?:rounds=\\d{4,9}\\$)?[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{43,86}',
    ].join('|'),
  ),
];

/**
 * True if a text can hold a credential at all. Most texts cannot, and are not looked at further: every form above, and every name
 * of a secret, contains one of these.
 */
const MAY_HOLD =
  /pass|pwd|secret|token|key|auth|bearer|basic|cookie|credential|jw[te]|-----BEGIN|:\/\/|eyJ|AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|gh[pousr]_|github_pat|gl[a-z]{2,5}-|xox|xapp|[sr]k[-_]|whsec|AIza|ya29|GOCSPX|1\/\/0|npm_|pypi-|dckr|hf_|SG\.|SK[0-9a-f]|do[por]_v1|shp[acps]|:AA|dapi|hv[sbr]\.|lin_api|ntn_|figd_|PMAK|ATATT3|-us\d|gl(?:sa|c)_|NRAK|pscale|dp\.[psc]t|atlasv1|\$2[abxy]\$|\$argon2|\$apr1\$|\$[156]\$|Digest|curl|mysql|mariadb|SSWS|FlyV1|gsk_|xai-|pplx-|r8_|sbp_|sq0|pul-|[MNO][\w-]{22,27}\.[\w-]{6}\.|fm[12]|fo1_|pat\w{14}\.|sl\.|HRKU|v1\.0-/i;

/** A name of a secret, a separator and a value take more than this. */
const MIN_LENGTH = 8;

/** @see MAY_HOLD */
export function mayHoldCredential(text: string): boolean {
  return text.length >= MIN_LENGTH && MAY_HOLD.test(text);
}
