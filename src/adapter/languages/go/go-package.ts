import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readText } from '../../../files/read-file.ts';

/** The Go files of a folder by their names, without tests. */
export function goFilesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
  } catch {
    return [];
  }
}

/**
 * The build target of a file of package main: its package, as programs have many files; or the file alone if it stands beside
 * others of its kind, each a program, or is left out of the package.
 *
 * @param path Absolute.
 */
export function packageTarget(path: string): readonly string[] {
  const alone = [basename(path)];
  const own = readText(path) ?? '';
  if (/^\/\/(go:build|\s*\+build)\s.*\bignore\b/m.test(own)) return alone;
  const folder = dirname(path);
  const others = goFilesOf(folder).filter((name) => name !== basename(path));
  const texts = others.map((name) => readText(join(folder, name)) ?? '');
  const isPlain = (text: string) => !/^\/\/(go:build|\s*\+build)\s/m.test(text);
  if (hasMain(own) && texts.some((text) => hasMain(text) && isPlain(text))) return alone;
  if (hasModule(folder)) return ['.'];
  // Without a module there are no packages, and files are built by their names.
  return [...alone, ...others.filter((_, index) => isMainPackage(texts[index] ?? '') && isPlain(texts[index] ?? ''))];
}

/** True if a file, or one of a folder, is of a program and not of a library. */
export function isMainPackage(text: string): boolean {
  return /^[ \t]*package\s+main\b/m.test(text);
}

function hasModule(folder: string): boolean {
  if (existsSync(join(folder, 'go.mod'))) return true;
  const above = dirname(folder);
  return above !== folder && hasModule(above);
}

function hasMain(text: string): boolean {
  return /^func\s+main\s*\(/m.test(text) && isMainPackage(text);
}
