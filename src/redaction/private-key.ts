/** `RSA PRIVATE KEY-----` */
const KIND = '(?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----';
/** Between two lines of a key: their break, also as an escape, and the marks, numbers and quotes of rows of source and output. */
const BETWEEN = '(?:\\\\+[nr]|\\[stderr\\]|[^A-Za-z/=\\\\…-]){0,40}?';
const HEADER = '[A-Z][\\w-]{2,20}: [^\\r\\n\\\\…]{1,100}';
const LINE = '[A-Za-z0-9+/=]{16,2000}';
/** A short line belongs to the key where its end, the end of its text or a cut follows. */
const LAST_LINE = `(?:\\\\+[nr]|[\\r\\n])(?:\\[stderr\\]|[^\\w+/=\\\\…-]){0,40}[A-Za-z0-9+/=]{1,15}(?=${BETWEEN}-----END|…|["'\`])`;

/**
 * A private key as PEM or PGP writes it, whole or as much of it as there is. Every part behind its first line may be missing, so a search
 * never goes back, and what is no line of a key stays.
 */
export const PRIVATE_KEY = new RegExp(
  `-----BEGIN ${KIND}(?:${BETWEEN}${HEADER}){0,5}(?:${BETWEEN}${LINE}){0,2000}(?:${LAST_LINE})?(?:${BETWEEN}-----END ${KIND})?`,
  'g',
);

const END = new RegExp(`-----END ${KIND}`, 'g');
const LINE_BEFORE = /([A-Za-z0-9+/=]{1,100})((?:\\+[nr]|\[stderr\]|\s\d{1,6}\s|[^A-Za-z0-9/=\\]){1,40})$/;
const MAX_LINE_CHARS = 140;
const MIN_WHOLE_LINE = 16;

/** The rests of keys whose beginning is not in a text: their last lines with their end, in their order. */
export function keyRestsIn(text: string): { readonly from: number; readonly to: number }[] {
  return [...text.matchAll(END)].flatMap(({ 0: end, index }) => {
    let from = index;
    let isOfKey = false;
    for (;;) {
      const [before = '', line = '', between = ''] =
        LINE_BEFORE.exec(text.slice(Math.max(0, from - MAX_LINE_CHARS), from)) ?? [];
      const start = from - before.length;
      const isCut = start === 0 || text[start - 1] === '…';
      const isLine = line.length >= MIN_WHOLE_LINE || isCut || from === index;
      if (!isLine || !/\\[nr]|[\r\n]/.test(between)) break;
      from = start;
      isOfKey ||= line.length >= MIN_WHOLE_LINE || isCut;
    }
    return !isOfKey ? [] : [{ from, to: index + end.length }];
  });
}
