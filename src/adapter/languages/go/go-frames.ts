import { existsSync } from 'node:fs';

/** Folders with the library of a Go, and others, by what was found there. */
const roots = new Map<string, boolean>();

/** True if code of a file is of the program's modules: not of Go's library, and of no module that was downloaded. */
export function isOwnGoFile(path: string): boolean {
  if (/[\\/]pkg[\\/]mod[\\/]/.test(path) || path.startsWith('_cgo_')) return false;
  for (let at = path.indexOf('/src/'); at >= 0; at = path.indexOf('/src/', at + 1)) {
    if (isGoRoot(path.slice(0, at))) return false;
  }
  return true;
}

function isGoRoot(folder: string): boolean {
  const known = roots.get(folder);
  if (known !== undefined) return known;
  const isRoot = existsSync(`${folder}/src/runtime/proc.go`);
  roots.set(folder, isRoot);
  return isRoot;
}

/** `goroutine 1 main.main` of `* [Go 1] main.main (Thread 123)`. */
export function goroutineName(given: string): string {
  return given
    .replace(/^\*?\s*\[Go (\d+)\]\s*/, 'goroutine $1 ')
    .replace(/\(Thread \d+\)$/, '')
    .trimEnd();
}
