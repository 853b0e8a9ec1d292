import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderEntries } from '../../../files/folder-entries.ts';
import { readPart, readText, statOf } from '../../../files/read-file.ts';
import { sourceMapUrlIn } from '../../../sourcemap/read-map.ts';
import type { SourceMap } from '../../../sourcemap/source-map.ts';
import { mapBeside } from './map-beside.ts';
import { ScriptMap } from './script-maps.ts';

/** A file on disk that was made from sources, and its map. */
export interface GeneratedFile {
  /** Absolute. */
  readonly path: string;
  readonly map: SourceMap;
  /** Modification time of the file when its map was read. */
  readonly savedAtMs: number;
}

interface KnownMap {
  readonly savedAtMs: number;
  readonly map: ScriptMap | undefined;
}

/** Bounds of the search: it must not delay a start by seconds, whatever the folder holds. */
const MAX_FILES = 5_000;
const MAX_BYTES = 200_000_000;
const END_BYTES = 1_000;
const SCRIPT_EXTENSIONS = new Set(['.js', '.mjs', '.cjs']);

/**
 * The generated files below a folder: breakpoints set in them before the program starts are in place when they are loaded.
 * Dependencies and hidden folders are left out. Nothing is read before the first question.
 */
export class GeneratedFiles {
  readonly #root: string;
  #paths: readonly string[] | undefined;
  readonly #maps = new Map<string, KnownMap>();

  /** @param root Absolute. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * The files that contain code of a source.
   *
   * @param likely Absolute path of the file that is most likely the only one. If it is one, no other is looked for: to read
   *   thousands of them for nothing would delay the start.
   */
  from(source: string, likely?: string): GeneratedFile[] {
    const found = likely === undefined ? [] : this.#among([likely], source);
    if (found.length > 0) return found;
    this.#paths ??= scriptsBelow(this.#root);
    return this.#among(this.#paths, source);
  }

  #among(paths: readonly string[], source: string): GeneratedFile[] {
    return paths.flatMap((path) => {
      const { map, savedAtMs } = this.#mapOf(path);
      const decoded = map?.isFrom(source) ? map.decoded : undefined;
      return decoded ? [{ path, map: decoded, savedAtMs }] : [];
    });
  }

  #mapOf(path: string): KnownMap {
    const known = this.#maps.get(path) ?? this.#read(path);
    this.#maps.set(path, known);
    return known;
  }

  #read(path: string): KnownMap {
    return { savedAtMs: savedAtMsOf(path), map: mapOfFile(path, this.#root) };
  }
}

function scriptsBelow(root: string): string[] {
  const found: string[] = [];
  let bytes = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of folderEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(path);
      if (!entry.isFile() || !SCRIPT_EXTENSIONS.has(extname(entry.name))) continue;
      bytes += statOf(path)?.size ?? 0;
      if (found.length >= MAX_FILES || bytes > MAX_BYTES) return found;
      found.push(path);
    }
  }
  return found;
}

/** True if a file has been compiled again since its map was read, or is gone. */
export function isRecompiled({ path, savedAtMs }: GeneratedFile): boolean {
  return savedAtMsOf(path) !== savedAtMs;
}

/** True if a source was saved after the file that was made of it: if it is not compiled again, that has other lines. */
export function isOutdated({ path }: GeneratedFile, source: string): boolean {
  return savedAtMsOf(source) > savedAtMsOf(path);
}

function savedAtMsOf(path: string): number {
  return statOf(path)?.mtimeMs ?? 0;
}

/** Compilers write the place of the map at the end, and a bundle may have megabytes before it. */
function mapOfFile(path: string, root: string): ScriptMap | undefined {
  const end = readPart(path, 'end', END_BYTES)?.toString('utf8') ?? '';
  const sourceMapUrl = sourceMapUrlIn(end) ?? sourceMapUrlIn(readText(path) ?? '') ?? mapBeside(path);
  return sourceMapUrl === undefined ? undefined : new ScriptMap({ url: pathToFileURL(path).href, sourceMapUrl }, root);
}

/** The folder of the project that a file belongs to: the nearest one above it with a package.json, else the nearest that exists. */
export function folderAbove(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, 'package.json'))) return above;
  }
  return folder;
}
