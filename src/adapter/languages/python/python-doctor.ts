import { DebugError } from '../../../model/debug-error.ts';
import type { LanguageHealth } from '../../../model/language-health.ts';
import type { DoctorSurroundings } from '../../language.ts';
import { debugpyMissing, locateDebugpy } from './debugpy/debugpy-copy.ts';
import { installDebugpy } from './debugpy/install-debugpy.ts';
import { findInterpreter, type PythonInterpreter } from './interpreter/find-interpreter.ts';

type Health = Pick<LanguageHealth, 'found' | 'state'>;

/** Looks for the Python that a program in this folder would run with, and for its debugpy. */
export async function checkPython(surroundings: DoctorSurroundings): Promise<LanguageHealth> {
  return { language: 'python', ...(await health(surroundings)) };
}

/** Installs a private debugpy where there is none. @throws DebugError `launch_failed` */
export async function fixPython(surroundings: DoctorSurroundings): Promise<void> {
  const interpreter = await findInterpreter(surroundings);
  if ((await locateDebugpy(interpreter, surroundings.env)) === undefined) await installDebugpy(interpreter);
}

async function health(surroundings: DoctorSurroundings): Promise<Health> {
  try {
    return await healthOf(await findInterpreter(surroundings), surroundings);
  } catch (error) {
    if (!(error instanceof DebugError)) throw error;
    return { found: [], state: unusable(error, 'install Python 3') };
  }
}

async function healthOf(interpreter: PythonInterpreter, { env }: DoctorSurroundings): Promise<Health> {
  const { path, version, origin } = interpreter;
  const python = { name: `Python (from ${origin})`, version, where: path };
  const debugpy = await locateDebugpy(interpreter, env);
  if (debugpy === undefined) {
    return { found: [python], state: unusable(debugpyMissing(interpreter), 'mcp-debugger doctor --fix python') };
  }
  const where = debugpy.pythonPath ?? `of ${path}`;
  return { found: [python, { name: 'debugpy', version: debugpy.version, where }], state: { kind: 'usable' } };
}

function unusable(error: DebugError, run: string): LanguageHealth['state'] {
  return { kind: 'unusable', problem: error.message.replace(/\.$/, ''), run };
}
