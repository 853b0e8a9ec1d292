import { basename } from 'node:path';
import type { CallOptions } from '../../../../model/call-options.ts';
import { DebugError, messageOf } from '../../../../model/debug-error.ts';
import type { Transport } from '../../../../wire/transport.ts';
import { shellLineOf } from '../../../commands/shell-line.ts';
import { startProgram } from '../../../commands/start-program.ts';
import type { AdapterLink } from '../../../dap/recipe/adapter-link.ts';
import type { LaunchRequest } from '../../../debug-adapter.ts';
import { inputOf } from '../../../debuggee-input.ts';
import { debuggeeFile } from '../debuggee-files.ts';
import { pythonEnvironment } from '../python-environment.ts';
import { type PythonStart, planPythonStart } from '../python-start.ts';
import { debugpyArguments } from './debugpy-arguments.ts';
import { type DebugpyCopy, debugpyMissing, locateDebugpy } from './debugpy-copy.ts';
import { launchWithAdapter } from './launch-with-adapter.ts';
import { openPrivatePort, type PrivatePort } from './private-port.ts';
import { SessionQueue } from './session-queue.ts';

/** The first version in which a debuggee that connects by itself says all that a session needs. */
const FIRST_DIRECT_VERSION = [1, 7];

/**
 * Starts a Python program under debugpy. The program connects to a port of ours and is spoken to without an adapter process
 * in between, which takes half of the time; the processes that it starts connect to the same port. No other process can: see TokenGate.
 *
 * @throws DebugError `launch_failed`, `source_not_found`, `invalid_argument`
 */
export async function launchWithDebugpy(request: LaunchRequest, options: CallOptions): Promise<AdapterLink> {
  const start = await planPythonStart(request);
  const { interpreter } = start.main;
  const env = pythonEnvironment(request.env);
  const debugpy = await locateDebugpy(interpreter, env);
  if (debugpy === undefined) throw debugpyMissing(interpreter);
  options.signal?.throwIfAborted();
  if (isDirect(debugpy.version)) return launchDirectly(request, start, debugpy, env);
  assertNoInput(request, debugpy);
  return launchWithAdapter(request, start.main, debugpy, env);
}

async function launchDirectly(
  request: LaunchRequest,
  { main: { target }, commandLine }: PythonStart,
  debugpy: DebugpyCopy,
  env: Readonly<Record<string, string>>,
): Promise<AdapterLink> {
  const sessions = new SessionQueue();
  const programFile = target.kind === 'file' ? target.path : undefined;
  const { stopOnEntry, justMyCode, adapterArguments: more } = request;
  const own = debugpyArguments({ stopOnEntry, programFile, justMyCode, more });
  const inherited = debugpyArguments({ stopOnEntry: false, programFile, justMyCode, more });
  let isFirst = true;
  const listener = await listen(request.debugPort, (transport) => {
    // A process that the program starts has no entry of its own to stop at.
    sessions.add({ transport, command: isFirst ? 'launch' : 'attach', arguments: isFirst ? own : inherited });
    isFirst = false;
  });
  try {
    const process = startProgram(request, {
      ...commandLine([
        // Modules that are frozen into the interpreter have no lines to stop at.
        ...['-X', 'frozen_modules=off'],
        debuggeeFile('start_debuggee.py'),
        // A private copy is not put on PYTHONPATH, so that the program sees nothing of it.
        debugpy.pythonPath ?? '',
        ...['--connect', `${listener.host}:${listener.port}`, '--configure-subProcess', 'true'],
      ]),
      cwd: request.cwd,
      ...inputOf(request),
      // Not among the arguments, which everybody on this machine can read.
      env: { ...env, MCP_DEBUGGER_TOKEN: listener.token },
    });
    return {
      started: { kind: 'debuggee', process },
      label: target.kind === 'file' ? basename(target.path) : request.program,
      programFile,
      onSession: (take) => sessions.onSession(take),
      close: () => listener.close(),
    };
  } catch (error) {
    listener.close();
    throw error;
  }
}

/** The adapter starts the program, without a shell, and its own standard input is the protocol's. */
function assertNoInput(request: LaunchRequest, { version }: DebugpyCopy): void {
  const { stdin, tty = false } = request;
  if (stdin === undefined && !tty && !shellLineOf(request)) return;
  throw new DebugError('unsupported', `debugpy ${version} is too old for stdin, tty and shell syntax in program.`, {
    advice: 'Install debugpy 1.7 or newer for this interpreter, or give env and cwd, and let the program read a file.',
    details: { argument: tty ? 'tty' : stdin === undefined ? 'program' : 'stdin' },
  });
}

async function listen(
  port: number | undefined,
  onTransport: (transport: Transport<string>) => void,
): Promise<PrivatePort> {
  try {
    return await openPrivatePort(onTransport, port);
  } catch (error) {
    throw new DebugError('launch_failed', `Port ${port} cannot be used for debugging: ${messageOf(error)}.`, {
      advice: 'Choose another port, or leave it out.',
      details: { program: 'debugpy' },
      cause: error,
    });
  }
}

/** True if a program under this version of debugpy can be spoken to without debugpy's adapter in between. */
export function isDirect(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [firstMajor = 0, firstMinor = 0] = FIRST_DIRECT_VERSION;
  // One whose version cannot be read is more likely to be new than old.
  return Number.isNaN(major) || major > firstMajor || (major === firstMajor && minor >= firstMinor);
}
