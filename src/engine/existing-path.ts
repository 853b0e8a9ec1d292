import { basename, join, relative, resolve } from 'node:path';
import { folderEntries } from '../files/folder-entries.ts';
import { statOf } from '../files/read-file.ts';
import { DebugError } from '../model/debug-error.ts';

/** Folders that hold nobody's own sources, and how many others are looked through. */
const SKIPPED = new Set(['node_modules', 'site-packages', '__pycache__', 'venv']);
const MAX_FOLDERS = 2_000;
const MAX_OFFERED = 3;

/** Where a caller's name for a file may lead. */
interface NamedFile {
  readonly path: string;
  /** Absolute; the folder that it is relative to. */
  readonly cwd: string;
  /** Absolute; the server's own folder, where it is looked for if `cwd` has none. */
  readonly serverCwd: string;
}

/**
 * A file that a caller names, as an absolute path. One that is nowhere may be a source that only a map knows, unless there are
 * files of its name.
 *
 * @throws DebugError `source_not_found`, naming the nearest of those
 */
export function existingPath({ path, cwd, serverCwd }: NamedFile): string {
  const inFolder = resolve(cwd, path);
  if (statOf(inFolder)) return inFolder;
  const inServer = resolve(serverCwd, path);
  if (statOf(inServer)) return inServer;
  const near = filesNamed(basename(path), cwd).map((file) => relative(cwd, file));
  if (near.length === 0) return inFolder;
  throw new DebugError('source_not_found', `There is no file "${path}" in ${cwd}.`, {
    advice: `Files of that name: ${near.join(', ')}.`,
    details: { path: inFolder },
  });
}

/** The first few files of a name below a folder, those of the fewest folders deep first. */
function filesNamed(name: string, root: string): string[] {
  const found: string[] = [];
  const folders = [root];
  for (let at = 0; at < folders.length && at < MAX_FOLDERS && found.length < MAX_OFFERED; at++) {
    const folder = folders[at] ?? root;
    for (const entry of folderEntries(folder)) {
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.')) {
        folders.push(join(folder, entry.name));
      } else if (entry.isFile() && entry.name === name) found.push(join(folder, entry.name));
    }
  }
  return found.slice(0, MAX_OFFERED);
}
