import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, extname, join, relative, sep } from 'node:path';

/** Entries that mark the topmost folder of a project, or the folder of one of its packages. */
const PROJECT_FILES = ['package.json', 'pnpm-workspace.yaml', '.git', 'pyproject.toml', 'go.mod', 'Cargo.toml'];
/** Paths of installed packages, wherever they lie. */
const INSTALLED = /[\\/]node_modules[\\/]/;
/** Extensions that only the text of a program has. */
const SOURCE_EXTENSION =
  /^\.(([cm]?[jt]sx?|vue|svelte|astro)|(py[wix]?|rb|php|pl|lua)|(go|rs|swift|zig|nim|d|dart)|([ch](c|pp|xx|h)?|hh|mm?|s|asm)|(java|kts?|scala|groovy|clj)|(cs|fs|vb)|(exs?|erl|hs|ml|jl|r))$/i;

/**
 * The folders in which the sources of a program lie. Names of sources come from the program (a source map, a `sourceURL` comment),
 * which may write `/etc/passwd` there: a file outside of these folders is not shown as its source.
 */
export class SourcePlaces {
  readonly #given: readonly string[];
  #folders: readonly string[] | undefined;

  /** @param folders Where the program was started, and where its main file lies; absolute. */
  constructor(folders: readonly string[]) {
    this.#given = folders;
  }

  /** True if a file lies in one of them, its symbolic links followed. */
  has(path: string): boolean {
    const real = realPathOf(path);
    if (INSTALLED.test(real)) return true;
    // Looked for at the first question: a start does not need them.
    this.#folders ??= workspacesOf(this.#given);
    return this.#folders.some((folder) => isInside(folder, real));
  }
}

/**
 * True if a source may belong to what was compiled from it: it lies in the same project or, where nothing says that there is one,
 * beside it (`src/` beside `dist/`) and is called like a source.
 */
export function isBeside(source: string, compiled: string): boolean {
  const [real, folder] = [realPathOf(source), dirname(realPathOf(compiled))];
  const project = projectOf(folder);
  if (project !== undefined) return isInside(project, real);
  return isCalledSource(real) && mayBeProject(dirname(folder)) && isInside(dirname(folder), real);
}

/** True if a file is a source by its ending, its symbolic links followed. */
export function isCalledSource(path: string): boolean {
  return SOURCE_EXTENSION.test(extname(realPathOf(path)));
}

/** A server that was started in `/` says nothing about where programs lie. */
function workspacesOf(folders: readonly string[]): string[] {
  const real = folders.map(realPathOf).filter((folder) => folder !== dirname(folder));
  return [...new Set(real.map(workspaceOf))];
}

/** The outermost project around a folder; the folder itself where there is none. */
function workspaceOf(folder: string): string {
  let found = folder;
  for (let above = folder; mayBeProject(above); above = dirname(above)) if (isProject(above)) found = above;
  return found;
}

function projectOf(folder: string): string | undefined {
  for (let above = folder; mayBeProject(above); above = dirname(above)) if (isProject(above)) return above;
  return undefined;
}

/** Folders that all users share are no project, whatever lies in them. */
function mayBeProject(folder: string): boolean {
  return folder !== dirname(folder) && folder !== realPathOf(homedir()) && folder !== realPathOf(tmpdir());
}

function isProject(folder: string): boolean {
  return PROJECT_FILES.some((name) => existsSync(join(folder, name)));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** With symbolic links resolved; as it is where there is nothing. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
