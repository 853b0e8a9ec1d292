import fs from 'node:fs';
import { sep } from 'node:path';

const { realpathSync } = fs;
const PACKAGES = /[\\/](node_modules|\.pnpm|\.yarn)[\\/]/;

/** Tells own code by where it lies. */
export class OwnCode {
  readonly #roots: readonly string[];

  constructor(roots: readonly string[]) {
    this.#roots = [...roots, ...roots.map(realPath)].map((root) => (root.endsWith(sep) ? root : root + sep));
  }

  /** True for files below the roots, outside of packages and of the tracer. */
  isOwn(path: string): boolean {
    if (path === __filename || PACKAGES.test(path)) return false;
    return this.#roots.some((root) => path.startsWith(root));
  }

  /** True for files of packages. */
  isPackage(path: string): boolean {
    return path !== __filename && PACKAGES.test(path);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
