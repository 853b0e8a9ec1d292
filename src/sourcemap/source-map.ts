import {
  decodedMappings,
  FlattenMap,
  type SourceMapInput,
  sourceContentFor,
  TraceMap,
} from '@jridgewell/trace-mapping';
import type { Position } from '../model/source-location.ts';
import { Segments } from './segments.ts';
import { type MapLocation, sourcePath } from './source-path.ts';

/** A place in generated code. Both numbers 0-based, in CDP's words. */
export interface GeneratedPosition {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The source position of a place in generated code. */
export interface OriginalPosition extends Position {
  /** Absolute path of the source, or its url where it is no file. */
  readonly path: string;
  /** The identifier's name in the source, if the map says so. */
  readonly name?: string;
}

/** Lines without mapping that a look-up may slide down to reach a mapped line. */
const MAX_SLIDE_LINES = 50;

/**
 * A decoded source map, with look-ups both ways.
 *
 * @see ECMA-426
 */
export class SourceMap {
  /** Absolute paths of the sources, in the map's order. */
  readonly sources: readonly string[];
  /** True if the map has no place: its script is taken for a written source. */
  readonly isEmpty: boolean;
  readonly #map: TraceMap;
  /** Decoded by the first look-up: the names of the sources are often all that is asked for. */
  #segments: () => Segments;

  /**
   * @param text The map's JSON.
   * @throws Error when it is no source map
   */
  constructor(text: string, location: MapLocation) {
    // Some servers put this line in front, against being executed as a script.
    const json: SourceMapInput & object = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
    const mappings: unknown = 'mappings' in json ? json.mappings : undefined;
    const isPlain = typeof mappings === 'string' && !('sections' in json);
    this.#map = isPlain ? new TraceMap(json, location.url) : new FlattenMap(json, location.url);
    this.isEmpty = isBlank(this.#map, isPlain ? mappings : undefined);
    this.#segments = () => {
      const segments = isPlain ? decoded(mappings) : Segments.of(decodedMappings(this.#map));
      this.#segments = () => segments;
      return segments;
    };
    this.sources = this.#map.resolvedSources.map((source, index) =>
      this.#map.sources[index] === null ? '(unnamed source)' : sourcePath(source, location),
    );
  }

  /** The source of a place in the generated code, or undefined for code that comes from no source. */
  originalOf({ lineNumber, columnNumber }: GeneratedPosition): OriginalPosition | undefined {
    const segment = this.#segments().at(lineNumber, columnNumber);
    const path = segment && this.sources[segment.source];
    if (segment === undefined || path === undefined) return undefined;
    const name = segment.name === undefined ? undefined : this.#map.names[segment.name];
    return { path, line: segment.line + 1, column: segment.column + 1, ...(name === undefined ? {} : { name }) };
  }

  /** True if the map knows names at all; minifiers write them, transpilers rarely. */
  get hasNames(): boolean {
    return this.#map.names.length > 0;
  }

  /** The source's name of the identifier that begins exactly here. */
  nameAt({ lineNumber, columnNumber }: GeneratedPosition): string | undefined {
    const segment = this.#segments().at(lineNumber, columnNumber);
    if (segment?.name === undefined || segment.generatedColumn !== columnNumber) return undefined;
    return this.#map.names[segment.name];
  }

  /**
   * The places in the generated code at which a source line begins: several where a compiler copied it. Empty when the line
   * has no code.
   *
   * @param line 1-based.
   * @param column 1-based; left out, the first mapped column of the line.
   */
  generatedOf(path: string, line: number, column = 1): GeneratedPosition[] {
    const found = this.#indexesOf(path).flatMap((source) => this.#segments().startsOf(source, line - 1));
    const from = found.filter(({ originalColumn }) => originalColumn >= column - 1);
    const first = Math.min(...from.map(({ originalColumn }) => originalColumn));
    return from
      .filter(({ originalColumn }) => originalColumn === first)
      .map(({ lineNumber, columnNumber }) => ({ lineNumber, columnNumber }));
  }

  /** The first line from this one on that has code; undefined when there is none nearby. 1-based. */
  mappedLineFrom(path: string, line: number): number | undefined {
    const mapped = this.#segments().firstLineFrom(this.#indexesOf(path), line - 1, line - 1 + MAX_SLIDE_LINES);
    return mapped === undefined ? undefined : mapped + 1;
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
}

/** Mappings without a segment: what tools write that have nothing to say of a file. */
const BLANK = /^[^A-Za-z0-9+/]*$/;

/** True if a map leads from nowhere to nowhere. */
function isBlank(map: TraceMap, mappings: string | undefined): boolean {
  if (map.resolvedSources.length === 0) return true;
  return mappings === undefined ? decodedMappings(map).every((line) => line.length === 0) : BLANK.test(mappings);
}

/** Invalid mappings are ignored: the script is then debugged as it is, as V8 does. */
function decoded(mappings: string): Segments {
  try {
    return Segments.decode(mappings);
  } catch {
    return Segments.of([]);
  }
}
