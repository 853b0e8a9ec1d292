import { dirname } from 'node:path';
import type { Rehearsal } from '../adapter/language.ts';
import type { CallOutcome } from '../calls/call-outcome.ts';
import { ToolCalls } from '../calls/tool-calls.ts';
import { DebugEngine } from '../engine/debug-engine.ts';
import { bindToolsets, type Toolset } from '../toolsets/tool.ts';

/**
 * Makes the calls of a debugging session that stops, steps and ends, with a program of ours: JavaScript is compiled when it first runs, and
 * what a launch starts and opens for the first time takes longer. A toolset with other tools has nothing to rehearse.
 *
 * @param signal When aborted, the call under way is cancelled, and no further one is made.
 * @returns What the calls came to
 */
export async function rehearse(
  toolsets: readonly Toolset<DebugEngine>[],
  { program, line, ...launch }: Rehearsal,
  signal: AbortSignal,
): Promise<readonly CallOutcome[]> {
  const own = toolsets.filter(({ tools }) => tools.some(({ name }) => name === 'debug_launch'));
  if (own.length === 0) return [];
  const engine = new DebugEngine({ cwd: dirname(program), isForgetful: true });
  const calls = new ToolCalls(
    bindToolsets(own, engine, () => engine.close()),
    { log: () => {}, masksSecrets: true },
  );
  const outcomes: CallOutcome[] = [];
  const call = async (name: string, args: object) => {
    if (!signal.aborted) outcomes.push(await calls.call(name, args, { signal, progress: () => {} }));
  };
  await call('debug_launch', { program, breakpoints: [`${program}:${line}`], ...launch });
  await call('debug_step', {});
  await call('debug_stop', {});
  await calls.close();
  return outcomes;
}
