import { basename, dirname } from 'node:path';
import { readWhole, statOf } from '../files/read-file.ts';

/** The file that was read last: breakpoints come by the hundred, and file by file. */
let counted: { readonly stamp: string; readonly lines: number } | undefined;

/**
 * Why a breakpoint in this file can never be hit: no such file, not a file, a line past its end. Undefined when nothing
 * speaks against it.
 *
 * @param line 1-based.
 * @param hasArchives Code may come from archives: what a path names below a file is not looked for.
 */
export function sourceProblem(path: string, line: number, hasArchives = false): string | undefined {
  if (path.includes('\0')) return `${path} has a NUL character in its name`;
  const stats = statOf(path);
  if (!stats) return hasArchives && isBelowFile(path) ? undefined : `there is no file ${path}`;
  if (!stats.isFile()) return `${path} is not a file`;
  const stamp = `${path} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
  if (counted?.stamp !== stamp) {
    const read = readWhole(path);
    if (read.kind === 'refused') return `${path} cannot be read: ${read.why}`;
    counted = { stamp, lines: countLines(read.bytes) };
  }
  const { lines } = counted;
  if (line <= lines) return undefined;
  return `line ${line} is past the end of ${basename(path)} (${lines} line${lines === 1 ? '' : 's'})`;
}

function isBelowFile(path: string): boolean {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const stats = statOf(above);
    if (stats) return stats.isFile();
  }
  return false;
}

function countLines(text: Buffer): number {
  const NEWLINE = 10;
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  // A last line without its newline is a line, too.
  return text.length > 0 && text[text.length - 1] !== NEWLINE ? count + 1 : count;
}
