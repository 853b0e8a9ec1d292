/** For each letter from a to z, those that often follow it in English and in names of code. */
const FOLLOWERS = [
  ...[
    'abcdfgiklmnprstuvwy',
    'aceijlorsuy',
    'acehiklorstuy',
    'adeilorsu',
    'abcdefgilmnopqrstvwxy',
    'aefilorstu',
    'aeghilnorsu',
  ],
  ...[
    'aeiortu',
    'abcdefglmnoprstvxz',
    'es',
    'aeis',
    'adeilopstuy',
    'abeilmopsu',
    'acdefgiklmnopstuvy',
    'abcdfgiklmnoprstuvwx',
  ],
  ...[
    'adeiloprstuy',
    'u',
    'acdefgiklmnorstuvy',
    'acefhiklopstuwy',
    'acdefhilmoprstuwy',
    'abcdefgilmnprst',
    'aeio',
    'aehinors',
  ],
  ...['ceiptx', 'emnpst', 'e'],
];
const A = 'a'.charCodeAt(0);
const COMMON_PAIRS = new Set(
  FOLLOWERS.flatMap((letters, at) => [...letters].map((each) => String.fromCharCode(A + at) + each)),
);

/** Counts the pairs of neighbours in a word of ASCII letters that are rare: in `total` none, in most hashes nearly all. */
export function rarePairs(word: string): number {
  const letters = word.toLowerCase();
  let count = 0;
  for (let at = 0; at + 1 < letters.length; at++) if (!COMMON_PAIRS.has(letters.slice(at, at + 2))) count++;
  return count;
}
