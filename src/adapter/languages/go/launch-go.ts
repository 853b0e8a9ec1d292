import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { definedOnly } from '../../../process/defined-only.ts';
import { makeTemporaryFolder } from '../../../process/folders/temporary-folder.ts';
import type { AdapterLink } from '../../dap/recipe/adapter-link.ts';
import type { AttachRequest, LaunchRequest } from '../../debug-adapter.ts';
import { runBuild } from '../build-step.ts';
import { startDelve } from './delve-link.ts';
import { type GoCommand, planGoCommand } from './go-command.ts';
import { delveOf, goOf } from './go-tools.ts';

/** Code as it is written: without it, variables are gone and lines run together. */
const DEBUGGABLE = '-gcflags=all=-N -l';
const MAIN = 'main.main';

/**
 * Builds a Go program, so that errors of the compiler are ours to show and nothing is left beside its files, and has delve start it.
 *
 * @throws DebugError `launch_failed`, `source_not_found`, `invalid_argument`, `unsupported`
 */
export async function launchGo(request: LaunchRequest, options: CallOptions): Promise<AdapterLink> {
  refuseInput(request);
  const { cwd, stopOnEntry, adapterArguments } = request;
  const command = planGoCommand(request);
  const env = definedOnly({ ...process.env, ...request.env });
  const isBuilt = command.kind === 'binary';
  const delve = delveOf({ cwd, env });
  const folder = makeTemporaryFolder('go');
  const [built = ''] = isBuilt ? command.target : [];
  const output = isBuilt ? built : join(folder, process.platform === 'win32' ? 'program.exe' : 'program');
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (!isBuilt) {
      const go = goOf({ cwd, env }, request.runtimeExecutable);
      const { buildFolder, label } = command;
      await runBuild({ command: go, args: buildArguments(command, output), cwd: buildFolder, env, label }, options);
    }
    // Tests run in the folder of their package.
    const runFolder = command.kind === 'test' ? packageFolder(command) : cwd;
    const reached = await startDelve(delve, { cwd: runFolder, env }, options);
    const launch = {
      ...adapterArguments,
      request: 'launch',
      mode: 'exec',
      program: output,
      args: command.args,
      cwd: runFolder,
      outputMode: 'remote',
      hideSystemGoroutines: true,
      stopOnEntry: false,
    };
    const isFirstStop = stopOnEntry ? { entryFunction: MAIN } : {};
    return {
      started: { kind: 'adapter', process: reached.process },
      label: command.label,
      programFile: resolve(cwd, request.program),
      onSession: (take) => take({ transport: reached.transport, command: 'launch', arguments: launch, ...isFirstStop }),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Attaches to a process of this machine by its pid. @throws DebugError `unsupported`, `launch_failed` */
export async function attachGo(request: AttachRequest, options: CallOptions): Promise<AdapterLink> {
  if (request.kind !== 'pid') {
    throw new DebugError('unsupported', 'A Go program is attached to by its pid.', {
      advice: 'Give the pid of the program.',
    });
  }
  const cwd = process.cwd();
  const env = definedOnly(process.env);
  const reached = await startDelve(delveOf({ cwd, env }), { cwd, env }, options);
  const attach = { request: 'attach', mode: 'local', processId: request.pid, hideSystemGoroutines: true };
  return {
    started: undefined,
    label: `process ${request.pid}`,
    onSession: (take) => take({ transport: reached.transport, command: 'attach', arguments: attach }),
    close: () => void reached.process.kill(),
  };
}

function buildArguments({ kind, target, flags }: GoCommand, output: string): readonly string[] {
  const verb = kind === 'test' ? ['test', '-c'] : ['build'];
  return [...verb, DEBUGGABLE, '-o', output, ...flags, ...target];
}

function packageFolder({ buildFolder, target }: GoCommand): string {
  const [first = '.'] = target;
  if (first.endsWith('.go')) return dirname(resolve(buildFolder, first));
  return /^\.{0,2}([\\/]|$)|^\.\.?$/.test(first) ? resolve(buildFolder, first) : buildFolder;
}

/** Refuses a standard input: a program that delve starts has delve's own. */
function refuseInput({ stdin, tty = false }: LaunchRequest): void {
  if (stdin === undefined && !tty) return;
  throw new DebugError('unsupported', `A Go program cannot be given ${tty ? 'a terminal' : 'a standard input'} here.`, {
    advice: 'Let it read a file that its arguments name, or start it in a terminal, and attach to it by its pid.',
    details: { argument: tty ? 'tty' : 'stdin' },
  });
}
