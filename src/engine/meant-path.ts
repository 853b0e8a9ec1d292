import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path that a caller means: a `file:` URL is the file that it names, `~/` the folder of the user, as a shell takes them. Any other
 * text is returned as it is.
 */
export function meantPath(text: string): string {
  if (text === '~' || text.startsWith('~/')) return join(homedir(), text.slice(1));
  return pathOfUrl(text) ?? text;
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
