import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { LaunchRequest } from '../adapter/debug-adapter.ts';
import { DebugError } from '../model/debug-error.ts';
import { launchFiles } from './launch-files.ts';

/** The folders that callers may name files in (`--root`); without any, all of them. */
export class FileRoots {
  readonly #roots: readonly string[];

  /** @param roots Relative ones start from `cwd`. */
  constructor(roots: readonly string[], cwd: string) {
    this.#roots = roots.map((root) => realPathOf(resolve(cwd, root)));
  }

  /** Whether a path is inside of a root, its symbolic links followed. */
  has(path: string): boolean {
    if (this.#roots.length === 0) return true;
    const real = realPathOf(path);
    return this.#roots.some((root) => isInside(root, real));
  }

  /**
   * Refuses a path outside of all roots, also one that leads out of them by a symbolic link.
   *
   * @param path Absolute; need not exist.
   * @param argument What the caller named it in.
   * @throws DebugError `invalid_argument` with `details.roots`
   */
  check(path: string, argument = 'file'): void {
    refuseNul(path, argument);
    if (this.has(path)) return;
    const named = this.#roots.map((root) => `--root ${root}`).join(' ');
    const message = `${path} is outside of the folders that this server may debug in (${named}).`;
    throw new DebugError('invalid_argument', message, {
      advice: `Give a path below ${this.#roots.join(' or ')}, or start the server with a further --root.`,
      details: { argument, path, roots: this.#roots },
    });
  }

  /**
   * Refuses a program outside of all roots: its folder, its file, and what a command is given to run.
   *
   * @throws DebugError `invalid_argument` with `details.roots`
   */
  checkLaunch(request: LaunchRequest): void {
    for (const [argument, texts] of textsOf(request)) for (const text of texts) refuseNul(text, argument);
    if (request.stdin?.kind === 'file') this.check(request.stdin.path, 'stdin');
    if (this.#roots.length === 0) return;
    this.check(request.cwd, 'cwd');
    for (const file of launchFiles(request)) this.check(file, 'program');
  }
}

/** No file, argument or variable of the system can hold one: whatever is asked for, it cannot be meant. */
function refuseNul(text: string, argument: string): void {
  if (!text.includes('\0')) return;
  const message = `${argument} has a NUL character in it: ${JSON.stringify(text)}.`;
  throw new DebugError('invalid_argument', message, {
    advice: 'Leave the character out: no file, argument or variable can have it.',
    details: { argument },
  });
}

function textsOf({ program, cwd, args, env, runtimeArgs = [], runtimeExecutable = '' }: LaunchRequest) {
  return [
    ['program', [program]],
    ['cwd', [cwd]],
    ['args', [...args, ...runtimeArgs]],
    ['env', Object.entries(env).flat()],
    ['runtimeExecutable', [runtimeExecutable]],
  ] as const;
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
