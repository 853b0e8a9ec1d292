import { extname, join } from 'node:path';
import { folderEntries } from '../../../files/folder-entries.ts';
import { functionsIn, readSource } from '../source/source-structure.ts';
import type { PredictedFunction } from './function-breakpoints.ts';
import { isNamed } from './function-breakpoints.ts';

/** Files looked at before a search gives up: a search must not delay a start by seconds. */
const MAX_FILES = 3_000;
const SOURCE_EXTENSIONS = new Set(['.js', '.mjs', '.cjs']);

/**
 * Looks for functions of a name in the sources below a folder, so that breakpoints on them are in place before the program
 * loads anything. Dependencies and hidden folders are left out.
 */
export function findFunctions(folder: string, name: string): PredictedFunction[] {
  const bareName = name.split('.').at(-1) ?? name;
  const found: PredictedFunction[] = [];
  let files = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && files < MAX_FILES; next = folders.pop()) {
    for (const entry of folderEntries(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(path);
      if (!entry.isFile() || !SOURCE_EXTENSIONS.has(extname(entry.name)) || ++files > MAX_FILES) continue;
      const source = readSource(path);
      // Most files do not mention the name at all, and need no parsing.
      if (!source?.includes(bareName)) continue;
      for (const { name: each, body, startLine, endLine } of functionsIn(source)) {
        if (isNamed(each, name)) found.push({ path, ...body, startLine, endLine });
      }
    }
  }
  return found;
}
