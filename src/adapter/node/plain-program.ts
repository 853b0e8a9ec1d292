import { startProcess } from '../../process/debuggee-process.ts';
import { definedOnly } from '../../process/defined-only.ts';
import type { LaunchRequest } from '../debug-adapter.ts';
import { inputOf } from '../debuggee-input.ts';
import type { PlainProgram } from '../plain-program.ts';
import { planLaunch } from './launch/launch-plan.ts';

/**
 * Starts a program of Node.js, or any command, as it would run in a terminal.
 *
 * @throws DebugError as planLaunch, `launch_failed`
 */
export function startPlainly(request: LaunchRequest): PlainProgram {
  const plan = planLaunch(request);
  const line =
    plan.kind === 'node' ? { command: plan.node, args: plan.nodeArgs } : { command: plan.command, args: plan.args };
  const env = definedOnly({ ...process.env, ...request.env });
  const started = startProcess({ ...line, cwd: request.cwd, env, ...inputOf(request) });
  return {
    exited: started.exited,
    onOutput: (listener) => started.onOutput(listener),
    // Without a debugger nobody can say.
    where: async () => undefined,
    kill: () => started.kill(),
  };
}
