import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceMapUrlIn } from '../../sourcemap/read-map.ts';
import type { SourceMap } from '../../sourcemap/source-map.ts';
import { loadSourceMap } from './script-maps.ts';

/** A file on disk that was made from sources, and its map. */
export interface GeneratedFile {
  /** Absolute. */
  readonly path: string;
  readonly map: SourceMap;
}

/** Bounds of the search: it must not delay a start by seconds, whatever the folder holds. */
const MAX_FILES = 5_000;
const MAX_BYTES = 200_000_000;
const SCRIPT_EXTENSIONS = new Set(['.js', '.mjs', '.cjs']);

/**
 * The generated files below a folder that contain code of a source: breakpoints set in them before the program starts are in
 * place when they are loaded. Dependencies and hidden folders are left out.
 */
export function findGeneratedFiles(root: string, source: string): GeneratedFile[] {
  return generatedFilesBelow(root).filter(({ map }) => map.sources.includes(source));
}

function generatedFilesBelow(root: string): GeneratedFile[] {
  const found: GeneratedFile[] = [];
  let files = 0;
  let bytes = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(path);
      if (!entry.isFile() || !SCRIPT_EXTENSIONS.has(extname(entry.name))) continue;
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (++files > MAX_FILES || bytes > MAX_BYTES) return found;
      const map = mapOfFile(path, root);
      if (map) found.push({ path, map });
    }
  }
  return found;
}

function mapOfFile(path: string, root: string): SourceMap | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Removed meanwhile, or not readable: the program cannot load it either.
    return undefined;
  }
  const sourceMapUrl = sourceMapUrlIn(text);
  return sourceMapUrl === undefined ? undefined : loadSourceMap({ url: pathToFileURL(path).href, sourceMapUrl }, root);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that cannot be read holds nothing that the program could load.
    return [];
  }
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
