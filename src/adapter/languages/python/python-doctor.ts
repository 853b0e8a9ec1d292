import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DebugError } from '../../../model/debug-error.ts';
import type { LanguageHealth } from '../../../model/language-health.ts';
import type { DoctorSurroundings } from '../../language.ts';
import { nativeDebuggers } from './debugpy/by-pid/native-debuggers.ts';
import { tryOnOurOwn } from './debugpy/by-pid/native-proof.ts';
import { takesCodeItself } from './debugpy/by-pid/pid-obstacles.ts';
import { debugpyMissing, fixCommand, locateDebugpy } from './debugpy/debugpy-copy.ts';
import { installDebugpy } from './debugpy/install-debugpy.ts';
import { findInterpreter, interpreterIn, type PythonInterpreter } from './interpreter/find-interpreter.ts';

type Health = Pick<LanguageHealth, 'found' | 'state'>;

/** Looks for the Python that is named, or that a program in this folder would run with, and for its debugpy. */
export async function checkPython(surroundings: DoctorSurroundings): Promise<LanguageHealth> {
  return { language: 'python', ...(await health(surroundings)) };
}

/** Installs a private debugpy where there is none. @throws DebugError `launch_failed` */
export async function fixPython(surroundings: DoctorSurroundings): Promise<void> {
  const interpreter = await meantInterpreter(surroundings);
  if ((await locateDebugpy(interpreter, surroundings.env)) === undefined) await installDebugpy(interpreter);
}

async function health(surroundings: DoctorSurroundings): Promise<Health> {
  try {
    return await healthOf(await meantInterpreter(surroundings), surroundings);
  } catch (error) {
    if (!(error instanceof DebugError)) throw error;
    const isWrongPath = error.code === 'invalid_argument';
    return { found: [], state: unusable(error, isWrongPath ? 'correct the path after --python' : 'install Python 3') };
  }
}

/** A folder that is no environment itself stands for the programs in it. @throws DebugError as findInterpreter */
function meantInterpreter({ cwd, env, python }: DoctorSurroundings): Promise<PythonInterpreter> {
  if (python === undefined) return findInterpreter({ cwd, env });
  const path = resolve(cwd, python);
  const isProject = statSync(path, { throwIfNoEntry: false })?.isDirectory() && interpreterIn(path) === undefined;
  return findInterpreter(isProject ? { cwd: path, env } : { cwd, env, executablePath: python });
}

async function healthOf(interpreter: PythonInterpreter, { env }: DoctorSurroundings): Promise<Health> {
  const { path, version, origin } = interpreter;
  const python = { name: `Python (from ${origin})`, version, where: path };
  const debugpy = await locateDebugpy(interpreter, env);
  if (debugpy === undefined) {
    return { found: [python], state: unusable(debugpyMissing(interpreter), fixCommand(interpreter)) };
  }
  const where = debugpy.pythonPath ?? `of ${path}`;
  const parts = [python, { name: 'debugpy', version: debugpy.version, where }, ...(await byPid(interpreter))];
  return { found: parts, state: { kind: 'usable' } };
}

/** True if programs that run already can be attached to by their pid: what is there for it has to show it. */
async function byPid({ path, version }: PythonInterpreter): Promise<Health['found']> {
  if (takesCodeItself(version)) return [];
  return Promise.all(
    nativeDebuggers().map(async (native) => {
      const proof = await tryOnOurOwn(native, path);
      const use = proof.kind === 'passed' ? 'attaches by pid' : `does not attach by pid here: ${proof.problem}`;
      return { name: native.name, version: '', where: `${native.path}, ${use}` };
    }),
  );
}

function unusable(error: DebugError, run: string): LanguageHealth['state'] {
  return { kind: 'unusable', problem: error.message.replace(/\.$/, ''), run };
}
