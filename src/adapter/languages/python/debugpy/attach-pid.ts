import { readlinkSync, realpathSync } from 'node:fs';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../../../files/read-file.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import { DebugError } from '../../../../model/debug-error.ts';
import { type DebuggeeProcess, startProcess } from '../../../../process/debuggee-process.ts';
import { findCommand } from '../../../../process/find-command.ts';
import { listenForStreams } from '../../../../wire/stream/stream-listener.ts';
import type { AdapterLink } from '../../../dap/recipe/adapter-link.ts';
import { findInterpreter } from '../interpreter/find-interpreter.ts';
import { debugpyArguments } from './debugpy-arguments.ts';
import { debugpyMissing, locateDebugpy } from './debugpy-copy.ts';
import { SessionQueue } from './session-queue.ts';

const DEFAULT_TIMEOUT_MS = 20_000;
/** How long an injector may take to let go of the process. */
const LEAVE_MS = 20_000;

/**
 * Puts debugpy into a running Python, which then connects to us. By Python's own means from 3.14 on, by a native debugger
 * (gdb, lldb) before.
 *
 * @throws DebugError `attach_refused` with what stood in the way
 */
export async function attachToPid(pid: number, options: CallOptions): Promise<AdapterLink> {
  const interpreter = await findInterpreter({
    executablePath: executableOf(pid),
    cwd: process.cwd(),
    env: process.env,
  });
  const debugpy = await locateDebugpy(interpreter);
  if (debugpy === undefined) throw debugpyMissing(interpreter);
  const sessions = new SessionQueue();
  let arrived: () => void = () => {};
  const connected = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listener = await listenForStreams({
    nudge: true,
    onTransport: (transport) => {
      const session = debugpyArguments({ stopOnEntry: false, programFile: undefined });
      sessions.add({ transport, command: 'attach', arguments: { ...session, redirectOutput: true } });
      arrived();
    },
  });
  const path = debugpy.pythonPath === undefined ? {} : { PYTHONPATH: joined(debugpy.pythonPath) };
  const injector = startProcess({
    command: interpreter.path,
    args: ['-m', 'debugpy', '--connect', `${listener.host}:${listener.port}`, '--pid', String(pid)],
    cwd: process.cwd(),
    env: definedOnly({ ...process.env, ...path }),
  });
  try {
    await untilConnected(injector, connected, pid, options);
  } catch (error) {
    listener.close();
    await leave(injector);
    throw error;
  }
  // It stays in the process until the handshake is done there.
  leave(injector).catch(() => {});
  return {
    started: undefined,
    label: `process ${pid}`,
    onSession: (take) => sessions.onSession(take),
    close: () => listener.close(),
  };
}

/**
 * Lets the injector end by itself. A native debugger that is killed leaves its own breakpoints in the process, which dies of
 * them; asked to end, it takes them out.
 */
async function leave(injector: DebuggeeProcess): Promise<void> {
  const ended = await Promise.race([injector.exited, sleep(LEAVE_MS, undefined, { ref: false })]);
  if (ended === undefined) {
    try {
      process.kill(-injector.pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
    await Promise.race([injector.exited, sleep(LEAVE_MS, undefined, { ref: false })]);
  }
  await injector.kill();
}

async function untilConnected(
  injector: DebuggeeProcess,
  connected: Promise<void>,
  pid: number,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: CallOptions,
): Promise<void> {
  let said = '';
  injector.onOutput((_, text) => {
    said = (said + text).slice(-2_000);
  });
  await new Promise<void>((resolve, reject) => {
    const settle = (why?: string) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (why === undefined) resolve();
      else reject(refused(pid, why, said));
    };
    const onAbort = () => settle('it was cancelled');
    const timer = setTimeout(() => settle(`it did not connect within ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    void connected.then(() => settle());
    void injector.exited.then(({ exitCode }) => {
      // A program that is idle takes the injected code up later, or has connected a moment ago.
      if (exitCode !== 0) settle('debugpy could not get into it');
    });
  });
}

function refused(pid: number, why: string, said: string): DebugError {
  const line = said.trim().split('\n').at(-1)?.trim() ?? '';
  return new DebugError(
    'attach_refused',
    `Process ${pid} cannot be debugged: ${why}.${line === '' ? '' : ` ${line}`}`,
    {
      advice:
        'Getting into a running Python needs gdb and the right to trace it. Start it with: python -m debugpy --listen 5678 app.py',
      details: { target: String(pid) },
    },
  );
}

/**
 * The interpreter of a running process, by the path that it was started with: that of a virtual environment is a link.
 *
 * @throws DebugError `attach_refused`
 */
function executableOf(pid: number): string {
  const folder = `/proc/${pid}`;
  try {
    const real = readlinkSync(`${folder}/exe`);
    const [command = ''] = (readText(`${folder}/cmdline`) ?? '').split('\0');
    const variables = (readText(`${folder}/environ`) ?? '').split('\0');
    const PATH = variables.find((each) => each.startsWith('PATH='))?.slice('PATH='.length) ?? '';
    const started = findCommand(command, { cwd: readlinkSync(`${folder}/cwd`), env: { PATH } });
    return started !== undefined && realpathSync(started) === real ? started : real;
  } catch (error) {
    throw new DebugError('attach_refused', `There is no process ${pid} that could be debugged.`, {
      advice: 'Check the pid, and that the process belongs to you.',
      details: { target: String(pid) },
      cause: error,
    });
  }
}

function joined(folder: string): string {
  const { PYTHONPATH: paths } = process.env;
  return paths === undefined || paths === '' ? folder : `${folder}${delimiter}${paths}`;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
