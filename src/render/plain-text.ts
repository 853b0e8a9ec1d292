import { movesCursor, screenLines } from './program/screen-lines.ts';

const ESC = String.fromCharCode(0x1b);
const BEL = String.fromCharCode(0x07);

// CSI sequences (colours, cursor), OSC sequences (titles, links), then any other two-character escape.
const ANSI = new RegExp(
  `${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)|${ESC}[()][\\dA-Z]|${ESC}[@-Z\\\\-_78=>]`,
  'g',
);
/** CSI sequences that erase: to the end of the line, to its start, or all of it. Kept by `split`. */
const ERASE = new RegExp(`(${ESC}\\[[012]?K)`);
/** Control characters, line ends, and what turns the direction of writing: with those a text reads as what it is not. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Anything that the three above match, or may. Most texts hold none of it, and one look is quicker than three replacements. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\t'],
]);

function escapeControl(char: string): string {
  const code = char.charCodeAt(0).toString(16);
  return SHORT_ESCAPES.get(char) ?? (code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`);
}

/**
 * A text as exactly one line of at most `maxChars` UTF-16 units: no ANSI sequences, control characters escaped, cut with `…`.
 * A lone surrogate becomes U+FFFD, because a client that decodes JSON strictly refuses the whole answer otherwise.
 */
export function oneLine(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  if (!UNPRINTABLE.test(text)) return cut(text, maxChars);
  const clean = text.replace(ANSI, '').replace(LONE_SURROGATE, '\u{fffd}').replace(CONTROL, escapeControl);
  return cut(clean, maxChars);
}

/** Takes secrets out of a text, as is done with the answer before it is read. */
export type Mask = (text: string) => string;

/** The mask of an answer in which nothing is masked. */
export function asItIs(text: string): string {
  return text;
}

/** A value as JSON in one line, which parses to the same value: control characters that JSON lets through are escaped its way. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A text as the lines that a terminal would show: ANSI sequences gone, what `\r` went back over as it was last. A newline at the
 * very end ends the last line and begins no further one.
 */
export function linesOf(text: string): string[] {
  if (movesCursor(text)) return screenLines(text).map((line) => oneLine(line));
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => {
    const shown = line.endsWith('\r') ? line.slice(0, -1) : line;
    return oneLine(shown.includes('\r') ? overwritten(shown) : shown);
  });
}

/** A progress bar redraws its line for ever: what it showed long ago is covered. */
const MAX_REDRAWS = 100;

/** A line after its carriage returns: each begins at its start again, and covers only as much as it writes or erases. */
function overwritten(line: string): string {
  let shown = '';
  for (const part of line.split('\r').slice(-MAX_REDRAWS)) {
    let column = 0;
    for (const piece of part.split(ERASE)) {
      if (piece === `${ESC}[2K` || piece === `${ESC}[1K`) {
        shown = `${' '.repeat(column)}${piece === `${ESC}[2K` ? '' : shown.slice(column)}`;
      } else if (piece.startsWith(ESC) && piece.endsWith('K')) {
        shown = shown.slice(0, column);
      } else {
        const written = piece.replace(ANSI, '');
        shown = shown.slice(0, column).padEnd(column) + written + shown.slice(column + written.length);
        column += written.length;
      }
    }
  }
  return shown.trimEnd();
}

/** The end of a text of one line, of at most `maxChars`: of a long path, it says most. */
export function ending(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `…${text.slice(1 - maxChars).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** The text itself, or as much of its start as fits in `maxChars` together with a closing `…`. Never splits a pair. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars < 1) return '';
  return `${wellFormed(text.slice(0, maxChars - 1))}…`;
}

/** `text` without the half of a surrogate pair that slicing may have left at either end. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '');
}

/** `1 frame`, `3 frames`: a count with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A sentence that ends with exactly one full stop, whether or not the text came with one. */
export function sentence(text: string): string {
  const line = oneLine(text).trimEnd();
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
