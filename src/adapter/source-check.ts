import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { archivedText } from '../files/archive-text.ts';
import { fileAbove, readWhole, statOf } from '../files/read-file.ts';

/** The file that was read last: breakpoints come by the hundred, and file by file. */
let counted: { readonly stamp: string; readonly lines: number } | undefined;

/**
 * The reason why a breakpoint in this file can never be hit: no such file, not a file, a line past its end. Undefined if nothing
 * speaks against it.
 *
 * @param line 1-based.
 * @param hasArchives Code may come from archives: a path below a file is looked for in that.
 */
export function sourceProblem(path: string, line: number, hasArchives = false): string | undefined {
  if (path.includes('\0')) return `${path} has a NUL character in its name`;
  const stats = statOf(path);
  if (!stats) return hasArchives ? archiveProblem(path, line) : `there is no file ${path}`;
  if (!stats.isFile()) return `${path} is not a file`;
  const stamp = stampOf(path, stats);
  if (counted?.stamp !== stamp) {
    const read = readWhole(path);
    if (read.kind === 'refused') return `${path} cannot be read: ${read.why}`;
    counted = { stamp, lines: countLines(read.bytes) };
  }
  return endProblem(path, line, counted.lines);
}

function archiveProblem(path: string, line: number): string | undefined {
  const archive = fileAbove(path);
  const stats = archive === undefined ? undefined : statOf(archive);
  if (archive === undefined || !stats) return `there is no file ${path}`;
  const stamp = stampOf(path, stats);
  if (counted?.stamp !== stamp) {
    const found = archivedText(archive, path);
    if (found.kind === 'absent') return `there is no file ${found.inside} in ${archive}`;
    // What else it may be, only the program knows.
    if (found.kind === 'unreadable') return undefined;
    counted = { stamp, lines: countLines(Buffer.from(found.text)) };
  }
  return endProblem(path, line, counted.lines);
}

function stampOf(path: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${path} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function endProblem(path: string, line: number, lines: number): string | undefined {
  if (line <= lines) return undefined;
  return `line ${line} is past the end of ${basename(path)} (${lines} line${lines === 1 ? '' : 's'})`;
}

function countLines(text: Buffer): number {
  const NEWLINE = 10;
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  // A last line without its newline is a line, too.
  return text.length > 0 && text[text.length - 1] !== NEWLINE ? count + 1 : count;
}
