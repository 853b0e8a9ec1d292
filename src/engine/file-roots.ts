import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { DebugError } from '../model/debug-error.ts';

/** The folders that callers may name files in; without any, all of them. */
export class FileRoots {
  readonly #roots: readonly string[];

  /** @param roots Relative ones start from `cwd`. */
  constructor(roots: readonly string[], cwd: string) {
    this.#roots = roots.map((root) => realPathOf(resolve(cwd, root)));
  }

  /**
   * Refuses a path outside of all roots, also one that leads out of them by a symbolic link.
   *
   * @param path Absolute; need not exist.
   * @throws DebugError `invalid_argument` with `details.roots`
   */
  check(path: string): void {
    if (this.#roots.length === 0) return;
    const real = realPathOf(path);
    if (this.#roots.some((root) => isInside(root, real))) return;
    throw new DebugError('invalid_argument', `${path} is outside of the folders that this server may debug in.`, {
      advice: `Give a path below ${this.#roots.join(' or ')}.`,
      details: { argument: 'file', path, roots: this.#roots },
    });
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(root, way) !== path);
}

/** With symbolic links resolved, as far as the path exists. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(realPathOf(parent), path.slice(parent.length + 1) || '.');
  }
}
