import { dirname, extname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SourcePlaces } from '../../../files/source-places.ts';
import { sourceMapUrlIn } from '../../../sourcemap/read-map.ts';
import type { SourceMap } from '../../../sourcemap/source-map.ts';
import { readSource } from '../source/source-structure.ts';
import { folderAbove, type GeneratedFile, GeneratedFiles, isOutdated, isRecompiled } from './generated-files.ts';
import { mapBeside } from './map-beside.ts';
import { type OutputFolders, outputFoldersIn, stampOf } from './output-folders.ts';
import { ScriptMap } from './script-maps.ts';

/**
 * The treatment of files as they are loaded. `all`: anything may be compiled. `sources`: files that are not JavaScript are
 * compiled, by whatever is at work there. `nothing`: the host itself takes types out, and leaves each character at its place.
 */
export type CompiledFiles = 'all' | 'sources' | 'nothing';

/** The adapter's knowledge of a program's files before the program runs. */
export interface ProgramFiles {
  /** Folder of the program, absolute. */
  readonly root: string;
  /** The folders of the program's sources. */
  readonly places: SourcePlaces;
  /** True if a file may be compiled as it is loaded. */
  isTransformed(path: string): boolean;
  /** Files on disk that were compiled from a file. */
  generatedFrom(path: string): readonly GeneratedFile[];
  /**
   * Folders into which a file may be compiled while the program runs; empty for JavaScript, and where a compiled file was there before
   * that is not older than it.
   */
  outputFoldersOf(path: string): readonly OutputFolders[];
}

/**
 * The files of a program that is started in a folder.
 *
 * @param main The script that is run, where it is known. JavaScript is looked for in generated files only when this one is generated.
 * @param compiled What may be compiled as it is loaded: all by a test runner, nothing by a plain `node`.
 */
export function programFiles(root: string, compiled: CompiledFiles, main?: string): ProgramFiles {
  const folders = new Map<string, GeneratedFiles>();
  const filesBelow = (folder: string) => {
    const files = folders.get(folder) ?? new GeneratedFiles(folder);
    folders.set(folder, files);
    return files;
  };
  const outputs = new Map<string, OutputFolders>();
  const outputsOf = (path: string) =>
    [...new Set([root, folderAbove(path)])].map((folder) => {
      const known = outputs.get(folder) ?? outputFoldersIn(folder);
      outputs.set(folder, known);
      return known;
    });
  const generated = new Map<string, Search>();
  // Read once, and only if a breakpoint asks.
  let mapOfMain: { readonly map: SourceMap | undefined } | undefined;
  const generatedFrom = (path: string): readonly GeneratedFile[] => {
    mapOfMain ??= { map: main === undefined ? undefined : mapOf(main, root) };
    const { map } = mapOfMain;
    if (isJavaScript(path) && !map) return [];
    const known = generated.get(path);
    if (known && isCurrent(known, path, outputsOf(path))) return known.found;
    if (known) folders.clear();
    const likely = map && main !== undefined ? outputBeside(main, map.sources, path) : undefined;
    const here = filesBelow(root).from(path, likely);
    // A program may be started from anywhere; what was compiled from a file lies in its project.
    const found = here.length > 0 ? here : filesBelow(folderAbove(path)).from(path);
    generated.set(path, { found, atMs: Date.now(), stamp: stampOf(path, outputsOf(path)) });
    return found;
  };
  return {
    root,
    places: new SourcePlaces([root, ...(main === undefined ? [] : [dirname(main)])]),
    isTransformed: (path) => compiled === 'all' || !(isJavaScript(path) || (compiled === 'nothing' && hasTypes(path))),
    outputFoldersOf: (path) =>
      isJavaScript(path) || generatedFrom(path).some((file) => !isOutdated(file, path)) ? [] : outputsOf(path),
    generatedFrom,
  };
}

/** The result of a search on disk, and its time. */
interface Search {
  readonly found: readonly GeneratedFile[];
  readonly stamp: string;
  atMs: number;
}

/** All breakpoints of a file ask at once. The next process of a command may start 30 ms after the one that compiled for it. */
const MAX_AGE_MS = 5;

/** True if nothing has been compiled since: while the program runs, or by a command that does so before it starts one. */
function isCurrent(search: Search, source: string, outputs: readonly OutputFolders[]): boolean {
  const now = Date.now();
  if (now - search.atMs < MAX_AGE_MS) return true;
  const { found, stamp } = search;
  search.atMs = now;
  return !found.some(isRecompiled) && stamp === stampOf(source, outputs);
}

/**
 * The output of a source in a program that is compiled file by file: the output lies to the main script as the source lies to
 * that of the main script.
 */
function outputBeside(main: string, sourcesOfMain: readonly string[], source: string): string | undefined {
  const [sourceOfMain, ...others] = sourcesOfMain;
  if (sourceOfMain === undefined || others.length > 0) return undefined;
  const way = relative(dirname(sourceOfMain), source.slice(0, source.length - extname(source).length));
  return resolve(dirname(main), `${way}${extname(main)}`);
}

function isJavaScript(path: string): boolean {
  return ['.js', '.mjs', '.cjs'].includes(extname(path));
}

/** TypeScript that Node runs by itself. */
function hasTypes(path: string): boolean {
  return ['.ts', '.mts', '.cts'].includes(extname(path));
}

function mapOf(path: string, root: string): SourceMap | undefined {
  const sourceMapUrl = sourceMapUrlIn(readSource(path) ?? '') ?? mapBeside(path);
  if (sourceMapUrl === undefined) return undefined;
  return new ScriptMap({ url: pathToFileURL(path).href, sourceMapUrl }, root).decoded;
}
