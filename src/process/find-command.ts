import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** The folders in which a command is looked for. */
interface FindOptions {
  /** Absolute; relative entries of PATH and names with a slash are taken from here. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The absolute path of the program that starting `command` would run, found as `execvp` does: a name with a slash is a path,
 * any other is looked for in `env.PATH` (on Windows with the endings of `env.PATHEXT`). Undefined when there is none.
 */
export function findCommand(command: string, options: FindOptions): string | undefined {
  if (command === '') return undefined;
  const endings = process.platform === 'win32' ? windowsEndings(options.env) : [''];
  for (const folder of folders(command, options)) {
    for (const ending of endings) {
      const path = `${isAbsolute(command) ? command : resolve(options.cwd, join(folder, command))}${ending}`;
      if (isExecutable(path)) return path;
    }
  }
  return undefined;
}

function folders(command: string, { env }: FindOptions): string[] {
  if (command.includes('/') || (process.platform === 'win32' && command.includes('\\'))) return ['.'];
  const path = Object.entries(env).find(([name]) => samePathName(name))?.[1] ?? '';
  // An empty entry means the current folder.
  return path.split(delimiter).map((entry) => (entry === '' ? '.' : entry));
}

function samePathName(name: string): boolean {
  return process.platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH';
}

function windowsEndings(env: FindOptions['env']): string[] {
  return ['', ...(env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')];
}

/** True if a path is a file that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
