import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { splitCommandLine } from '../adapter/commands/command-line.ts';
import { shellLineOf } from '../adapter/commands/shell-line.ts';
import type { LaunchRequest } from '../adapter/debug-adapter.ts';
import { pathOfUrl } from './meant-path.ts';

/** Runs the file that it is given: where it is installed itself says nothing about the program. */
const INTERPRETER = /^(node|nodejs|deno|bun|python|pypy|ruby|php|java|dotnet|sh|bash)[\d.]*t?(\.exe)?$/;
/** Paths of tools that are installed for a project to run its files with. */
const INSTALLED = /[\\/](node_modules|vendor[\\/]bin)[\\/]/;
/** In the folder above commands of a virtual environment of Python. */
const ENVIRONMENT = 'pyvenv.cfg';

/** One command of a launch, as far as the request names what it runs. */
export interface LaunchedCommand {
  /** Its own words, the name first; those of a program's own file are not among them: they are data of the program. */
  readonly words: readonly string[];
  /** The program where it is a file of its own, and what the shell reads and writes; absolute. */
  readonly files: readonly string[];
  /** Absolute. */
  readonly cwd: string;
}

/** The commands of a launch: one, or those of a line for a shell. */
export function launchedCommands(request: LaunchRequest): LaunchedCommand[] {
  const line = shellLineOf(request);
  if (!line) return [launchedCommand(request, [])];
  return line.commands.map(({ words: [name, ...args], files, cwd }) => {
    const texts = args.map(({ text }) => text);
    return launchedCommand({ ...request, program: name?.text ?? '', args: texts, cwd }, files);
  });
}

/**
 * The files and folders that a launch runs, as absolute paths, as far as the request names them: the program, and every word of a
 * command (`node app.js`, `npm --prefix packages/cart test`) and of the interpreter's options that is the path of something. Which of
 * these words a command runs, only the command knows. The arguments of a program's own file are data of the program.
 */
export function launchFiles(request: LaunchRequest): string[] {
  return launchedCommands(request).flatMap(({ words, files, cwd }) => [
    ...files,
    ...words.slice(1).flatMap((word) => existingFile(word, cwd) ?? []),
  ]);
}

function launchedCommand(
  { program, args, runtimeArgs = [], cwd }: LaunchRequest,
  redirections: readonly string[],
): LaunchedCommand {
  const isOneFile = kindOf(resolve(cwd, program)) === 'file';
  const [first = '', ...rest] = isOneFile ? [program] : splitCommandLine(program);
  const file = resolve(cwd, first);
  const isPath = /[\\/]/.test(first) || kindOf(file) !== 'missing';
  const named = isPath && !isInterpreter(file) ? [file] : [];
  const isOwnProgram = kindOf(file) === 'file' && !isInterpreter(file) && !isInstalled(file);
  const words = isOwnProgram ? runtimeArgs : [...runtimeArgs, ...rest, ...args];
  return { words: [first, ...words], files: [...redirections, ...named], cwd };
}

/** True if a command is there to run files of the project, so that its words name them. */
function isInstalled(file: string): boolean {
  return INSTALLED.test(file) || kindOf(join(dirname(dirname(file)), ENVIRONMENT)) === 'file';
}

/** The existing path that a word names, by itself or in an option (`--config=path`). */
function existingFile(word: string, cwd: string): string | undefined {
  const value = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
  const path = resolve(cwd, pathOfUrl(value) ?? value);
  const kind = kindOf(path);
  return kind === 'missing' || kind === 'device' || isInterpreter(path) ? undefined : path;
}

/** True if a path is that of an interpreter, by its name. */
export function isInterpreter(path: string): boolean {
  return INTERPRETER.test(basename(path)) && kindOf(path) === 'file';
}

/** The kind of file at a path, links followed. */
export function kindOf(path: string): 'file' | 'directory' | 'device' | 'missing' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'missing';
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'directory' : 'device';
  } catch {
    // Too long for a path, as code in a word is.
    return 'missing';
  }
}
