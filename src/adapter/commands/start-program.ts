import { rmSync } from 'node:fs';
import { basename, delimiter } from 'node:path';
import { readPart } from '../../files/read-file.ts';
import { type DebuggeeProcess, type StartOptions, startProcess } from '../../process/debuggee-process.ts';
import { findCommand } from '../../process/find-command.ts';
import { makeTemporaryFolder } from '../../process/folders/temporary-folder.ts';
import type { LaunchRequest } from '../debug-adapter.ts';
import { isInCommand, textsWith } from './command-text.ts';
import { writeCommandsByName } from './commands-by-name.ts';
import { ownPythonPath, PYTHON_PATH } from './python-path.ts';
import { SHELL, withFrontOf } from './shell-line.ts';

const MAX_NAMES = 50;
const FIRST_LINE_BYTES = 200;

/**
 * Starts the program of a request. Where its command, a script that it names or a file of the project sets PYTHONPATH, our folders stay in it:
 * a line for a shell is given them, and commands of Python that are found by their names put them back.
 *
 * @throws DebugError as startProcess
 */
export function startProgram(request: LaunchRequest, options: StartOptions): DebuggeeProcess {
  const ours = ownPythonPath(options.env);
  if (ours === undefined || !isInCommand(PYTHON_PATH, request)) return startProcess(options);
  const { command, args, env } = options;
  const [flag, line, ...rest] = args;
  const isLine = command === SHELL && flag === '-c' && line !== undefined;
  const kept = isLine ? { ...options, args: [flag, withFrontOf(line, PYTHON_PATH, ours), ...rest] } : options;
  const names = pythonNames(request, options);
  if (names.length === 0) return startProcess(kept);
  const folder = makeTemporaryFolder('commands');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const place = { at: 'front', between: delimiter } as const;
    const own = writeCommandsByName(folder, { names, variable: PYTHON_PATH, ours, place });
    const started = startProcess({ ...kept, env: { ...env, PATH: [own, env.PATH ?? ''].join(delimiter) } });
    void started.exited.finally(remove);
    return started;
  } catch (error) {
    remove();
    throw error;
  }
}

/** The commands of Python among the words of what is run: interpreters, scripts for one, and shims (of pyenv, of asdf), which choose one. */
function pythonNames(request: LaunchRequest, place: StartOptions): string[] {
  const words = new Set(textsWith(PYTHON_PATH, request).flatMap((text) => text.match(/[\w.-]+/g) ?? []));
  return [...words].filter((word) => isPython(word, place)).slice(0, MAX_NAMES);
}

function isPython(word: string, place: StartOptions): boolean {
  if (!/^[a-z]/i.test(word)) return false;
  const path = findCommand(word, place);
  if (path === undefined) return false;
  if (/[\\/]shims[\\/]/.test(path)) return true;
  return (
    /^python[\d.]*$/.test(basename(path)) ||
    /^#!.*python/.test(readPart(path, 'start', FIRST_LINE_BYTES)?.toString() ?? '')
  );
}
