import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, statOf } from '../../../files/read-file.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import { removeFolder } from '../../../process/folders/remove-folder.ts';
import { makeTemporaryFolder } from '../../../process/folders/temporary-folder.ts';
import { suspendedBelow } from '../../../process/process-table.ts';
import { startProgram } from '../../commands/start-program.ts';
import type { LaunchRequest } from '../../debug-adapter.ts';
import { inputOf } from '../../debuggee-input.ts';
import type { PlainProgram } from '../../plain-program.ts';
import { DESCRIBING_MODULES, debuggeeFile } from './debuggee-files.ts';
import { readStacks, STACKS_SIGNAL } from './hang/python-stacks.ts';
import { pythonEnvironment } from './python-environment.ts';
import { planPythonStart } from './python-start.ts';

/** Limit for the stacks of a program, which come at once even if a call into C holds the interpreter's lock. */
const STACKS_MS = 500;
const LOOK_MS = 10;

/**
 * Starts a Python program as it would run in a terminal. A hook in it that knows of MCP_DEBUGGER_STACKS (a signal and a file) makes
 * {@link PlainProgram.where} answer.
 *
 * @throws DebugError as planPythonStart, `launch_failed`
 */
export async function startPlainly(request: LaunchRequest): Promise<PlainProgram> {
  const start = await planPythonStart(request);
  const folder = makeTemporaryFolder('stacks');
  const stacks = join(folder, 'stacks');
  const remove = () => removeFolder(folder);
  try {
    const process = startProgram(request, {
      ...start.commandLine([]),
      cwd: request.cwd,
      ...inputOf(request),
      env: { ...pythonEnvironment(request.env), ...placeEnvironment(stacks) },
    });
    return {
      exited: process.exited,
      onOutput: (listener) => process.onOutput(listener),
      where: (options) => placeOf(process.pid, stacks, options),
      suspended: () => suspendedBelow([process.pid]),
      kill: () => process.kill().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Variables that say which files describe Python's values, after the one that loads them, for a hook that runs in the program. */
export function describingEnvironment(): Readonly<Record<string, string>> {
  const files = ['own_package.py', ...DESCRIBING_MODULES.map((name) => `${name}.py` as const)] as const;
  return { MCP_DEBUGGER_DESCRIBE: files.map(debuggeeFile).join(delimiter) };
}

/** Variables with which a hook that knows of them listens for {@link placeOf}. */
export function placeEnvironment(file: string): Readonly<Record<string, string>> {
  return { MCP_DEBUGGER_STACKS: `${STACKS_SIGNAL} ${file}` };
}

/**
 * The place in its own code of a process whose hook listens; undefined if the process does not report its place. The file is
 * there as soon as the hook listens: without a listener, the signal would end the program.
 */
export async function placeOf(
  pid: number,
  file: string,
  { signal }: CallOptions = {},
): Promise<SourceLocation | undefined> {
  try {
    if (statOf(file) === undefined) return undefined;
    process.kill(pid, STACKS_SIGNAL);
    const until = Date.now() + STACKS_MS;
    while (Date.now() < until && signal?.aborted !== true) {
      await sleep(LOOK_MS);
      const found = readStacks(readText(file) ?? '').find(({ presentation }) => presentation === 'normal');
      if (found) return found.location;
    }
  } catch {
    // The hook does not listen there, or the program has just ended.
  }
  return undefined;
}
