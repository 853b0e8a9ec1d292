const ESC = String.fromCharCode(0x1b);
/** Sequences that move the cursor elsewhere than on in its line: only a text with such a sequence needs a screen to be read. */
const MOVES = new RegExp(`${ESC}(?:\\[[\\d;?]*[A-HJfsu]|[78])`);
/** A sequence for the terminal, with its numbers and its letter where it is one of CSI; or a character. */
const PIECE = new RegExp(
  `${ESC}\\[([0-?]*)[ -/]*([@-~])|${ESC}\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)|${ESC}[()][\\dA-Z]|${ESC}([@-Z\\\\-_78=>c])|[^]`,
  'gu',
);
/** Rows of a terminal, which absolute positions count from its first one. */
const SCREEN_ROWS = 24;
/** No program writes further to the right; one that asks for it must not fill the memory. */
const MAX_COLUMNS = 500;

/** The rows and columns of each count of the letters that move the cursor by steps. */
const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  A: [-1, 0],
  B: [1, 0],
  C: [0, 1],
  D: [0, -1],
  E: [1, 0],
  F: [-1, 0],
};

/** True if a text moves the cursor about, as programs with menus and boxes do. */
export function movesCursor(text: string): boolean {
  return MOVES.test(text);
}

/**
 * The lines that a terminal shows in the end of a text that moves the cursor about: what was drawn again is there once. What stood above
 * the text is not known, so that the cursor goes no higher than its first line.
 */
export function screenLines(text: string): string[] {
  const screen = new Screen();
  for (const [piece, numbers, letter, single] of text.matchAll(PIECE)) {
    if (letter !== undefined) screen.control(letter, (numbers ?? '').split(';').map(Number));
    else if (single !== undefined) screen.single(single);
    else if (!piece.startsWith(ESC)) screen.write(piece);
  }
  return screen.lines();
}

/** Characters by row and column, and the cursor. */
class Screen {
  readonly #rows: string[][] = [[]];
  #row = 0;
  #column = 0;
  #saved = { row: 0, column: 0 };

  lines(): string[] {
    const lines = this.#rows.map((row) =>
      Array.from(row, (char) => char ?? ' ')
        .join('')
        .trimEnd(),
    );
    while (lines.at(-1) === '') lines.pop();
    // What is drawn further down leaves the rows above it as they were, and these are not known.
    const first = lines.findIndex((line) => line !== '');
    return lines.slice(Math.max(0, first));
  }

  write(char: string): void {
    if (char === '\n') this.#moveTo(this.#row + 1, 0, true);
    else if (char === '\r') this.#column = 0;
    else if (char === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (char >= ' ' || char === '\t') {
      this.#cells()[this.#column] = char;
      this.#moveTo(this.#row, this.#column + 1);
    }
  }

  /** A sequence of CSI. @see ECMA-48 */
  control(letter: string, [first = 0, second = 0]: readonly number[]): void {
    const top = Math.max(0, this.#rows.length - SCREEN_ROWS);
    const count = first || 1;
    const [rows, columns] = STEPS[letter] ?? [0, 0];
    if (letter in STEPS) this.#moveTo(this.#row + rows * count, this.#column + columns * count);
    // The start of a line above or below.
    if (letter === 'E' || letter === 'F') this.#column = 0;
    if (letter === 'G') this.#moveTo(this.#row, count - 1);
    if (letter === 'H' || letter === 'f') this.#moveTo(top + count - 1, (second || 1) - 1, true);
    if (letter === 'J') this.#eraseScreen(first, top);
    if (letter === 'K') this.#eraseLine(first);
    if (letter === 's') this.single('7');
    if (letter === 'u') this.single('8');
  }

  /** A sequence of one letter. */
  single(letter: string): void {
    if (letter === '7') this.#saved = { row: this.#row, column: this.#column };
    if (letter === '8') this.#moveTo(this.#saved.row, this.#saved.column);
  }

  #cells(): string[] {
    const cells = this.#rows[this.#row] ?? [];
    this.#rows[this.#row] = cells;
    return cells;
  }

  #eraseLine(kind: number): void {
    const cells = this.#cells();
    if (kind === 0) cells.splice(this.#column);
    if (kind === 1) cells.fill(' ', 0, this.#column + 1);
    if (kind === 2) cells.splice(0);
  }

  #eraseScreen(kind: number, top: number): void {
    // All of it is drawn again as a rule: what was there before is what the program wrote, too, but shows no more.
    if (kind >= 2) for (let row = top; row < this.#rows.length; row++) this.#rows[row] = [];
    if (kind !== 0) return;
    this.#eraseLine(0);
    this.#rows.splice(this.#row + 1);
  }

  /** @param adds A row below the last one is made. */
  #moveTo(row: number, column: number, adds = false): void {
    const last = adds ? Math.min(row, this.#rows.length + SCREEN_ROWS) : Math.min(row, this.#rows.length - 1);
    this.#row = Math.max(0, last);
    this.#column = Math.min(Math.max(0, column), MAX_COLUMNS);
    while (this.#rows.length <= this.#row) this.#rows.push([]);
  }
}
