const ESC = String.fromCharCode(0x1b);
const BEL = String.fromCharCode(0x07);

// CSI sequences (colours, cursor), OSC sequences (titles, links), then any other two-character escape.
const ANSI = new RegExp(
  `${ESC}\\[[0-?]*[ -/]*[@-~]|${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)|${ESC}[@-Z\\\\-_]`,
  'g',
);
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Anything that the three above match, or may. Most texts hold none of it, and one look is quicker than three replacements. */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\t'],
]);

function escapeControl(char: string): string {
  return SHORT_ESCAPES.get(char) ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
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

/**
 * A text as the lines that a terminal would show: ANSI sequences gone, a line that was overwritten with `\r` as it was last.
 * A newline at the very end ends the last line and begins no further one.
 */
export function linesOf(text: string): string[] {
  const lines = text.replace(ANSI, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => {
    const shown = line.endsWith('\r') ? line.slice(0, -1) : line;
    return oneLine(shown.slice(shown.lastIndexOf('\r') + 1));
  });
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
