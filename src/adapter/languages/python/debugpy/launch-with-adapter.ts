import { constants } from 'node:os';
import { basename, delimiter } from 'node:path';
import { startProcess } from '../../../../process/debuggee-process.ts';
import { connectStream } from '../../../../wire/stream/stream-connect.ts';
import type { AdapterLink, SessionOffer } from '../../../dap/recipe/adapter-link.ts';
import { adapterStreams } from '../../../dap/session/adapter-transport.ts';
import type { LaunchRequest } from '../../../debug-adapter.ts';
import type { PythonCommand } from '../python-command.ts';
import { debugpyArguments } from './debugpy-arguments.ts';
import type { DebugpyCopy } from './debugpy-copy.ts';
import { SessionQueue } from './session-queue.ts';

/**
 * Starts a Python program by way of debugpy's adapter process, which speaks over its standard streams: for versions whose
 * debuggees cannot be spoken to directly.
 *
 * @throws DebugError `launch_failed`
 */
export function launchWithAdapter(
  request: LaunchRequest,
  { interpreter, flags, target, args }: PythonCommand,
  { pythonPath }: DebugpyCopy,
  env: Readonly<Record<string, string>>,
): AdapterLink {
  const path = pythonPath === undefined ? {} : { PYTHONPATH: [pythonPath, ...pathsOf(env)].join(delimiter) };
  const process = startProcess({
    command: interpreter.path,
    args: ['-m', 'debugpy.adapter'],
    cwd: request.cwd,
    env: { ...env, ...path },
    stdin: 'open',
  });
  const { transport, stderrTail } = adapterStreams(process);
  const sessions = new SessionQueue();
  const programFile = target.kind === 'file' ? target.path : undefined;
  const { stopOnEntry, justMyCode, adapterArguments: more } = request;
  const what = {
    file: { program: programFile },
    module: { module: target.kind === 'module' ? target.name : '' },
    code: { code: target.kind === 'code' ? target.code : '' },
  };
  sessions.add({
    transport,
    command: 'launch',
    arguments: {
      ...debugpyArguments({ stopOnEntry, programFile, justMyCode, more }),
      ...what[target.kind],
      python: [interpreter.path, ...flags, '-X', 'frozen_modules=off'],
      args,
      cwd: request.cwd,
      env,
      console: 'internalConsole',
      redirectOutput: true,
    },
  });
  return {
    started: { kind: 'adapter', process },
    label: programFile === undefined ? request.program : basename(programFile),
    programFile,
    onSession: (take) => sessions.onSession(take),
    childSession: debugpyChild,
    childEvent: 'debugpyAttach',
    stderrTail,
    close: () => {},
  };
}

/** The session with a child process, as debugpy's adapter announces it: at an address of the adapter's. */
export async function debugpyChild(
  command: 'launch' | 'attach',
  configuration: Readonly<Record<string, unknown>>,
): Promise<SessionOffer> {
  const { connect } = configuration as { readonly connect?: { readonly host: string; readonly port: number } };
  const address = { host: connect?.host ?? '127.0.0.1', port: connect?.port ?? 0 };
  return { transport: await connectStream({ ...address, nudge: false }), command, arguments: configuration };
}

/** Signals that end programs, without SIGHUP: its code is that of `sys.exit(-1)`. */
const ENDING_SIGNALS = [
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGPIPE',
] as const;

/** The signal in an exit code: debugpy's launcher reports the last eight bits of its negative number. */
export function launcherSignal(exitCode: number): string | undefined {
  return ENDING_SIGNALS.find((name) => 256 - constants.signals[name] === exitCode);
}

function pathsOf({ PYTHONPATH: paths }: Readonly<Record<string, string>>): string[] {
  return paths === undefined || paths === '' ? [] : [paths];
}
