import { basename, dirname, join, parse } from 'node:path';
import { folderEntries } from './folder-entries.ts';

/** Folders that hold no sources of a project, and how many others are looked through. */
const SKIPPED = new Set(['node_modules', 'site-packages', '__pycache__', 'venv']);
const MAX_FOLDERS = 2_000;
const MAX_OFFERED = 3;

/**
 * The files that a caller may mean by the path of one that is not there, absolute, at most three: those that lie beside it and differ
 * in capital letters or in an extension that was left out, then those of its name below a folder.
 *
 * @param path Absolute.
 * @param root Absolute; the folder that is looked through.
 */
export function similarFiles(path: string, root: string): string[] {
  const beside = folderEntries(dirname(path)).filter((entry) => entry.isFile() && isMeant(entry.name, basename(path)));
  const near = beside.map(({ name }) => join(dirname(path), name));
  return [...new Set([...near, ...filesNamed(basename(path), root)])].slice(0, MAX_OFFERED);
}

function isMeant(name: string, written: string): boolean {
  const [has, wants] = [name.toLowerCase(), written.toLowerCase()];
  return has === wants || parse(has).name === wants;
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
