import fs from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const { existsSync, readFileSync } = fs;

/** A place in the source as it was written. */
export interface WrittenPlace {
  readonly path: string;
  readonly line: number;
  readonly name?: string;
}

/**
 * Leads from a text that runs to what was written: by its source map where it has one, else to itself. So does a map whose sources
 * are not there: a package that ships the map alone is read and shown as what runs.
 */
export class WrittenPlaces {
  readonly #path: string;
  readonly #map: TraceMap | undefined;

  constructor(path: string, source: string) {
    this.#path = path;
    this.#map = mapOf(path, source);
  }

  /** True if the name of one of the written files ends so. */
  mayHold(base: string): boolean {
    if (this.#path.endsWith(base)) return true;
    return this.#map?.sources.some((each) => each?.endsWith(base)) ?? false;
  }

  /** True if the code there was written, not added by a compiler. */
  isWritten(line: number, column: number): boolean {
    return this.#map === undefined || originalPositionFor(this.#map, { line, column }).source !== null;
  }

  /** `line` is 1-based, `column` 0-based. */
  at(line: number, column: number): WrittenPlace {
    if (this.#map === undefined) return { path: this.#path, line };
    const found = originalPositionFor(this.#map, { line, column });
    if (found.source === null || found.line === null) return { path: this.#path, line };
    const path = pathOf(this.#path, found.source);
    return found.name === null ? { path, line: found.line } : { path, line: found.line, name: found.name };
  }
}

/** The path of a source that the map of a text names. */
function pathOf(path: string, source: string): string {
  if (source.startsWith('file:')) return fileURLToPath(source);
  return isAbsolute(source) ? source : join(dirname(path), source);
}

function mapOf(path: string, source: string): TraceMap | undefined {
  const at = source.lastIndexOf('//# sourceMappingURL=');
  if (at < 0) return undefined;
  const url = source.slice(at + 21).match(/^[^\s'"`]+/)?.[0];
  if (url === undefined) return undefined;
  try {
    const map = new TraceMap(mapText(path, url), `file://${path}`);
    return map.resolvedSources.some((each) => existsSync(pathOf(path, each))) ? map : undefined;
  } catch {
    // A map that is missing or broken: the text is its own source.
    return undefined;
  }
}

function mapText(path: string, url: string): string {
  if (!url.startsWith('data:')) return readFileSync(join(dirname(path), decodeURIComponent(url)), 'utf8');
  const comma = url.indexOf(',');
  const data = url.slice(comma + 1);
  return url.slice(0, comma).endsWith(';base64') ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data);
}
