import { basename, dirname, extname, join, resolve } from 'node:path';
import { readPart, statOf } from '../../../files/read-file.ts';
import { findCommand } from '../../../process/find-command.ts';
import { splitCommandLine } from '../../commands/command-line.ts';
import { type ShellCommand, shellLineOf } from '../../commands/shell-line.ts';
import type { ProgramPlace } from '../../language.ts';
import { chosenInterpreter } from './interpreter/find-interpreter.ts';

/** Extensions of Python's files, with the dot. */
export const PYTHON_EXTENSIONS: readonly string[] = ['.py', '.pyw', '.pyz', '.pyzw'];

/** The name of an interpreter's file: `python3.12`, `pypy3`, `python3.13t.exe`. */
export const PYTHON_NAME = /^(python|pypy)[\d.]*t?(\.exe)?$/;
/** Commands that are written in Python wherever they come from, and the modules that they run. */
export const PYTHON_TOOLS: ReadonlyMap<string, string> = new Map([
  ['pytest', 'pytest'],
  ['py.test', 'pytest'],
]);
const MAX_SHEBANG_BYTES = 512;
/** No file has to be there for these. */
const SHELL_BUILTIN =
  /^(\.|\[|cd|echo|eval|exec|exit|export|false|printf|read|set|shift|source|test|time|trap|true|ulimit|umask|unset|wait)$/;

/** True if a program is Python's: by its extension, its first line, or as a command line. */
export function isPythonProgram(place: ProgramPlace): boolean {
  const line = shellLineOf({ ...place, args: [] });
  if (line) return line.commands.some((command) => isPythonCommand(command, place.env));
  return runsPython(place);
}

/** True if a command of a shell line is Python's. */
export function isPythonCommand({ words: [name], cwd, env }: ShellCommand, outer: ProgramPlace['env']): boolean {
  const program = name?.text ?? '';
  return !SHELL_BUILTIN.test(program) && runsPython({ program, cwd, env: { ...outer, ...env } });
}

function runsPython({ program, cwd, env }: ProgramPlace): boolean {
  const path = resolve(cwd, program);
  const [first = '', ...rest] = splitCommandLine(program);
  const place = { cwd, env: { ...process.env, ...env } };
  // `uv run app.py` ends like a file, too.
  const isCommand = rest.length > 0 && !isFile(path) && findCommand(first, place) !== undefined;
  if (!isCommand && PYTHON_EXTENSIONS.includes(extname(program).toLowerCase())) return true;
  // An interpreter that is named by its path, with what it is to run in the arguments.
  if (isFile(path)) return PYTHON_NAME.test(basename(path)) || shebangPython(path) !== undefined;
  if (first === '-m' || PYTHON_NAME.test(basename(first)) || PYTHON_TOOLS.has(first)) return true;
  if (PYTHON_EXTENSIONS.includes(extname(first).toLowerCase())) return true;
  const chosen = isCommandName(first) ? chosenInterpreter(place) : undefined;
  if (chosen !== undefined && scriptBeside(chosen.path, first) !== undefined) return true;
  const command = findCommand(first, place);
  if (command !== undefined) return shebangPython(command) !== undefined;
  // It is not known. In a project of Python alone, what is missing is missing there.
  return chosen !== undefined && chosen.origin !== 'PATH' && !isFile(resolve(cwd, 'package.json'));
}

/** True if a word is the name of a command, to be looked for, and no path or file. */
function isCommandName(word: string): boolean {
  return word !== '' && !/[\\/]/.test(word) && !/\.\w{1,4}$/.test(word);
}

/** The console script of that name in the environment of an interpreter. */
export function scriptBeside(interpreter: string, name: string): string | undefined {
  const beside = join(dirname(interpreter), name);
  return isFile(beside) && shebangPython(beside) !== undefined ? beside : undefined;
}

/** The Python in a script's first line, or undefined when it is not for Python. */
export function shebangPython(path: string): string | undefined {
  if (PYTHON_EXTENSIONS.includes(extname(path).toLowerCase())) return undefined;
  const head = headOf(path);
  const line = head.split('\n', 1)[0] ?? '';
  const direct = /^#!\s*(\S*\/(?:python|pypy)[\d.]*t?)(?:\s|$)/.exec(line)?.[1];
  if (direct !== undefined) return direct;
  const byEnv = /^#!\s*\S*\/env\s+(?:-S\s+)?((?:python|pypy)[\d.]*t?)(?:\s|$)/.exec(line)?.[1];
  if (byEnv !== undefined) return byEnv;
  // What pip writes where the path is too long for a first line.
  return /^#!\/bin\/sh\n'''exec' "?([^"\n]*\/(?:python|pypy)[\d.]*t?)"? /.exec(head)?.[1];
}

/** The first bytes of a file; empty when it cannot be read. */
export function headOf(path: string): string {
  return readPart(path, 'start', MAX_SHEBANG_BYTES)?.toString('latin1') ?? '';
}

/** True if there is a file, and no folder, of that path. */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}
