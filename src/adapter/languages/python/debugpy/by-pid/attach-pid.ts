import { readlinkSync, realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../../../../files/read-file.ts';
import type { CallOptions } from '../../../../../model/call-options.ts';
import { DebugError } from '../../../../../model/debug-error.ts';
import { suspendedRefusal } from '../../../../../model/program/suspended-error.ts';
import { type DebuggeeProcess, startProcess } from '../../../../../process/debuggee-process.ts';
import { definedOnly } from '../../../../../process/defined-only.ts';
import { findCommand } from '../../../../../process/find-command.ts';
import { isSuspended } from '../../../../../process/process-stat.ts';
import { programOf, unseenProgram } from '../../../../../process/running-program.ts';
import type { AdapterLink } from '../../../../dap/recipe/adapter-link.ts';
import { findInterpreter, type PythonInterpreter } from '../../interpreter/find-interpreter.ts';
import { ATTACHED, debugpyArguments } from '../debugpy-arguments.ts';
import { type DebugpyCopy, debugpyMissing, locateDebugpy } from '../debugpy-copy.ts';
import { openPrivatePort, type PrivatePort } from '../private-port.ts';
import { SessionQueue } from '../session-queue.ts';
import { enterByGdb, SAFE_POINT_MS, wasTakenSoon } from './enter-by-gdb.ts';
import { type Entrance, openEntrance } from './entrance.ts';
import type { GdbProcess } from './gdb-process.ts';
import { type FoundDebugger, nativeDebuggers, usableNames } from './native-debuggers.ts';
import { proofOf } from './native-proof.ts';
import {
  failureIn,
  isForbidden,
  noDebugger,
  noneProven,
  obstacleIn,
  obstacleOf,
  PTRACE_SCOPE,
  pidRefused,
  takesCodeItself,
} from './pid-obstacles.ts';

const DEFAULT_TIMEOUT_MS = 20_000;
/** Limit for the native debugger, or Python's own way in, to let go of the process. */
const LEAVE_MS = 20_000;
const MAX_SAID_CHARS = 200;

/** Asks another Python to run a file as soon as it can, from 3.14 on. */
const REMOTE_EXEC = 'import sys; sys.remote_exec(int(sys.argv[1]), sys.argv[2])';

/**
 * Puts debugpy into a running Python, which then connects to us. By Python's own means from 3.14 on, by a native debugger
 * (gdb, lldb) before.
 *
 * @throws DebugError `attach_refused` with what stood in the way, `request_timeout`, `cancelled`; `launch_failed` without debugpy
 */
export async function attachToPid(pid: number, options: CallOptions): Promise<AdapterLink> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const deadline = performance.now() + timeoutMs;
  const executablePath = await executableOf(pid);
  if (isSuspended(pid)) throw suspendedRefusal(pid);
  const obstacle = process.platform === 'linux' ? obstacleOf(`/proc/${pid}`) : undefined;
  if (obstacle !== undefined) throw pidRefused(pid, obstacle);
  const interpreter = await findInterpreter({ executablePath, cwd: process.cwd(), env: process.env });
  const debugpy = await locateDebugpy(interpreter);
  if (debugpy === undefined) throw debugpyMissing(interpreter);
  const proven = () => provenDebugger(pid, interpreter, { timeoutMs, signal });
  const takesCode = takesCodeItself(interpreter.version);
  const native = takesCode ? undefined : await proven();
  signal?.throwIfAborted();
  const sessions = new SessionQueue();
  let arrived = () => {};
  const connected = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const port = await openPrivatePort((transport) => {
    const session = debugpyArguments({ stopOnEntry: false, programFile: undefined });
    sessions.add({ transport, command: 'attach', arguments: { ...session, ...ATTACHED } });
    arrived();
  });
  let entering: Entering | undefined;
  try {
    const entrance = () => openEntrance(pid, debugpy.packages, port);
    entering = takesCode
      ? throughPython(pid, interpreter.path, entrance(), proven)
      : native?.name === 'gdb'
        ? throughGdb(pid, entrance())
        : throughDebugpy(pid, interpreter.path, debugpy, native, port);
    const { said } = entering;
    const tooLate = () => neverConnected(pid, timeoutMs, said());
    await untilConnected(entering, connected, tooLate, { timeoutMs: deadline - performance.now(), signal });
  } catch (error) {
    port.close();
    await entering?.leave();
    throw error;
  }
  // It stays in the process until the handshake is done there.
  entering.leave().catch(() => {});
  return {
    started: undefined,
    label: `process ${pid}`,
    onSession: (take) => sessions.onSession(take),
    close: () => port.close(),
  };
}

/**
 * The native debugger that is to get into a process: one that has shown on a process of ours that it leaves it as it was. Undefined on
 * Windows.
 *
 * @throws DebugError `attach_refused` when there is none; `cancelled`
 */
async function provenDebugger(
  pid: number,
  { path, version }: PythonInterpreter,
  options: CallOptions,
): Promise<FoundDebugger | undefined> {
  if (usableNames().length === 0) return undefined;
  const failed: { name: string; problem: string }[] = [];
  for (const native of nativeDebuggers()) {
    const proof = await proofOf(native, path, options);
    if (proof.kind === 'passed') return native;
    const { said, problem } = proof;
    if (isForbidden(said)) throw pidRefused(pid, obstacleIn(said, readText(PTRACE_SCOPE)));
    failed.push({ name: native.name, problem });
  }
  throw pidRefused(pid, failed.length === 0 ? noDebugger(version) : noneProven(version, failed));
}

/** An attempt to get into the process. */
interface Entering {
  /**
   * Rejects when the attempt fails: `attach_refused`. Never resolves for lack of an answer: an idle program takes the code up
   * later.
   */
  readonly refused: Promise<never>;
  /** The last that is known of it; empty if nothing is. */
  said(): string;
  /** Lets the attempt end by itself, and gives up the part that has not begun. Resolves when nothing of it is left. */
  leave(): Promise<void>;
}

function throughGdb(pid: number, entrance: Entrance): Entering {
  const giveUp = new AbortController();
  const started: GdbProcess[] = [];
  const entered = enterByGdb(pid, entrance, giveUp.signal, (gdb) => started.push(gdb));
  const settled = entered.catch(() => {});
  return {
    refused: new Promise((_, reject) => {
      entered.catch(reject);
    }),
    said: () => entrance.failure(),
    async leave() {
      const isTaken = entrance.wasTaken();
      giveUp.abort();
      if (!isTaken) entrance.withdraw();
      await Promise.all(started.map(letEnd));
      await settled;
      entrance.withdraw();
    },
  };
}

/**
 * By `sys.remote_exec`, for which the interpreter is that of the process. Its main thread takes the code up when it next runs Python: where it
 * waits in a native call, gdb has it run there, if there is one.
 */
function throughPython(
  pid: number,
  python: string,
  entrance: Entrance,
  proven: () => Promise<FoundDebugger | undefined>,
): Entering {
  const args = ['-I', '-c', REMOTE_EXEC, String(pid), entrance.script];
  const injector = startProcess({ command: python, args, cwd: dirname(python), env: definedOnly(process.env) });
  const injecting = injected(pid, injector);
  const giveUp = new AbortController();
  let byGdb: Entering | undefined;
  const waited = injector.exited.then(async ({ exitCode }) => {
    if (exitCode !== 0 || (await wasTakenSoon(entrance, SAFE_POINT_MS, giveUp.signal))) return;
    const native = giveUp.signal.aborted ? undefined : await proven();
    // The process may yet open the script.
    if (native?.name === 'gdb' && !giveUp.signal.aborted)
      byGdb = throughGdb(pid, { ...entrance, withdraw: entrance.giveUp });
    byGdb?.refused.catch(() => {});
  });
  return {
    refused: injecting.refused,
    said: () => entrance.failure() || injecting.said(),
    async leave() {
      giveUp.abort();
      await injecting.leave();
      await waited.catch(() => {});
      await byGdb?.leave();
      const { exitCode } = await injector.exited;
      const isOpened = byGdb === undefined && entrance.wasTaken();
      if (exitCode !== 0 || isOpened) entrance.withdraw();
      else entrance.giveUp();
    },
  };
}

function throughDebugpy(
  pid: number,
  python: string,
  { pythonPath }: DebugpyCopy,
  native: FoundDebugger | undefined,
  { host, port, token }: PrivatePort,
): Entering {
  const path = pythonPath === undefined ? {} : { PYTHONPATH: joined(pythonPath) };
  // It takes gdb alone unless it is asked to.
  const lldb = native?.name === 'lldb' ? { PYDEVD_ATTACH_PREFER_LLDB: '1' } : {};
  const injector = startProcess({
    command: python,
    args: [
      ...['-m', 'debugpy', '--connect', `${host}:${port}`, '--adapter-access-token', token],
      ...['--pid', String(pid)],
    ],
    // Not the folder of the project, whose modules `-m` would take for debugpy's.
    cwd: dirname(python),
    env: definedOnly({ ...process.env, ...path, ...lldb }),
  });
  return injected(pid, injector);
}

/** An attempt that a process of ours makes, which ends by itself. */
function injected(pid: number, injector: DebuggeeProcess): Entering {
  let said = '';
  injector.onOutput((_, text) => {
    said = (said + text).slice(-2_000);
  });
  return {
    refused: new Promise((_, reject) => {
      void injector.exited.then(({ exitCode }) => {
        // A program that is idle takes the injected code up later, or has connected a moment ago. A native debugger that could not do what
        // it was asked to says so, and the injector ends well all the same.
        if (exitCode !== 0 || failureIn(said) !== undefined)
          reject(pidRefused(pid, obstacleIn(said, readText(PTRACE_SCOPE))));
      });
    }),
    said: () => said.trim().split('\n').at(-1)?.trim() ?? '',
    leave: () => letEnd(injector),
  };
}

/**
 * Lets what is in the process end by itself. A native debugger that is killed leaves its own breakpoints there, and the process dies of
 * them; asked to end, it takes them out.
 */
async function letEnd(injector: DebuggeeProcess | GdbProcess): Promise<void> {
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
  { refused }: Entering,
  connected: Promise<void>,
  tooLate: () => DebugError,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: unknown) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onAbort = () => settle(new DebugError('cancelled', 'Attaching was cancelled.'));
    const timer = setTimeout(() => settle(tooLate()), Math.max(timeoutMs, 0));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    void connected.then(() => settle());
    refused.catch(settle);
  });
}

function neverConnected(pid: number, timeoutMs: number, said: string): DebugError {
  const time = timeoutMs < 1_000 ? `${timeoutMs} ms` : `${Math.ceil(timeoutMs / 1_000)} s`;
  const last = said === '' ? '' : ` The last that was said of it: ${said.slice(0, MAX_SAID_CHARS)}`;
  return new DebugError('request_timeout', `debugpy did not start in process ${pid} within ${time}.${last}`, {
    advice:
      'It may be inside of a native call that lets no other code run: try again, or start it with: python -m debugpy --listen 5678 app.py',
    details: { method: 'attach', timeoutMs },
  });
}

/**
 * The interpreter of a running process, by the path that it was started with: that of a virtual environment is a link. Undefined
 * where the system does not say (Windows): the one of the project is used then.
 *
 * @throws DebugError `attach_refused`
 */
async function executableOf(pid: number): Promise<string | undefined> {
  assertAlive(pid);
  const real = await programOf(pid);
  if (process.platform !== 'linux') return real;
  if (real === undefined) throw pidRefused(pid, unseenProgram(pid));
  const folder = `/proc/${pid}`;
  const [command = ''] = (readText(`${folder}/cmdline`) ?? '').split('\0');
  const variables = (readText(`${folder}/environ`) ?? '').split('\0');
  const PATH = variables.find((each) => each.startsWith('PATH='))?.slice('PATH='.length) ?? '';
  try {
    const started = findCommand(command, { cwd: readlinkSync(`${folder}/cwd`), env: { PATH } });
    return started !== undefined && realpathSync(started) === real ? started : real;
  } catch {
    // It has another folder than there is, or has ended.
    return real;
  }
}

function assertAlive(pid: number): void {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return;
    const advice = 'Look the pid up again; a restarted program has a new one.';
    throw pidRefused(pid, { why: 'there is no such process', advice }, error);
  }
}

function joined(folder: string): string {
  const { PYTHONPATH: paths } = process.env;
  return paths === undefined || paths === '' ? folder : `${folder}${delimiter}${paths}`;
}
