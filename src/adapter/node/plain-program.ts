import { rmSync } from 'node:fs';
import { delimiter } from 'node:path';
import { definedOnly } from '../../process/defined-only.ts';
import { makeTemporaryFolder } from '../../process/folders/temporary-folder.ts';
import { suspendedBelow } from '../../process/process-table.ts';
import { ADDED_OPTIONS } from '../commands/node-options.ts';
import { startProgram } from '../commands/start-program.ts';
import type { LaunchRequest } from '../debug-adapter.ts';
import { inputOf } from '../debuggee-input.ts';
import type { PlainProgram } from '../plain-program.ts';
import { canFollow } from './launch/boot/announcements.ts';
import { setsNodeOptions, writeNodeByName } from './launch/boot/node-by-name.ts';
import { UnfollowedWatch } from './launch/boot/unfollowed-watch.ts';
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
  const given = definedOnly({ ...process.env, ...request.env });
  const byName = plan.kind === 'command' ? nodeByName(request, given) : undefined;
  const env = byName?.env ?? given;
  const started = startProgram(request, { ...line, cwd: request.cwd, env, ...inputOf(request) });
  let watch: UnfollowedWatch | undefined;
  void started.exited.finally(() => {
    watch?.stop();
    byName?.remove();
  });
  const option = given[ADDED_OPTIONS];
  return {
    onUnfollowed(listener) {
      if (option === undefined || plan.kind !== 'command') return;
      const tree = { root: started.pid, request, option };
      watch = new UnfollowedWatch(tree, (text, { isLast }) => listener(text, isLast));
    },
    exited: started.exited,
    onOutput: (listener) => started.onOutput(listener),
    // Without a debugger this is not known.
    where: async () => undefined,
    suspended: () => suspendedBelow([started.pid]),
    kill: () => started.kill(),
  };
}

/** An environment in which scripts that replace NODE_OPTIONS find a `node` that puts back what was added to them. */
interface NodeByNameEnvironment {
  readonly env: Record<string, string>;
  remove(): void;
}

/** Undefined where nothing was added, or nothing takes it away. */
function nodeByName(request: LaunchRequest, given: Record<string, string>): NodeByNameEnvironment | undefined {
  const options = given[ADDED_OPTIONS];
  if (options === undefined || !canFollow() || !setsNodeOptions(request)) return undefined;
  const folder = makeTemporaryFolder('options');
  const own = writeNodeByName(folder, { options, switchedOn: ADDED_OPTIONS });
  return {
    env: { ...given, PATH: [own, given.PATH ?? ''].join(delimiter) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
