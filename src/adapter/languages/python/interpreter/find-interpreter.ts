import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { foldersUpward } from '../../../../files/folders-upward.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import { findCommand, isExecutable } from '../../../../process/find-command.ts';
import { interpreterFacts } from './interpreter-facts.ts';
import { isPyenvShim, pyenvInterpreter } from './pyenv.ts';

/** The facts that decide which Python runs a program. */
export interface InterpreterRequest {
  /** The caller's own choice: a path, a command on PATH, or the folder of a virtual environment. */
  readonly executablePath?: string | undefined;
  /** The file to run; relative to `cwd`. */
  readonly program?: string | undefined;
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment that the program will have. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A Python 3 that can be started. */
export interface PythonInterpreter {
  /** Absolute. Links are kept as they are: a virtual environment is found by the path it was started with. */
  readonly path: string;
  /** `3.11.7`. */
  readonly version: string;
  /** The source of the choice. */
  readonly origin: 'runtimeExecutable' | 'VIRTUAL_ENV' | 'virtual environment' | 'CONDA_PREFIX' | 'pyenv' | 'PATH';
}

/** An interpreter that was chosen and not yet looked at. */
type Choice = Pick<PythonInterpreter, 'path' | 'origin'>;

const HOW_TO_NAME_ONE = 'Pass the path of a Python 3 as runtimeExecutable.';

/**
 * Finds the Python that a Python user would expect: the one named by the caller, the active virtual environment, `.venv` or
 * `venv` beside the program or above it, conda's, pyenv's, and then the first one on PATH.
 *
 * @throws DebugError `invalid_argument` for a wrong `executablePath`, `launch_failed` when there is none, or when what was found
 *   is broken, no Python, or Python 2
 */
export async function findInterpreter(request: InterpreterRequest): Promise<PythonInterpreter> {
  const choice = named(request) ?? inEnvironments(request) ?? onPath(request);
  if (choice === undefined) {
    throw new DebugError(
      'launch_failed',
      `No Python was found: no virtual environment above ${startFolder(request)}, and neither python3 nor python on PATH.`,
      { advice: `Install Python 3. ${HOW_TO_NAME_ONE}`, details: { program: 'python3' } },
    );
  }
  const { version } = await interpreterFacts(choice.path, request.env);
  if (version.startsWith('2.')) throw pythonTwo(choice, version);
  return { ...choice, version };
}

/**
 * The Python that {@link findInterpreter} would choose, which is not looked at.
 *
 * @returns undefined where there is none, or where it is broken
 */
export function chosenInterpreter(request: InterpreterRequest): Choice | undefined {
  try {
    return named(request) ?? inEnvironments(request) ?? onPath(request);
  } catch {
    return undefined;
  }
}

function startFolder({ program, cwd }: InterpreterRequest): string {
  return program === undefined ? cwd : dirname(resolve(cwd, program));
}

function named({ executablePath, cwd, env }: InterpreterRequest): Choice | undefined {
  if (executablePath === undefined) return undefined;
  const path = resolve(cwd, executablePath);
  const kind = statSync(path, { throwIfNoEntry: false });
  const inside = kind?.isDirectory() ? interpreterIn(path) : undefined;
  const found = inside ?? findCommand(executablePath, { cwd, env }) ?? (kind?.isFile() ? path : undefined);
  if (found === undefined) {
    const what = kind?.isDirectory() ? 'a folder without a Python in it' : 'not there';
    throw wrongExecutable(`"${executablePath}" is ${what} (looked for ${path}).`);
  }
  if (!isExecutable(found)) throw wrongExecutable(`"${executablePath}" is not executable (${found}).`);
  return { path: found, origin: 'runtimeExecutable' };
}

function wrongExecutable(message: string): DebugError {
  return new DebugError('invalid_argument', message, {
    advice: 'Leave runtimeExecutable out to use the Python of the project, or pass the path of one.',
    details: { argument: 'runtimeExecutable' },
  });
}

/** A VIRTUAL_ENV or CONDA_PREFIX whose folder is gone is passed over, as a shell does. */
function inEnvironments(request: InterpreterRequest): Choice | undefined {
  const { env, cwd } = request;
  const active = env.VIRTUAL_ENV ? interpreterIn(env.VIRTUAL_ENV) : undefined;
  if (active) return { path: active, origin: 'VIRTUAL_ENV' };
  const beside = besideProgram(request);
  if (beside) return beside;
  const conda = env.CONDA_PREFIX ? interpreterIn(env.CONDA_PREFIX) : undefined;
  if (conda) return { path: conda, origin: 'CONDA_PREFIX' };
  const local = pyenvInterpreter(startFolder(request), env, 'local') ?? pyenvInterpreter(cwd, env, 'local');
  return local === undefined ? undefined : { path: local, origin: 'pyenv' };
}

/** The program's folders first; a program outside of the project is run with the project's. */
function besideProgram(request: InterpreterRequest): Choice | undefined {
  const folders = new Set([...foldersUpward(startFolder(request)), ...foldersUpward(request.cwd)]);
  const environments = [...folders].flatMap((folder) => [join(folder, '.venv'), join(folder, 'venv')]);
  const home = environments.find((folder) => existsSync(join(folder, 'pyvenv.cfg')));
  if (home === undefined) return undefined;
  const path = interpreterIn(home);
  if (path) return { path, origin: 'virtual environment' };
  // Another Python would run the program without its packages, and fail in a way that hides the reason.
  throw new DebugError(
    'launch_failed',
    `The virtual environment ${home} is broken: its Python is not there any more.`,
    {
      advice: `Make it again (python3 -m venv --clear ${home}). ${HOW_TO_NAME_ONE}`,
      details: { program: home },
    },
  );
}

/** The Python of a virtual environment, or of an installation; undefined when the folder is none. */
export function interpreterIn(home: string): string | undefined {
  const names = process.platform === 'win32' ? ['Scripts/python.exe', 'python.exe'] : ['bin/python', 'bin/python3'];
  return names.map((name) => join(resolve(home), name)).find(isExecutable);
}

function onPath(request: InterpreterRequest): Choice | undefined {
  const { cwd, env } = request;
  for (const name of ['python3', 'python']) {
    const path = findCommand(name, { cwd, env });
    if (path === undefined) continue;
    if (!isPyenvShim(path)) return { path, origin: 'PATH' };
    const behind = pyenvInterpreter(startFolder(request), env, 'any');
    if (behind) return { path: behind, origin: 'pyenv' };
    // A shim for no version runs what comes after it on PATH.
    const after = findCommand(name, { cwd, env: { ...env, PATH: withoutFolder(env.PATH ?? '', dirname(path)) } });
    if (after) return { path: after, origin: 'PATH' };
  }
  return undefined;
}

function withoutFolder(path: string, folder: string): string {
  return path
    .split(delimiter)
    .filter((entry) => resolve(entry) !== folder)
    .join(delimiter);
}

function pythonTwo({ path, origin }: Choice, version: string): DebugError {
  return new DebugError(
    'launch_failed',
    `${path} (from ${origin}) is Python ${version}; Python 3 is needed to debug.`,
    {
      advice: HOW_TO_NAME_ONE,
      details: { program: path },
    },
  );
}
