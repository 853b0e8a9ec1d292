import { dirname } from 'node:path';
import { pathInDebuggee } from '../../../../files/debuggee-file.ts';
import { pythonPath } from '../../../commands/python-path.ts';

/**
 * The variables that load the tracer into each Python process below a program: the tracer's folder in front of `PYTHONPATH`.
 * Python runs the `sitecustomize` in it, which takes the folder away again, reads the request that `MCP_DEBUGGER_TRACE` names,
 * and runs the program's own `sitecustomize`. Not reached are interpreters that were told to ignore the environment (`-I`, `-E`,
 * `-S`).
 *
 * @throws Error when the distribution was built without it
 */
export function traceEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<'PYTHONPATH', string>> {
  return { PYTHONPATH: pythonPath(env.PYTHONPATH, [tracerFolder()]) };
}

/** A folder that holds nothing but the `sitecustomize`: what lies in it could be imported by the program. */
function tracerFolder(): string {
  return dirname(pathInDebuggee('python-trace/sitecustomize.py', import.meta.url));
}
