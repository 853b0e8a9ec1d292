import { extname, join } from 'node:path';
import { folderEntries } from '../../../files/folder-entries.ts';
import { functionsIn, readSource } from '../source/source-structure.ts';
import { type FoundFunctions, type FunctionInFile, isNamed } from './function-places.ts';

/** Files looked at before a search gives up: a search must not delay a start by seconds. */
const MAX_FILES = 3_000;
/** The most files that mention a name: each stops at its start, once, to be looked through. */
const MAX_MENTIONS = 100;
const SOURCE_EXTENSIONS = new Set(['.js', '.mjs', '.cjs']);
/** Extensions of files that are compiled to those, perhaps as they are loaded. */
const COMPILED_EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.jsx']);

/**
 * Looks for functions of a name in the sources below a folder, so that breakpoints on them are in place before the program
 * loads anything. Dependencies and hidden folders are left out.
 */
export function findFunctions(folder: string, name: string): FoundFunctions {
  const bareName = name.split('.').at(-1) ?? name;
  const found: FunctionInFile[] = [];
  const mentions: string[] = [];
  let files = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && files < MAX_FILES; next = folders.pop()) {
    for (const entry of folderEntries(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(path);
      const isCompiled = COMPILED_EXTENSIONS.has(extname(entry.name));
      if (!entry.isFile() || !(isCompiled || SOURCE_EXTENSIONS.has(extname(entry.name))) || ++files > MAX_FILES)
        continue;
      const source = readSource(path);
      // Most files do not mention the name at all, and need no parsing.
      if (!source?.includes(bareName)) continue;
      if (isCompiled) mentions.push(path);
      else for (const each of functionsIn(source)) if (isNamed(each.name, name)) found.push({ path, ...each });
    }
  }
  return { functions: found, mentions: mentions.slice(0, MAX_MENTIONS) };
}
