import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { AttachRequest, LaunchRequest } from '../../adapter/debug-adapter.ts';
import { DebugError } from '../../model/debug-error.ts';
import { isInterpreter, launchedCommands } from '../launch-files.ts';
import { attachedPlace } from './attached-program.ts';
import { givenCode } from './given-code.ts';
import { unknownCommand } from './known-commands.ts';
import { loadedPaths } from './loading-variables.ts';
import { namedPaths } from './named-paths.ts';
import { scriptsFile } from './scripts-file.ts';
import { textsIn } from './texts-in.ts';

const CODE =
  'Give one command as program, its variables in env, its folder in cwd and its input in stdin; put code into a file there, or a line into the scripts of its package.json (npm run). With --allow-shell the server takes both.';
const UNKNOWN =
  'Known are interpreters, package managers, test runners and the like (node, npm, npx, python, pytest, uv, go, make), files of the project, and tools that are installed in it (node_modules/.bin, .venv/bin). With --allow-shell the server takes any command.';

/** The folders that a server is kept to. */
interface RootOptions {
  /** The folders whose files may be named; relative ones start from `cwd`. */
  readonly roots: readonly string[];
  readonly cwd: string;
  /** Lines for a shell and code in calls are run, although it cannot be seen where they lead. */
  readonly allowShell: boolean;
}

/**
 * The folders that callers may name files in (`--root`); without any, all of them. What can be read in a call is checked; what a program
 * inside does then is its own.
 */
export class FileRoots {
  readonly #roots: readonly string[];
  readonly #allowShell: boolean;

  constructor({ roots, cwd, allowShell }: RootOptions) {
    this.#roots = roots.map((root) => realPathOf(resolve(cwd, root)));
    this.#allowShell = allowShell;
  }

  /** True if a path is inside of a root, its symbolic links followed. */
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
   * @param named How the refusal begins to say what is outside; left out, by the path.
   * @throws DebugError `invalid_argument` with `details.roots`
   */
  check(path: string, argument = 'file', named = path): void {
    refuseNul(path, argument);
    if (!this.has(path)) throw this.#outside(`${named} is`, { argument, path });
  }

  /**
   * Refuses a program outside of all roots: its folder, its file, what a command is given to run, what its variables have loaded, and
   * what could come to any file.
   *
   * @throws DebugError `invalid_argument` with `details.roots`
   */
  checkLaunch(request: LaunchRequest): void {
    for (const [argument, texts] of argumentsOf(request)) for (const text of texts) refuseNul(text, argument);
    if (request.stdin?.kind === 'file') this.check(request.stdin.path, 'stdin');
    if (this.#roots.length === 0) return;
    const { cwd, runtimeExecutable = '', adapterArguments = {} } = request;
    this.check(cwd, 'cwd');
    for (const command of launchedCommands(request)) {
      for (const file of command.files) this.check(file, 'program');
      const words = command.words.slice(1);
      for (const path of words.flatMap((word) => namedPaths(word, command.cwd))) this.check(path, 'program');
    }
    const scripts = scriptsFile(request);
    if (scripts !== undefined) this.check(scripts, 'program', `${scripts}, whose script that is,`);
    if (/[\\/]/.test(runtimeExecutable) && !isInterpreter(resolve(cwd, runtimeExecutable)))
      this.check(resolve(cwd, runtimeExecutable), 'runtimeExecutable');
    for (const { variable, path } of loadedPaths(request))
      this.check(path, `env.${variable}`, `${path}, which env.${variable} names,`);
    for (const path of textsIn(adapterArguments).flatMap((text) => namedPaths(text, cwd))) this.check(path, 'program');
    if (this.#allowShell) return;
    const code = givenCode(request, (path) => this.has(path));
    if (code !== undefined) throw this.#anything(code, CODE);
    const command = this.#unknownCommand(request);
    if (command !== undefined) throw this.#anything(command, UNKNOWN);
  }

  /** The command of a launch, or of its interpreter, that is not known to run files of the project alone. */
  #unknownCommand(request: LaunchRequest): string | undefined {
    const { runtimeExecutable, env } = request;
    const isInside = (path: string) => this.has(path);
    const commands = launchedCommands(request).flatMap(({ words: [name = '', ...words], files, cwd }) =>
      files.includes(resolve(cwd, name)) && !/[\\/]/.test(name) ? [] : [{ words: [name, ...words], cwd }],
    );
    const runtime = runtimeExecutable === undefined ? [] : [{ words: [runtimeExecutable], cwd: request.cwd }];
    for (const { words, cwd } of [...commands, ...runtime]) {
      const unknown = unknownCommand(words, { cwd, env, isInside });
      if (unknown !== undefined) return unknown;
    }
    return undefined;
  }

  /**
   * Refuses to attach to a program outside of all roots, and to one of which that cannot be seen.
   *
   * @throws DebugError `invalid_argument` with `details.roots`
   */
  async checkAttach(target: AttachRequest): Promise<void> {
    if (this.#roots.length === 0) return;
    const place = await attachedPlace(target);
    switch (place.kind) {
      case 'none':
        return;
      case 'seen':
        if (this.has(place.path)) return;
        throw this.#outside(`Process ${place.pid} runs ${place.path}, which is`, { argument: 'pid', path: place.path });
      case 'unseen':
        throw new DebugError(
          'invalid_argument',
          `It cannot be seen what that process runs, which may be another user's or in a container: ${this.#onlyBelow()}`,
          {
            advice: 'Attach with a server of that user, or one that was started without --root.',
            details: { argument: 'pid', roots: this.#roots },
          },
        );
    }
  }

  #outside(what: string, details: { readonly argument: string; readonly path: string }): DebugError {
    const message = `${what} outside of the folders that this server may debug in (${this.#named()}).`;
    return new DebugError('invalid_argument', message, {
      advice: `Give a path below ${this.#roots.join(' or ')}, or start the server with a further --root.`,
      details: { ...details, roots: this.#roots },
    });
  }

  #anything(code: string, advice: string): DebugError {
    return new DebugError('invalid_argument', `${code} can run anything: ${this.#onlyBelow()}`, {
      advice,
      details: { argument: 'program', roots: this.#roots },
    });
  }

  #onlyBelow(): string {
    return `this server may debug below ${this.#roots.join(' and ')} only (${this.#named()}).`;
  }

  #named(): string {
    return this.#roots.map((root) => `--root ${root}`).join(' ');
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

function argumentsOf({ program, cwd, args, env, runtimeArgs = [], runtimeExecutable = '' }: LaunchRequest) {
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
