import { decodedMappings, FlattenMap, sourceContentFor, type TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import type { Position } from '../model/source-location.ts';
import { type MapLocation, sourcePath } from './source-path.ts';

/** A place in generated code. Both numbers 0-based, in CDP's words. */
export interface GeneratedPosition {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Where a place in generated code comes from. */
export interface OriginalPosition extends Position {
  /** Absolute path of the source, or its url where it is no file. */
  readonly path: string;
  /** What the thing there was called in the source, where the map says so. */
  readonly name?: string;
}

/** How far below a line without mapping a mapped one is looked for. */
const MAX_SLIDE_LINES = 50;

/**
 * A decoded source map, with look-ups both ways.
 *
 * @see ECMA-426
 */
export class SourceMap {
  /** Absolute paths of the sources, in the map's order. */
  readonly sources: readonly string[];
  readonly #map: TraceMap;

  /**
   * @param text The map's JSON.
   * @throws Error when it is no source map
   */
  constructor(text: string, location: MapLocation) {
    // Some servers put this line in front, against being executed as a script.
    this.#map = new FlattenMap(text.replace(/^\)\]\}'[^\n]*\n/, ''), location.url);
    this.sources = this.#map.resolvedSources.map((source, index) =>
      this.#map.sources[index] === null ? '(unnamed source)' : sourcePath(source, location),
    );
  }

  /** The source of a place in the generated code, or undefined for code that comes from no source. */
  originalOf({ lineNumber, columnNumber }: GeneratedPosition): OriginalPosition | undefined {
    const segment = traceSegment(this.#map, lineNumber, columnNumber);
    if (!segment || segment.length === 1) return undefined;
    const path = this.sources[segment[1]];
    if (path === undefined) return undefined;
    const name = segment.length === 5 ? this.#map.names[segment[4]] : undefined;
    return { path, line: segment[2] + 1, column: segment[3] + 1, ...(name === undefined ? {} : { name }) };
  }

  /** Whether the map knows names at all; minifiers write them, transpilers rarely. */
  get hasNames(): boolean {
    return this.#map.names.length > 0;
  }

  /** What the identifier that begins exactly here was called in the source. */
  nameAt({ lineNumber, columnNumber }: GeneratedPosition): string | undefined {
    const segment = traceSegment(this.#map, lineNumber, columnNumber);
    if (segment?.length !== 5 || segment[0] !== columnNumber) return undefined;
    return this.#map.names[segment[4]];
  }

  /**
   * The places in the generated code at which a source line begins: several where a compiler copied it. Empty when the line
   * has no code.
   *
   * @param line 1-based.
   * @param column 1-based; left out, the first mapped column of the line.
   */
  generatedOf(path: string, line: number, column = 1): GeneratedPosition[] {
    const found: (GeneratedPosition & { readonly originalColumn: number })[] = [];
    for (const source of this.#indexesOf(path)) this.#collect(source, line - 1, found);
    const from = found.filter(({ originalColumn }) => originalColumn >= column - 1);
    const first = Math.min(...from.map(({ originalColumn }) => originalColumn));
    return from
      .filter(({ originalColumn }) => originalColumn === first)
      .map(({ lineNumber, columnNumber }) => ({ lineNumber, columnNumber }));
  }

  /** The first line from this one on that has code; undefined when there is none nearby. 1-based. */
  mappedLineFrom(path: string, line: number): number | undefined {
    const sources = this.#indexesOf(path);
    let nearest: number | undefined;
    for (const segments of decodedMappings(this.#map)) {
      for (const segment of segments) {
        if (segment.length === 1 || !sources.includes(segment[1])) continue;
        const mapped = segment[2] + 1;
        if (mapped >= line && mapped <= line + MAX_SLIDE_LINES && mapped < (nearest ?? Infinity)) nearest = mapped;
      }
    }
    return nearest;
  }

  /** The source's text as the map carries it, for sources whose file is gone. */
  contentOf(path: string): string | undefined {
    for (const index of this.#indexesOf(path)) {
      const content = sourceContentFor(this.#map, this.#map.resolvedSources[index] ?? '');
      if (content !== null) return content;
    }
    return undefined;
  }

  #indexesOf(path: string): number[] {
    return this.sources.flatMap((source, index) => (source === path ? index : []));
  }

  /**
   * Scans the whole map: a few milliseconds for the largest ones. The library's own index for this direction takes longer to
   * build than all the scans that a session makes.
   */
  #collect(source: number, line: number, found: (GeneratedPosition & { originalColumn: number })[]): void {
    for (const [lineNumber, segments] of decodedMappings(this.#map).entries()) {
      const inRun = new Set<number>();
      for (const segment of segments) {
        if (segment.length === 1 || segment[2] !== line || segment[1] !== source) {
          inRun.clear();
          continue;
        }
        // A statement may name its own beginning again at a later token; only a copy of it begins anew.
        if (!inRun.has(segment[3])) found.push({ lineNumber, columnNumber: segment[0], originalColumn: segment[3] });
        inRun.add(segment[3]);
      }
    }
  }
}
