import fc from 'fast-check';

const pieceOf = (signs: string, maxLength = 60) =>
  fc.array(fc.constantFrom(...signs), { maxLength }).map((each) => each.join(''));
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** Text that has more tokens than its length tells: hashes, numbers, paths, escapes, code, scripts of many languages. */
const piece = fc.oneof(
  pieceOf(`${DIGITS}abcdef`),
  pieceOf(`${DIGITS}abcdef`).map((hash) => `/srv/app/node_modules/.cache/${hash}/index.${hash.slice(0, 4)}.js`),
  pieceOf(`${LETTERS}${LETTERS.toUpperCase()}${DIGITS}+/`),
  pieceOf(`${DIGITS}.,-e`),
  fc.array(fc.double({ noNaN: true }), { maxLength: 8 }).map((numbers) => JSON.stringify(numbers)),
  fc.dictionary(pieceOf(LETTERS, 8), fc.integer(), { maxKeys: 6 }).map((object) => JSON.stringify(object)),
  fc.webUrl({ withQueryParameters: true }).map(encodeURIComponent),
  pieceOf('(){}[]<>=>!?:;,.|&+-*/%"`\'$#@^~\\ '),
  pieceOf(LETTERS),
  pieceOf(`${LETTERS}  `),
  fc
    .array(fc.constantFrom('const', 'x1', '=>', '(', ')', 'fn', '?.', '[0]', '===', '!', 'null', ';', '${', '}'))
    .map((parts) => parts.join('')),
  pieceOf('日本語漢字仮名交文章試験失敗価格合計'),
  pieceOf('абвгдежзиклмнопрстуфхцчшщыэюя'),
  pieceOf('àéîõüßçñøåæ'),
);

/** Some such pieces in a row. */
export const dense = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(' '));
