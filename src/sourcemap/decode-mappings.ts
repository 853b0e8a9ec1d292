/** The segments of a map, a column of numbers for each field. All 0-based. */
export interface SegmentColumns {
  /** Index of each generated line's first segment; the last one is the end of all. */
  readonly lineStarts: number[];
  readonly columns: Int32Array;
  /** {@link NONE} for code that comes from no source. */
  readonly sources: Int32Array;
  readonly originalLines: Int32Array;
  readonly originalColumns: Int32Array;
  readonly names: Int32Array;
}

/** Stands for a missing source or name. */
export const NONE = -1;

const COMMA = 44;
const SEMICOLON = 59;
/** The value of each base64 digit by its character code; -1 for all others. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(String.fromCharCode(code)),
);
/** Set in a digit that another one of the same number follows; each carries five bits. */
const CONTINUES = 32;
const DIGIT_BITS = 5;
/** Column, source, original line, original column, name. */
const MAX_FIELDS = 5;

/** Room for so many segments. `lineStarts` begins with that of the first line; the end of each line is to be added. */
export function emptyColumns(length: number): SegmentColumns {
  const columns = () => new Int32Array(length);
  return {
    lineStarts: [0],
    columns: columns(),
    sources: columns(),
    originalLines: columns(),
    originalColumns: columns(),
    names: columns(),
  };
}

/**
 * Decodes the `mappings` of a source map: each field is the difference to the same field of the segment before; only the
 * column begins at 0 with each line.
 *
 * @throws Error for a text that is no mappings
 * @see ECMA-426, base64 VLQ
 */
export function decodeMappings(mappings: string): SegmentColumns {
  const result = emptyColumns(countSegments(mappings));
  const reader = new Reader(mappings);
  let index = 0;
  for (;;) {
    if (reader.atSegment) {
      reader.read();
      store(result, index++, reader);
    } else if (reader.atEnd) break;
    else if (reader.next() === SEMICOLON) {
      endLine(result, index);
      reader.fields[0] = 0;
    }
  }
  endLine(result, index);
  return result;
}

/** Walks over the text; `fields` holds the running sums. */
class Reader {
  readonly fields = new Int32Array(MAX_FIELDS);
  /** The number of fields of the last segment. */
  count = 0;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get atSegment(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return this.#at < this.#text.length && code !== COMMA && code !== SEMICOLON;
  }

  /** Passes over a separator. */
  next(): number {
    return this.#text.charCodeAt(this.#at++);
  }

  read(): void {
    this.count = 0;
    while (this.atSegment) {
      const difference = this.#number();
      if (this.count < MAX_FIELDS) this.fields[this.count] = (this.fields[this.count] ?? 0) + difference;
      this.count++;
    }
  }

  #number(): number {
    let value = 0;
    let shift = 0;
    let digit: number;
    do {
      digit = DIGITS[this.#text.charCodeAt(this.#at)] ?? NONE;
      if (digit === NONE) throw new Error(`no base64 digit at ${this.#at} of the mappings`);
      this.#at++;
      value |= (digit & (CONTINUES - 1)) << shift;
      shift += DIGIT_BITS;
    } while (digit & CONTINUES);
    // The lowest bit is the sign.
    return value & 1 ? -(value >>> 1) : value >>> 1;
  }
}

function store(result: SegmentColumns, index: number, { fields, count }: Reader): void {
  const [column = 0, source = 0, line = 0, originalColumn = 0] = fields;
  result.columns[index] = column;
  result.sources[index] = count >= 4 && isPlace(column, line, originalColumn) ? source : NONE;
  result.originalLines[index] = fields[2] ?? 0;
  result.originalColumns[index] = fields[3] ?? 0;
  result.names[index] = count >= MAX_FIELDS ? (fields[4] ?? 0) : NONE;
}

/** Numbers below zero, which broken compilers write, are no place in any text. */
export function isPlace(column: number, originalLine: number, originalColumn: number): boolean {
  return column >= 0 && originalLine >= 0 && originalColumn >= 0;
}

/** Ends a generated line. Segments may come in any order; look-ups need them in that of their columns. */
function endLine(result: SegmentColumns, end: number): void {
  const { lineStarts, columns } = result;
  const start = lineStarts.at(-1) ?? 0;
  lineStarts.push(end);
  let isSorted = true;
  for (let index = start + 1; index < end && isSorted; index++) {
    isSorted = (columns[index - 1] ?? 0) <= (columns[index] ?? 0);
  }
  if (isSorted) return;
  const order = Array.from({ length: end - start }, (_, offset) => start + offset);
  order.sort((a, b) => (columns[a] ?? 0) - (columns[b] ?? 0) || a - b);
  for (const field of ['columns', 'sources', 'originalLines', 'originalColumns', 'names'] as const) {
    result[field].set(
      order.map((index) => result[field][index] ?? 0),
      start,
    );
  }
}

function countSegments(mappings: string): number {
  let count = 0;
  let inSegment = false;
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at);
    const isSeparator = code === COMMA || code === SEMICOLON;
    if (!isSeparator && !inSegment) count++;
    inSegment = !isSeparator;
  }
  return count;
}
