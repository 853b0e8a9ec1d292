import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DebugError } from '../../../../model/debug-error.ts';
import { ownCommand } from '../../../../process/own-command.ts';
import { isOwnFolder } from '../../../../storage/own-files.ts';
import type { PythonInterpreter } from '../interpreter/find-interpreter.ts';
import {
  askInterpreter,
  debugpyIn,
  type InterpreterFacts,
  interpreterFacts,
} from '../interpreter/interpreter-facts.ts';
import { cacheFolder } from './cache-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A debugpy that an interpreter can import. */
export interface DebugpyCopy {
  /** To be put in front of PYTHONPATH; undefined when the interpreter finds it by itself. */
  readonly pythonPath: string | undefined;
  /** `1.8.14`. */
  readonly version: string;
  /** The folder in which the package lies. */
  readonly packages: string;
}

/**
 * Finds the debugpy for an interpreter: its own, else the private copy that {@link installDebugpy} made. Undefined when there is
 * neither; {@link debugpyMissing} is what to throw then.
 *
 * @param env The environment that the interpreter will run in.
 * @throws DebugError `launch_failed` as findInterpreter
 */
export async function locateDebugpy(
  interpreter: PythonInterpreter,
  env: Environment = process.env,
): Promise<DebugpyCopy | undefined> {
  const facts = await interpreterFacts(interpreter.path, env);
  if (facts.debugpy !== undefined) return { pythonPath: undefined, ...facts.debugpy };
  const copy = newestCopy(facts);
  if (copy) return copy;
  // What was read from files, or asked earlier, may have missed one: an editable installation, or one made a moment ago.
  const { debugpy } = await askInterpreter(interpreter.path, env, 'again');
  return debugpy === undefined ? undefined : { pythonPath: undefined, ...debugpy };
}

/** The error for an interpreter without debugpy, with the command that mends it. */
export function debugpyMissing(interpreter: PythonInterpreter): DebugError {
  const { path, version } = interpreter;
  return new DebugError('launch_failed', `debugpy is not there for Python ${version} (${path}).`, {
    advice: [
      `Run: ${fixCommand(interpreter)} (it installs a private copy and leaves this Python as it is),`,
      `or: "${path}" -m pip install debugpy`,
    ].join(' '),
    details: { program: path },
  });
}

/** The command that mends this very interpreter, wherever it is run: another folder may have another Python. */
export function fixCommand({ path }: Pick<PythonInterpreter, 'path'>): string {
  return ownCommand(['doctor', '--fix', 'python', '--python', path]);
}

/** The folder of the private copies for one kind of interpreter, each in a folder named after its version. */
export function copiesFolder({ tag }: InterpreterFacts): string {
  return join(cacheFolder(), 'debugpy', `${tag}-${process.platform}-${process.arch}`);
}

/** The newest private copies for this machine, by the kind of interpreter that they fit. */
export function privateCopies(): Readonly<Record<string, string>> {
  const end = `-${process.platform}-${process.arch}`;
  const kinds = namesIn(join(cacheFolder(), 'debugpy')).filter((name) => name.endsWith(end));
  const copies = kinds.flatMap((name) => {
    const copy = newestIn(join(cacheFolder(), 'debugpy', name));
    return copy?.pythonPath === undefined ? [] : [[name.slice(0, -end.length), copy.pythonPath] as const];
  });
  return Object.fromEntries(copies);
}

/** The newest private copy for an interpreter; undefined when there is none. */
function newestCopy(facts: InterpreterFacts): DebugpyCopy | undefined {
  return newestIn(copiesFolder(facts));
}

function newestIn(folder: string): DebugpyCopy | undefined {
  // What lies there runs in the debuggee: no other user may have put it there.
  if (!isOwnFolder(cacheFolder(), folder)) return undefined;
  const versions = versionsIn(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  for (const version of versions) {
    const pythonPath = join(folder, version);
    if (debugpyIn(pythonPath) !== undefined) return { pythonPath, version, packages: pythonPath };
  }
  return undefined;
}

/** A folder with another name is one that is being filled. */
function versionsIn(folder: string): string[] {
  return namesIn(folder).filter((name) => /^\d[\w.]*$/.test(name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
