import stringWidth from 'string-width';

/** The role of a piece of text, which decides its look. `selected` adds to any of them. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'title'
  | 'good'
  | 'bad'
  | 'warn'
  | 'changed'
  | 'accent'
  | 'running'
  | 'match';

/** A piece of a line that looks the same from end to end. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
  /** Part of the chosen row. */
  readonly selected?: boolean;
}

/** A line of the screen, from left to right. Its spans are displayable: one line, no control characters. */
export type Line = readonly Span[];

/** Characters of one column each: ASCII, and the signs that the panes are made of. */
const PLAIN = /^[\x20-\x7e─│…→←‖▸■●○»«✓✗›·≡]*$/;
const widths = new Map<string, number>();

/** Makes a piece of a line; `text` must be displayable. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

/**
 * The number of columns that a displayable text takes. Character by character, as terminals count: a letter, to a reader, may be
 * several characters with a width each.
 */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += widthOf(char);
  return columns;
}

function widthOf(char: string): number {
  let width = widths.get(char);
  if (width === undefined) {
    width = stringWidth(char);
    widths.set(char, width);
  }
  return width;
}

/** As much of the start of a text as fits, with `…` at the end where something is missing. */
export function cutToColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  if (columns < 1) return '';
  if (PLAIN.test(text)) return `${text.slice(0, columns - 1)}…`;
  let kept = '';
  let width = 0;
  for (const char of text) {
    width += widthOf(char);
    if (width > columns - 1) break;
    kept += char;
  }
  return `${kept}…`;
}

/** A text in a field of its own: cut or filled with spaces to exactly so many columns. */
export function field(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const cut = cutToColumns(text, columns);
  const space = ' '.repeat(Math.max(0, columns - columnsOf(cut)));
  return side === 'left' ? cut + space : space + cut;
}

/** A line cut or filled to exactly so many columns. */
export function fitLine(line: Line, columns: number): Line {
  const fitted: Span[] = [];
  let left = columns;
  for (const part of line) {
    const width = columnsOf(part.text);
    if (width > left) {
      fitted.push({ ...part, text: field(part.text, left) });
      return fitted;
    }
    fitted.push(part);
    left -= width;
  }
  if (left > 0) fitted.push({ ...span(' '.repeat(left)), ...(line.at(-1)?.selected ? { selected: true } : {}) });
  return fitted;
}

/** Exactly so many lines, each of exactly so many columns. */
export function fitBlock(lines: readonly Line[], columns: number, rows: number): readonly Line[] {
  return Array.from({ length: rows }, (_, row) => fitLine(lines[row] ?? [], columns));
}

/** A line as the characters that are seen. */
export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}
