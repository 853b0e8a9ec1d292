import { dirname, resolve } from 'node:path';
import { isInterpreter, kindOf } from '../launch-files.ts';
import { pathOfUrl } from '../meant-path.ts';

/** Separators of paths from each other, and from the text around them, in a word, a list or a line of code. */
const SEPARATORS = /[\s=:,;'"`()|<>&]+/;
/** `-Isrc`, `-C/elsewhere` */
const GLUED = /^-\w(.+)$/s;
/** The beginning of a pattern for names of files. */
const PATTERN = /[*?[{]/;

/** Decodes a text as Node reads its options, and as URLs are read: `"/el\\sewhere/x.js"`, `file:///%65lsewhere`. */
function asRead(text: string): string {
  const plain = text.replace(/[\\\t\r\n]/g, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/**
 * The paths that a text may lead to, absolute: the text itself and its parts, each where something is there, or could be made or found
 * under a longer name. Interpreters and devices are none.
 *
 * @param cwd The folder that relative ones start from, absolute.
 */
export function namedPaths(text: string, cwd: string): string[] {
  const read = asRead(text);
  return read === text ? pathsIn(text, cwd) : [...new Set([...pathsIn(text, cwd), ...pathsIn(read, cwd)])];
}

function pathsIn(text: string, cwd: string): string[] {
  const parts = text.split(SEPARATORS).filter((part) => part !== '' && part !== '/');
  const glued = parts.flatMap((part) => GLUED.exec(part)?.[1] ?? []);
  const value = text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text;
  const meant = [value, pathOfUrl(value) ?? '', ...parts, ...glued].filter((each) => each !== '');
  return [...new Set(meant.map((each) => resolve(cwd, withoutPattern(each))))].filter(leadsSomewhere);
}

function withoutPattern(path: string): string {
  const at = path.search(PATTERN);
  return at < 0 ? path : path.slice(0, path.lastIndexOf('/', at) + 1) || '.';
}

/** A name without its ending is that of a module; one that is not there yet may be that of a file to write. */
function leadsSomewhere(path: string): boolean {
  const kind = kindOf(path);
  if (kind === 'missing') return dirname(path) !== '/' && kindOf(dirname(path)) === 'directory';
  return kind === 'directory' || (kind === 'file' && !isInterpreter(path));
}
