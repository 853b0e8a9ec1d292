import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { splitCommandLine } from '../adapter/command-line.ts';
import type { LaunchRequest } from '../adapter/debug-adapter.ts';
import { shellLineOf } from '../adapter/shell-line.ts';
import { pathOfUrl } from './meant-path.ts';

/** Runs the file that it is given: where it is installed itself says nothing about the program. */
const INTERPRETER = /^(node|nodejs|deno|bun|python|pypy|ruby|php|java|dotnet|sh|bash)[\d.]*t?(\.exe)?$/;
/** What is installed for a project to run its files with. */
const INSTALLED = /[\\/]node_modules[\\/]/;

/**
 * The files and folders that a launch runs, as absolute paths, as far as the request names them: the program, and every word of a
 * command (`node app.js`, `npm --prefix packages/cart test`) and of the interpreter's options that is the path of something. Which of
 * these words a command runs, nobody knows but the command. The arguments of a program's own file are data of the program.
 */
export function launchFiles(request: LaunchRequest): string[] {
  const line = shellLineOf(request);
  if (!line) return commandFiles(request);
  return line.commands.flatMap(({ words: [name, ...args], files, cwd }) => {
    const texts = args.map(({ text }) => text);
    return [...files, ...commandFiles({ ...request, program: name?.text ?? '', args: texts, cwd })];
  });
}

function commandFiles({ program, args, runtimeArgs = [], cwd }: LaunchRequest): string[] {
  const isOneFile = kindOf(resolve(cwd, program)) === 'file';
  const [first = '', ...rest] = isOneFile ? [program] : splitCommandLine(program);
  const file = resolve(cwd, first);
  const isPath = /[\\/]/.test(first) || kindOf(file) !== 'missing';
  const named = isPath && !isInterpreter(file) ? [file] : [];
  const isOwnProgram = kindOf(file) === 'file' && !isInterpreter(file) && !INSTALLED.test(file);
  const words = isOwnProgram ? runtimeArgs : [...runtimeArgs, ...rest, ...args];
  return [...named, ...words.flatMap((word) => existingFile(word, cwd) ?? [])];
}

/** What a word names: a path, or an option with one (`--config=path`). */
function existingFile(word: string, cwd: string): string | undefined {
  const value = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
  const path = resolve(cwd, pathOfUrl(value) ?? value);
  return kindOf(path) === 'missing' || isInterpreter(path) ? undefined : path;
}

function isInterpreter(path: string): boolean {
  return INTERPRETER.test(basename(path)) && kindOf(path) === 'file';
}

function kindOf(path: string): 'file' | 'directory' | 'missing' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) return 'file';
    return stats?.isDirectory() ? 'directory' : 'missing';
  } catch {
    // Too long for a path, as code in a word is.
    return 'missing';
  }
}
