import { join } from 'node:path';
import { folderEntries } from '../../files/folder-entries.ts';
import { readText } from '../../files/read-file.ts';
import { isCalledSource } from '../../files/source-places.ts';
import { lineAt } from '../../files/text-lines.ts';
import type { WrittenFunction } from '../../model/trace/trace-report.ts';

/** Folders that hold no sources of a project, and how much of the others is looked through. */
const SKIPPED = new Set(['node_modules', 'site-packages', 'dist-packages', '__pycache__', 'venv', 'dist', 'build']);
const MAX_FILES = 1_000;
const MAX_FOLDERS = 1_000;
const MAX_FILE_BYTES = 500_000;
const MAX_NEAR = 4;
/** Words that stand in the place of a function's name without being a name. */
const WORDS = new Set('if for while switch catch return with function constructor else do new await typeof'.split(' '));
const DEFINITIONS =
  /(?:\bfunction\b[\s*]*|\bdef\s+)([\w$]+)\s*\(|(?<![\w$#])([\w$#]+)\s*[=:]\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)|^[ \t]*(?:(?:static|async|get|set|public|private|protected)\s+)*([\w$#]+)\s*\([^()]*\)[^;{}()]*\{/gm;

interface NearOptions {
  /** Absolute. */
  readonly folders: readonly string[];
  /** The file or the command that was run. */
  readonly program: string;
}

/** Functions in the files below some folders whose names are most like one that was not found, the nearest first. */
export function nearFunctions(name: string, { folders, program }: NearOptions): WrittenFunction[] {
  const wanted = lastPart(name);
  const found: { readonly written: WrittenFunction; readonly distance: number }[] = [];
  const isPython = /\.pyw?$/.test(program);
  for (const path of sourcesBelow(folders)) {
    // A program of one language does not call functions of the other.
    if (isCalledSource(program) && /\.pyw?$/.test(path) !== isPython) continue;
    for (const written of functionsIn(path)) {
      const distance = distanceOf(wanted, written.name);
      if (distance <= Math.max(1, wanted.length / 3)) found.push({ written, distance });
    }
  }
  const nearest = found.sort((a, b) => a.distance - b.distance).map(({ written }) => written);
  return nearest.slice(0, MAX_NEAR);
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function sourcesBelow(roots: readonly string[]): string[] {
  const files: string[] = [];
  const folders = [...roots];
  for (let at = 0; at < folders.length && at < MAX_FOLDERS && files.length < MAX_FILES; at++) {
    const folder = folders[at] ?? '';
    for (const entry of folderEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.')) folders.push(path);
      else if (entry.isFile() && isCalledSource(path)) files.push(path);
    }
  }
  return [...new Set(files)].slice(0, MAX_FILES);
}

function functionsIn(path: string): WrittenFunction[] {
  const text = readText(path, MAX_FILE_BYTES) ?? '';
  return [...text.matchAll(DEFINITIONS)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    if (name === '' || WORDS.has(name)) return [];
    const line = lineAt(text, match.index + match[0].indexOf(name), path);
    return [{ name, path, line }];
  });
}

/** Changes of one letter, or swaps of two, from one name to the other; one that is part of the other is near. */
function distanceOf(wanted: string, name: string): number {
  const [a, b] = [wanted.toLowerCase(), name.toLowerCase()];
  if (a === b) return wanted === name ? 0 : 0.5;
  if (a.length > 2 && b.length > 2 && (b.includes(a) || a.includes(b))) return 1;
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
