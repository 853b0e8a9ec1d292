/** The rules of the documents as functions over their text, so that a test can show each of them able to fail. */
import { posix } from 'node:path';
import type { SourceFile } from './source-rules.ts';

/** In bytes: a document of this kind is read in five minutes, or not at all. */
const MAX_BYTES: Readonly<Record<string, number>> = { 'README.md': 9_000, 'ARCHITECTURE.md': 10_000 };

/** The content of the repository, as documents may name it. */
export interface Contents {
  /** Paths from the repository's root, with `/`: files and the folders that they lie in. */
  readonly paths: ReadonlySet<string>;
  /** Names of files without their folders. */
  readonly names: ReadonlySet<string>;
}

/** @param files Paths from the repository's root, with `/`. */
export function contentsOf(files: readonly string[]): Contents {
  return {
    paths: new Set([...files, ...files.flatMap(foldersAbove)]),
    names: new Set(files.map((path) => posix.basename(path))),
  };
}

/**
 * Files that a document names and that are not there: a path in backquotes, from the repository's root, from `src/` or from the
 * folder of the document, or the bare name of a file that lies anywhere.
 */
export function pathProblems(document: SourceFile, { paths, names }: Contents): string[] {
  const places = ['', 'src', posix.dirname(document.path)];
  const isThere = (path: string) =>
    path.includes('/') ? places.some((place) => paths.has(posix.join(place, path))) : names.has(path);
  return [...document.text.matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|cjs|py))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !isThere(path))
    .map((path) => `${document.path} names ${path}, which is not there`);
}

/** Links of a document to files or folders of the repository that are not there. */
export function linkProblems(document: SourceFile, { paths }: Contents): string[] {
  return [...document.text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)]
    .map(([, link = '']) => posix.join(posix.dirname(document.path), link).replace(/\/$/, ''))
    .filter((path) => !paths.has(path))
    .map((path) => `${document.path} links to ${path}, which is not there`);
}

/** Documents that are longer than {@link MAX_BYTES} allows. */
export function lengthProblems({ path, text }: SourceFile): string[] {
  const bytes = Buffer.byteLength(text);
  const most = MAX_BYTES[path] ?? Number.POSITIVE_INFINITY;
  return bytes > most ? [`${path} has ${bytes} bytes, more than ${most}`] : [];
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
