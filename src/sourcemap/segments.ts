import type { SourceMapSegment } from '@jridgewell/trace-mapping';
import { decodeMappings, emptyColumns, isPlace, NONE, type SegmentColumns } from './decode-mappings.ts';

/** The origin of a piece of generated code. All numbers 0-based. */
interface OriginalSegment {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly name: number | undefined;
  /** The column in the generated code at which the segment begins. */
  readonly generatedColumn: number;
}

/** A place in generated code, and the column of its source that it begins. All numbers 0-based. */
interface GeneratedSegment {
  readonly lineNumber: number;
  readonly columnNumber: number;
  readonly originalColumn: number;
}

/**
 * The segments of a source map as columns of numbers, in the order of the generated code. A map of 5 MB has 700,000 of
 * them: as arrays of arrays, which is how libraries keep them, they cost more to collect as garbage than to decode.
 */
export class Segments {
  readonly #all: SegmentColumns;

  private constructor(all: SegmentColumns) {
    this.#all = all;
  }

  /**
   * Decodes the `mappings` of a map.
   *
   * @throws Error when they are invalid
   */
  static decode(mappings: string): Segments {
    return new Segments(decodeMappings(mappings));
  }

  /** The same for mappings that are decoded already: those of maps with sections. */
  static of(lines: readonly (readonly SourceMapSegment[])[]): Segments {
    const all = emptyColumns(lines.reduce((sum, line) => sum + line.length, 0));
    let index = 0;
    for (const line of lines) {
      for (const [column, source = NONE, originalLine = 0, originalColumn = 0, name = NONE] of line) {
        all.columns[index] = column;
        all.sources[index] = isPlace(column, originalLine, originalColumn) ? source : NONE;
        all.originalLines[index] = originalLine;
        all.originalColumns[index] = originalColumn;
        all.names[index] = name;
        index++;
      }
      all.lineStarts.push(index);
    }
    return new Segments(all);
  }

  /** The origin of the code at a generated place: the last segment of its line that does not begin behind the place. */
  at(line: number, column: number): OriginalSegment | undefined {
    const { lineStarts, columns } = this.#all;
    const first = lineStarts[line];
    const end = lineStarts[line + 1];
    if (first === undefined || end === undefined) return undefined;
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((columns[middle] ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    if (low === first) return undefined;
    let index = low - 1;
    // Of several that begin exactly there, the first one is meant.
    while (index > first && columns[index] === column && columns[index - 1] === column) index--;
    return this.#original(index);
  }

  /** The generated places at which a line of a source begins, once for each copy that a compiler made. */
  startsOf(source: number, line: number): GeneratedSegment[] {
    const { lineStarts, columns, sources, originalLines, originalColumns } = this.#all;
    const found: GeneratedSegment[] = [];
    const inRun = new Set<number>();
    let lineNumber = 0;
    for (let index = 0; index < columns.length; index++) {
      while (index >= (lineStarts[lineNumber + 1] ?? Infinity)) {
        lineNumber++;
        inRun.clear();
      }
      if (originalLines[index] !== line || sources[index] !== source) {
        inRun.clear();
        continue;
      }
      const originalColumn = originalColumns[index] ?? 0;
      // A statement may name its own beginning again at a later token; only a copy of it begins at a column before.
      if (!inRun.has(originalColumn)) found.push({ lineNumber, columnNumber: columns[index] ?? 0, originalColumn });
      inRun.add(originalColumn);
    }
    return found;
  }

  /** The first line from this one to `lastLine` that some code of these sources comes from. */
  firstLineFrom(sources: readonly number[], line: number, lastLine: number): number | undefined {
    const all = this.#all;
    let nearest: number | undefined;
    for (let index = 0; index < all.columns.length; index++) {
      const mapped = all.originalLines[index] ?? 0;
      if (mapped < line || mapped > lastLine || mapped >= (nearest ?? Infinity)) continue;
      if (sources.includes(all.sources[index] ?? NONE)) nearest = mapped;
    }
    return nearest;
  }

  #original(index: number): OriginalSegment | undefined {
    const { columns, sources, originalLines, originalColumns, names } = this.#all;
    const source = sources[index] ?? NONE;
    if (source === NONE) return undefined;
    const name = names[index] ?? NONE;
    return {
      source,
      line: originalLines[index] ?? 0,
      column: originalColumns[index] ?? 0,
      name: name === NONE ? undefined : name,
      generatedColumn: columns[index] ?? 0,
    };
  }
}
