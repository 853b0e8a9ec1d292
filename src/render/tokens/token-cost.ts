import { cut } from '../plain-text.ts';
import { COMMON_WORDS } from './common-words.ts';
import { rarePairs } from './letter-pairs.ts';

/**
 * Pieces in which today's tokenizers look for tokens, each by itself: a word with the character before it, three digits, signs,
 * white space.
 */
const PIECE =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;
const WORD = /^[^A-Za-z]?[A-Za-z]+$/;
const NOT_ASCII = /[^\p{ASCII}]/u;

/**
 * Costs in a word: its first token, each letter behind the fifth, each pair that no token holds, each capital behind the first
 * letter.
 */
const WORD_COSTS = { first: 1, further: 0.25, rarePair: 0.85, capital: 0.14 };
/** Signs that code puts before names are part of many tokens, others of few. */
const USUAL_LEADS = '._(/-"\'[{<$@:';
const LEAD_COSTS = { usual: 0.3, other: 1.1 };
/** Costs of signs by their number; each further sign costs the last. Pairs and triples are often one token. */
const SIGN_COSTS = [0, 1, 1.15, 1.35, 1.65];
const FURTHER_SIGN_COST = 0.7;
/** Rules and dots are long tokens. */
const RULED = /([-=*_./#~+%!:;])\1{4,}/g;
const NUMBER_COST = 1;
/** One of our own signs with what stands beside it: ` →`, `…)`. */
const OWN_SIGN = /^[ ]?[…→—–’‘“”•·×✗]["'),;:\]}]?\n?$/u;
/** A line break or tab that was escaped twice: its letter is no part of the word behind it. */
const ESCAPED_TWICE = /\\\\[nrt](?=[A-Za-z])/g;
const ESCAPED_LETTER_COST = 1;

/** The smallest share of a dense text's tokens that was ever reckoned. */
const SURE = 0.975;

/** Characters that answers are made with. */
const OWN_SIGNS = '…→—–’‘“”•·×✗';
/** The most tokens of a character below each code point; above, each byte of the character is a token. */
const CHARACTER_COSTS: readonly (readonly [below: number, cost: number])[] = [
  [0x80, 0.6],
  [0x100, 1.03],
  [0x370, 2],
  [0x530, 1],
  [0x800, 1.6],
  [0x900, 3],
  [0xe80, 1.6],
  [0x2000, 3],
  [0x3000, 2.5],
  [0x3100, 1.5],
  [0xa000, 2.3],
  [0xac00, 3],
  [0xd7a4, 2.5],
  [0xf900, 3],
  [0x10000, 2.7],
  [0x1f300, 4],
  [0x1fb00, 3],
];
const MAX_CHARACTER_COST = 4;

/**
 * Estimates the tokens of a text from the kinds of its characters: a little more than o200k_base counts for answers, and hardly less
 * for paths, hashes, code and random text. A tokenizer itself would be larger than all of this server.
 */
export function tokenCost(text: string): number {
  const escapedLetters = (text.match(ESCAPED_TWICE)?.length ?? 0) * ESCAPED_LETTER_COST;
  return (text.match(PIECE) ?? []).reduce((sum, piece) => sum + pieceCost(piece), escapedLetters);
}

/** The estimate up to which a text has at most `maxTokens`, also where it is as far below the truth as it can be. */
export function surely(maxTokens: number): number {
  return Math.floor(maxTokens * SURE);
}

/** The text itself, or as much of its start as costs at most `maxTokens` together with a closing `…`. */
export function cutToCost(text: string, maxTokens: number): string {
  let shown = text;
  for (let cost = tokenCost(shown); cost > maxTokens && shown.length > 1; cost = tokenCost(shown)) {
    shown = cut(text, Math.min(shown.length - 1, Math.ceil((shown.length * maxTokens) / cost)));
  }
  return shown;
}

function pieceCost(piece: string): number {
  if (piece.trim() === '' || OWN_SIGN.test(piece)) return 1;
  if (NOT_ASCII.test(piece)) return [...piece].reduce((sum, each) => sum + characterCost(each), 0);
  if (WORD.test(piece)) return wordCost(piece);
  return /^\d/.test(piece) ? NUMBER_COST : signsCost(piece.trimStart());
}

function wordCost(piece: string): number {
  const isLed = !/^[A-Za-z]/.test(piece);
  const word = isLed ? piece.slice(1) : piece;
  const usual = USUAL_LEADS.includes(piece.charAt(0)) ? LEAD_COSTS.usual : LEAD_COSTS.other;
  const lead = isLed && piece[0] !== ' ' ? usual : 0;
  const { first, further, rarePair, capital } = WORD_COSTS;
  if (COMMON_WORDS.has(word.toLowerCase())) return 1 + lead;
  return (
    first +
    lead +
    further * Math.max(0, word.length - 5) +
    rarePair * rarePairs(word) +
    capital * (word.slice(1).match(/[A-Z]/g)?.length ?? 0)
  );
}

function signsCost(signs: string): number {
  const { length } = signs.replace(RULED, (run, sign: string) => sign.repeat(4 + run.length / 10));
  const last = SIGN_COSTS.length - 1;
  return (SIGN_COSTS[Math.min(length, last)] ?? 0) + FURTHER_SIGN_COST * Math.max(0, length - last);
}

function characterCost(character: string): number {
  if (OWN_SIGNS.includes(character)) return 1;
  const code = character.codePointAt(0) ?? 0;
  return CHARACTER_COSTS.find(([below]) => code < below)?.[1] ?? MAX_CHARACTER_COST;
}
