import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitCommandLine } from '../adapter/commands/command-line.ts';
import { statOf } from '../files/read-file.ts';

/**
 * The path that a caller means: a `file:` URL is the file that it names, `~/` the folder of the user, as a shell takes them. Any other
 * text is returned as it is.
 */
export function meantPath(text: string): string {
  if (text === '~' || text.startsWith('~/')) return join(homedir(), text.slice(1));
  return pathOfUrl(text) ?? text;
}

/**
 * The program that a caller means: a file that has quotes or blanks around its name is that file. Anything else is as {@link meantPath} has it.
 *
 * @param folder Absolute; where it is looked for.
 */
export function meantProgram(text: string, folder: string): string {
  const path = meantPath(text);
  const [word, ...others] = splitCommandLine(path);
  const isWord = word !== undefined && others.length === 0 && word !== path;
  return isWord && statOf(resolve(folder, word))?.isFile() && !statOf(resolve(folder, path)) ? word : path;
}

/** The path that a `file:` URL names; undefined for any other text, and for a URL that names a file of another machine. */
export function pathOfUrl(text: string): string | undefined {
  if (!text.startsWith('file:')) return undefined;
  // Behind a file's URL a caller writes a line, as behind its path.
  const [, url = text, place = ''] = /^(.*?)((?::\d+){0,2})$/s.exec(text) ?? [];
  try {
    return fileURLToPath(url) + place;
  } catch {
    return undefined;
  }
}
