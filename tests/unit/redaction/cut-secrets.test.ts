import { describe, expect, test } from 'vitest';
import { maskAnswerText } from '../../../src/redaction/answer-redaction.ts';
import { maskNamed, maskText } from '../../../src/redaction/redaction.ts';
import { LOOK_ALIKES, POSITIVES } from './secrets-corpus.ts';

/** Texts behind the place at which an answer has cut; all of them stay from the cut on. */
const BEHIND = ['…', '…"', "…'", '…}', '…\n  next = 12', '… (5,000 chars)', '…", next: 12'];
/** So many characters of a secret in a row are too many. */
const LEAK = 4;

/** The part of a token behind its kind and its id: the longest piece, and all that follows. */
function hiddenPart(secret: string): string {
  const pieces = [...secret.matchAll(/[A-Za-z0-9]+/g)].sort((a, b) => b[0].length - a[0].length);
  const kinds = /^(?:AKIA|ASIA|AIza|ATATT3|SK|dapi|AA|eyJ|0x|1(?=[A-Z]{2}))/;
  return secret.slice(pieces[0]?.index ?? 0).replace(kinds, '');
}

function leaks(shown: string, secret: string, around: string): string[] {
  const parts = Array.from({ length: Math.max(0, secret.length - LEAK + 1) }, (_, at) => secret.slice(at, at + LEAK));
  return parts.filter((part) => shown.includes(part) && !around.includes(part));
}

/** A word alone, without quotes or behind the name of what may be none, does not say that it begins a secret. */
function isTellTale(kept: string, before: string): boolean {
  if (/\d|[a-z][A-Z]/.test(kept)) return true;
  return /["'`]$/.test(before) && !/(?:jwt|token|pwd|pass|cookie)\W+$|(?:,|\[1\]: string =)\s*["'`]$/i.test(before);
}

/** Every text with a secret, cut at every place of it. A private key has lines; one of Mailchimp is known by its end only. */
const CUTS = POSITIVES.filter(([, secret]) => !/^-----BEGIN|-us12$/.test(secret)).flatMap(([text, secret]) => {
  const before = text.slice(0, text.indexOf(secret)) + secret.slice(0, -hiddenPart(secret).length);
  const hidden = hiddenPart(secret);
  return [...hidden]
    .map((_, length) => ({ before, kept: hidden.slice(0, length), behind: BEHIND[length % BEHIND.length] ?? '' }))
    .filter(({ kept }) => isTellTale(kept, before));
});

describe('a text that an answer has cut', () => {
  test('shows no more of a secret than the whole text, and all that stands behind the cut', () => {
    expect(CUTS.length).toBeGreaterThan(4_000);
    const problems = CUTS.flatMap(({ before, kept, behind }) => {
      const masked = maskText(`${before}${kept}${behind}`);
      const isRight =
        leaks(masked, kept, before + behind).length === 0 &&
        masked.endsWith(behind.slice(behind.indexOf('…'))) &&
        maskText(masked) === masked;
      return isRight ? [] : [`${before}${kept}${behind} → ${masked}`];
    });
    expect(problems).toEqual([]);
  });

  /** Cut, these cannot be told from what they look like; what stands in place of a password is masked with it. */
  const ALIKE =
    /^(?:ghp_short|sq0atp-short|pplx-70b|private_key: "RSA|password=user|key: "0xdead|use the --user|'session_auth)/;

  test('stays letter by letter where it only looks like a secret', () => {
    const cuts = LOOK_ALIKES.filter((text) => !ALIKE.test(text)).flatMap((text) =>
      [...text].map((_, at) => `${text.slice(0, at)}${BEHIND[at % BEHIND.length]}`),
    );
    expect(cuts.length).toBeGreaterThan(5_000);
    expect(cuts.filter((text) => maskText(text) !== text)).toEqual([]);
  });

  test.each([
    // Made by the debuggers of both languages.
    ['{host: "h", password: "Tr0ub4dor-and-…"}  copy = "x"', '{host: "h", password: "[masked]…"}  copy = "x"'],
    ['{host: "h", password: "Tr0ub4dor-…}  copy = "x"', '{host: "h", password: "[masked]…}  copy = "x"'],
    ["{'password': 'hunt…, 'b': 1}", "{'password': '[masked]…, 'b': 1}"],
    ['password: "Tr0ub4dor\\…\nnext: "shown"', 'password: "[masked]\\…\nnext: "shown"'],
    // A row of source with its values.
    ["7  o = { password: 'Tr0ub4do…   o = {host: 'm'}", "7  o = { password: '[masked]…   o = {host: 'm'}"],
    ['password = "a…b…c" # next', 'password = "[masked]" # next'],
    // The debugger of Python leaves out the middle.
    ["token ghp_aB3dE5...xyz12 of 'ann'", "token [masked] of 'ann'"],
    ["url = 'postgres://shop:s3cr3t...", "url = 'postgres://shop:[masked]..."],
    // Ports.
    ['ws://127.0.0.1:92…', 'ws://127.0.0.1:92…'],
    ['http://[::1]:80… and http://localhost:300…', 'http://[::1]:80… and http://localhost:300…'],
  ])('%s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  test.each([
    ['password', '"hunter2…" (5,000 chars)', '"[masked]…" (5,000 chars)'],
    ['password', '"hunter2… of the tr', '"[masked]… of the tr'],
    ['token', '"ab1c…"', '"[masked]…"'],
    ['privateKey', '"0x3a18f6…"', '"[masked]…"'],
    ['note', '"hunter2…"', '"hunter2…"'],
  ])('of the value of %s: %s', (name, text, masked) => {
    expect(maskNamed(name, text)).toBe(masked);
  });

  test('is masked in the answer to an expression that names it', () => {
    expect(maskAnswerText('(string) "Tr0ub4dor…" (90 chars)', 'user.password')).toBe('(string) "[masked]…" (90 chars)');
  });
});

describe('bytes of Python', () => {
  test.each([
    [
      "environ({b'DB_PASSWORD': b'hunter2', b'HOME': b'/root'})",
      "environ({b'DB_PASSWORD': b'[masked]', b'HOME': b'/root'})",
    ],
    ["[(b'password', b'tuple-pw'), (b'user', b'bob')]", "[(b'password', b'[masked]'), (b'user', b'bob')]"],
    ["api_key: bytes = b'abc' (was b'def')", "api_key: bytes = b'[masked]' (was b'[masked]')"],
    ["name: bytes = b'password'", "name: bytes = b'password'"],
  ])('%s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  test('of a variable', () => {
    expect(maskNamed('api_key', "b'abc'")).toBe("b'[masked]'");
  });
});

describe('a private key', () => {
  const LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
  const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
  const END = '-----END RSA PRIVATE KEY-----';

  test.each([
    [
      'of which a value shows the beginning',
      `key = "${BEGIN}\\n${LINE}\\n${LINE.slice(9)}…", b = "x"`,
      'key = "[masked]…", b = "x"',
    ],
    [
      'of which there is the first line only',
      `key = "${BEGIN}…" (1,704 chars)\nb = 2`,
      'key = "[masked]…" (1,704 chars)\nb = 2',
    ],
    [
      'without an end',
      `'${BEGIN}\\n${LINE}\\n${LINE}' other = 'Ann Smith'\nb = 2`,
      `'[masked]' other = 'Ann Smith'\nb = 2`,
    ],
    ['of two lines', `'${BEGIN}\\n${LINE}\\nabcd\\n${END}' b`, `'[masked]' b`],
    [
      'that is encrypted',
      `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES,5A\n\n${LINE}\n${END}\nb = 2`,
      '[masked]\nb = 2',
    ],
    ['in lines of output', `| key\n| ${BEGIN}\n| ${LINE}\n| ab==\n| ${END}\n| b = 2`, '| key\n| [masked]\n| b = 2'],
    [
      'in lines of stderr',
      `[stderr] ${BEGIN}\n[stderr] ${LINE}\n[stderr] ab==\n[stderr] ${END}\n| b`,
      '[stderr] [masked]\n| b',
    ],
    [
      'whose end there is in stderr',
      `[stderr] ${LINE}\n[stderr] ${LINE}\n[stderr] ${END}\n| b`,
      '[stderr] [masked]\n| b',
    ],
    [
      'in rows of source',
      `  3  const key = '${BEGIN}\\n' +\n  4    '${LINE}\\n' +\n  5    '${END}';\n  6  next()`,
      "  3  const key = '[masked]';\n  6  next()",
    ],
    ['whose beginning is left out', `${LINE.slice(40)}\n${LINE}\nab==\n${END}\nb = 2`, '[masked]\nb = 2'],
    ['whose beginning is left out of output', `| ${LINE}\n| ${LINE}\n| ${END}\n| b = 2`, '| [masked]\n| b = 2'],
    ['whose beginning is cut off', `b = "…${LINE.slice(50)}\\n${END}", c = 2`, 'b = "…[masked]", c = 2'],
    ['that is talked about', `the file ends in\n${END}\nas it must`, `the file ends in\n${END}\nas it must`],
    [
      'beside another one',
      `a = "${BEGIN}\\n${LINE}…" b = 2 c = "${BEGIN}\\n${LINE}\\n${END}"`,
      'a = "[masked]…" b = 2 c = "[masked]"',
    ],
  ])('%s', (_, text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});
