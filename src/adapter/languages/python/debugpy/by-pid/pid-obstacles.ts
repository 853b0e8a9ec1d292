import { readlinkSync } from 'node:fs';
import { readText } from '../../../../../files/read-file.ts';
import { DebugError } from '../../../../../model/debug-error.ts';
import { usableNames } from './native-debuggers.ts';

/** The first Python that takes code in by itself (sys.remote_exec). */
const FIRST_REMOTE_MINOR = 14;

/** An obstacle to an attach by pid, and advice. `why` continues a sentence. */
interface Obstacle {
  readonly why: string;
  readonly advice: string;
}

/** The system's setting for which processes may trace others. */
export const PTRACE_SCOPE = '/proc/sys/kernel/yama/ptrace_scope';

const START_IT = 'start the program with: python -m debugpy --listen 5678 app.py, and attach to port 5678';

/** The error for a process that cannot be attached to. */
export function pidRefused(pid: number, { why, advice }: Obstacle, cause?: unknown): DebugError {
  const details = { target: String(pid) };
  return new DebugError('attach_refused', `Cannot attach to process ${pid}: ${why}.`, { advice, details, cause });
}

/**
 * An obstacle that shows before anything is done to a process; undefined if none does. Linux only: elsewhere the
 * attempt shows it.
 *
 * @param folder The system's folder of the process: `/proc/4711`.
 */
export function obstacleOf(folder: string): Obstacle | undefined {
  const status = readText(`${folder}/status`) ?? '';
  const tracer = Number(/^TracerPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
  if (tracer !== 0) {
    const advice = `End that first (a debugger, strace), or ${START_IT}.`;
    return { why: `process ${tracer} traces it already, and only one can`, advice };
  }
  if (linkOf(`${folder}/ns/mnt`) !== linkOf('/proc/self/ns/mnt')) {
    const advice =
      'Run this server inside of that container, or start the program there with: python -m debugpy --listen 0.0.0.0:5678 app.py, and attach to the published port.';
    return { why: 'it runs in a container, where other files lie under the same names', advice };
  }
  return undefined;
}

/** The lack of a native debugger to get into a Python which needs one, by its version: `3.11.7`. */
export function noDebugger(version: string): Obstacle {
  const install =
    process.platform === 'darwin' ? 'xcode-select --install' : 'apt-get install gdb, or as your system does';
  return {
    why: `getting into a running Python ${shortOf(version)} needs ${usableNames().join(' or ')}, and it is not there`,
    advice: `Install it (${install}), or ${START_IT}.`,
  };
}

/**
 * The failure of all installed native debuggers in the proof on a process of ours.
 *
 * @param failed Each debugger with its failure, as a clause about it.
 */
export function noneProven(
  version: string,
  failed: readonly { readonly name: string; readonly problem: string }[],
): Obstacle {
  const tried = failed.map(
    ({ name, problem }) => `${name} was tried on a process of this server's own first, and ${problem}`,
  );
  const others = usableNames().filter((name) => !failed.some((each) => each.name === name));
  const ways = [
    'a newer gdb (16 calls functions on processors with AMX, 13 does not)',
    ...others,
    `a Python from 3.${FIRST_REMOTE_MINOR} on`,
  ];
  return {
    why: `${tried.join('; ')}. Nothing was done to the program`,
    advice: `To debug it, ${START_IT}. By pid, ${ways.join(', or ')} may do; this one is Python ${shortOf(version)}.`,
  };
}

/** True if a Python runs code that it is handed from outside (`sys.remote_exec`), by its version. */
export function takesCodeItself(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 3 || minor >= FIRST_REMOTE_MINOR;
}

/**
 * The obstacle that an attempt met.
 *
 * @param said What debugpy and the native debugger wrote.
 * @param scope The system's setting for tracing (kernel.yama.ptrace_scope); undefined where there is none.
 */
export function obstacleIn(said: string, scope: string | undefined): Obstacle {
  if (isForbidden(said)) return notPermitted(scope);
  if (/no such process/i.test(said)) return { why: 'it has ended', advice: 'Look the pid up again.' };
  const line = failureIn(said) ?? said.trim().split('\n').at(-1)?.trim() ?? '';
  return {
    why: `debugpy could not get into it${line === '' ? '' : ` (${line})`}`,
    advice: `Try again, or ${START_IT}.`,
  };
}

/** The first line in which a native debugger says that it could not do something; undefined where there is none. */
export function failureIn(said: string): string | undefined {
  const lines = said.split('\n').map((line) => line.trim());
  return lines.find((line) => /^error: /.test(line))?.slice('error: '.length);
}

/** True if the system did not let who tried it trace a process. */
export function isForbidden(said: string): boolean {
  return /operation not permitted|not permitted to (attach|trace)|PermissionError/i.test(said);
}

function notPermitted(scope: string | undefined): Obstacle {
  const by = scope?.trim() ?? '0';
  if (by === '0') {
    return {
      why: 'the system does not permit to trace it',
      advice: `In a container, give this server the capability SYS_PTRACE (docker run --cap-add=SYS_PTRACE); or ${START_IT}.`,
    };
  }
  const who = by === '1' ? 'only what started a program may trace it' : 'no program of a user may trace another';
  const change =
    by === '3' ? 'That stays so until the next boot.' : 'It can be allowed: sudo sysctl kernel.yama.ptrace_scope=0.';
  return {
    why: `the system does not permit to trace it (kernel.yama.ptrace_scope is ${by}: ${who})`,
    advice: `${change} Or ${START_IT}.`,
  };
}

function shortOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
