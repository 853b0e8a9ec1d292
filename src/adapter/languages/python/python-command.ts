import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { didYouMean, missingProgram } from '../../../files/missing-program.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { findCommand } from '../../../process/find-command.ts';
import { splitCommandLine } from '../../commands/command-line.ts';
import type { LaunchRequest } from '../../debug-adapter.ts';
import { findInterpreter, type PythonInterpreter } from './interpreter/find-interpreter.ts';
import {
  headOf,
  isFile,
  PYTHON_EXTENSIONS,
  PYTHON_NAME,
  PYTHON_TOOLS,
  scriptBeside,
  shebangPython,
} from './python-program.ts';

/** The target that Python runs, in the words of its own command line. */
export type PythonTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'module'; readonly name: string }
  | { readonly kind: 'code'; readonly code: string };

/** A program with the interpreter that runs it. */
export interface PythonCommand {
  readonly interpreter: PythonInterpreter;
  /** Options of Python itself: `-O`, `-W error`. */
  readonly flags: readonly string[];
  readonly target: PythonTarget;
  readonly args: readonly string[];
}

/** Options of Python that take the word after them. */
const FLAGS_WITH_VALUE: ReadonlySet<string> = new Set(['-X', '-W', '--check-hash-based-pycs']);

/** A path as it is meant; a bare name is looked for on PATH. */
function namedInterpreter(name: string, cwd: string): string {
  return /[\\/]/.test(name) ? resolve(cwd, name) : name;
}

/**
 * Works out what to run with which Python: a file, `-m module`, `python …` as in a terminal, or a console script (`pytest`).
 *
 * @throws DebugError `source_not_found`, `launch_failed`, `invalid_argument`
 */
export async function planPythonCommand(request: LaunchRequest): Promise<PythonCommand> {
  const { program, cwd, args, runtimeArgs = [] } = request;
  const path = resolve(cwd, program);
  if (exists(path) && !(isFile(path) && PYTHON_NAME.test(basename(path)))) {
    assertNotForeign(path, program);
    const interpreter = await interpreterFor(request, shebangPython(path), program);
    return { interpreter, flags: runtimeArgs, target: fileTarget(path), args };
  }
  const [first = '', ...words] = [...splitCommandLine(program), ...args];
  if (first === '-m' || PYTHON_NAME.test(basename(first))) {
    const line = parsePythonLine(first === '-m' ? [first, ...words] : words, cwd);
    const named = first === '-m' || /^python3?$/.test(first) ? undefined : namedInterpreter(first, cwd);
    const file = line.target.kind === 'file' ? line.target.path : undefined;
    const interpreter = await interpreterFor(request, named, file);
    return { ...line, interpreter, flags: [...runtimeArgs, ...line.flags] };
  }
  return { ...(await planScript(request, first)), flags: runtimeArgs, args: words };
}

/** A console script: beside the project's interpreter, where a virtual environment has it, or else on the PATH. */
async function planScript(
  request: LaunchRequest,
  name: string,
): Promise<Pick<PythonCommand, 'interpreter' | 'target'>> {
  const env = { ...process.env, ...request.env };
  if (!name.includes('/') && !PYTHON_EXTENSIONS.includes(extname(name))) {
    const interpreter = await interpreterFor(request, undefined, undefined);
    const beside = scriptBeside(interpreter.path, name);
    if (beside !== undefined) return { interpreter, target: { kind: 'file', path: beside } };
    // Without its script, or with that of another interpreter on the PATH, the module is the same.
    const module = PYTHON_TOOLS.get(name);
    if (module !== undefined) return { interpreter, target: { kind: 'module', name: module } };
    const command = findCommand(name, { cwd: request.cwd, env });
    if (command === undefined) throw unknownCommand(request, name, interpreter);
    const shebang = shebangPython(command);
    if (shebang === undefined) throw notPython(name, `${command} is not written in Python`);
    return {
      interpreter: await interpreterFor(request, shebang, undefined),
      target: { kind: 'file', path: command },
    };
  }
  // `.venv/bin/uvicorn app:app`: the path of a script, with its arguments behind it.
  const path = resolve(request.cwd, name);
  if (!isFile(path)) throw missingProgram(request, 'A module is run with program "-m name".');
  assertNotForeign(path, name);
  const interpreter = await interpreterFor(request, shebangPython(path), name);
  return { interpreter, target: { kind: 'file', path } };
}

function interpreterFor(
  { runtimeExecutable, cwd, env }: LaunchRequest,
  named: string | undefined,
  program: string | undefined,
): Promise<PythonInterpreter> {
  return findInterpreter({
    executablePath: runtimeExecutable ?? named,
    cwd,
    program,
    env: { ...process.env, ...env },
  });
}

/** Takes the words after `python` apart. @throws DebugError `invalid_argument` when they run nothing */
function parsePythonLine(words: readonly string[], cwd: string): Omit<PythonCommand, 'interpreter'> {
  const flags: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const short = /^-([A-Zabd-ln-z]*)([mc])(.*)$/s.exec(word);
    if (short !== null && !word.startsWith('--')) {
      const [, before = '', kind, joined = ''] = short;
      if (before !== '') flags.push(`-${before}`);
      const value = joined === '' ? (words[++at] ?? '') : joined;
      const target: PythonTarget = kind === 'm' ? { kind: 'module', name: value } : { kind: 'code', code: value };
      return { flags, target, args: words.slice(at + 1) };
    }
    if (!word.startsWith('-') || word === '-') {
      return { flags, target: fileTarget(resolve(cwd, word)), args: words.slice(at + 1) };
    }
    flags.push(word);
    if (FLAGS_WITH_VALUE.has(word)) flags.push(words[++at] ?? '');
  }
  throw new DebugError('invalid_argument', 'The command starts Python without a program.', {
    advice: 'Name a file, or a module with -m: python -m pytest tests',
    details: { argument: 'program' },
  });
}

/** @throws DebugError `source_not_found` */
function fileTarget(path: string): PythonTarget {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() || (stats?.isDirectory() && isFile(join(path, '__main__.py')))) return { kind: 'file', path };
  if (stats?.isDirectory()) {
    throw new DebugError('launch_failed', `"${path}" is a folder without a __main__.py, not a program.`, {
      advice: 'Name the file to run, or a module with program "-m name".',
      details: { program: path },
    });
  }
  throw missingProgram({ program: path, cwd: dirname(path) });
}

/** A file without a first line that says otherwise is taken for Python: callers name what they want to debug. */
function assertNotForeign(path: string, program: string): void {
  if (PYTHON_EXTENSIONS.includes(extname(path).toLowerCase()) || shebangPython(path) !== undefined) return;
  const [first = ''] = headOf(path).split('\n', 1);
  if (first.startsWith('#!')) throw notPython(program, `its first line is ${first.trim()}`);
}

function notPython(program: string, why: string): DebugError {
  return new DebugError('not_debuggable', `"${program}" is no Python program: ${why}.`, {
    advice: 'Name the Python file, or the command that starts Python: python app.py, -m module, pytest.',
    details: { program },
  });
}

function unknownCommand({ program, cwd }: LaunchRequest, name: string, { path }: PythonInterpreter): DebugError {
  return new DebugError(
    'launch_failed',
    `Command "${name}" was not found in ${dirname(path)} or on PATH, and no file of that name is in ${cwd}.`,
    {
      advice:
        didYouMean({ program: name, cwd }) ??
        `Give a Python file (app.py), a module (-m name), or a command that is installed. To install it: "${path}" -m pip install ${name}`,
      details: { program },
    },
  );
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The words of the command line that make an interpreter run a target. */
export function targetWords(target: PythonTarget): string[] {
  switch (target.kind) {
    case 'file':
      return [target.path];
    case 'module':
      return ['-m', target.name];
    case 'code':
      return ['-c', target.code];
  }
}
