import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeepAlive, SystemEvidence } from '../model/hang-report.ts';
import { statFields } from './process-stat.ts';
import { processTable } from './process-table.ts';

type ChildState = Extract<KeepAlive, { kind: 'child process' }>;

/** Between two readings of the processor time. */
const CPU_WINDOW_MS = 100;
/** The number of clock ticks in /proc (10 ms) that distinguishes work from noise. */
const BUSY_TICKS = 4;
const MAX_LAST = 4;

/** Names of the system calls that wait, by machine and number. */
const SYSTEM_CALLS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  x64: {
    ...{ 0: 'read', 1: 'write', 2: 'open', 7: 'poll', 17: 'pread64', 18: 'pwrite64', 23: 'select', 35: 'nanosleep' },
    ...{ 42: 'connect', 43: 'accept', 44: 'sendto', 45: 'recvfrom', 46: 'sendmsg', 47: 'recvmsg', 61: 'wait4' },
    ...{ 72: 'fcntl', 73: 'flock', 74: 'fsync', 202: 'futex', 230: 'clock_nanosleep', 232: 'epoll_wait' },
    ...{ 247: 'waitid', 257: 'openat', 270: 'pselect6', 271: 'ppoll', 281: 'epoll_pwait', 288: 'accept4' },
  },
  arm64: {
    ...{ 22: 'epoll_pwait', 25: 'fcntl', 32: 'flock', 56: 'openat', 63: 'read', 64: 'write', 67: 'pread64' },
    ...{ 68: 'pwrite64', 72: 'pselect6', 73: 'ppoll', 82: 'fsync', 95: 'waitid', 98: 'futex', 101: 'nanosleep' },
    ...{ 115: 'clock_nanosleep', 202: 'accept', 203: 'connect', 206: 'sendto', 207: 'recvfrom', 211: 'sendmsg' },
    ...{ 212: 'recvmsg', 242: 'accept4', 260: 'wait4' },
  },
};

/** Calls whose first argument is a file descriptor, and those whose second one is a path. */
const ON_DESCRIPTOR =
  /^(read|write|pread64|pwrite64|connect|accept4?|sendto|recvfrom|sendmsg|recvmsg|fcntl|flock|fsync)$/;
const ON_PATH = /^openat$/;

/**
 * The operating system's report on the main thread of a process: the system call that the thread is in, whether it computes, and
 * the process's children. Takes a tenth of a second. Away from Linux only the children are known.
 *
 * @see proc_pid_syscall(5), proc_pid_stat(5)
 */
export async function systemEvidence(pid: number): Promise<SystemEvidence> {
  const before = statFields(pid, pid);
  const [children] = await Promise.all([childrenOf(pid), sleep(CPU_WINDOW_MS)]);
  const after = statFields(pid, pid);
  if (before === undefined || after === undefined) return { children };
  // One that waits for its turn on a busy machine computes, too.
  const isReady = before[0] === 'R' && after[0] === 'R';
  const computes = isReady || ticksOf(after) - ticksOf(before) >= BUSY_TICKS;
  return { ...(computes ? {} : systemCallOf(pid)), computes, children };
}

/** The state of a process, in one word. */
export function processState(pid: number): ChildState['state'] {
  const state = statFields(pid, pid)?.[0];
  if (state === undefined) return 'unknown';
  if (state === 'R') return 'running';
  if (state === 'T' || state === 't') return 'stopped';
  return state === 'Z' || state === 'X' ? 'ended' : 'sleeping';
}

/** The running children of a process, with their command lines. */
export async function childrenOf(pid: number): Promise<ChildState[]> {
  const table = await processTable().catch(() => []);
  const below = (parent: number): number[] =>
    table.filter(({ ppid, zombie }) => ppid === parent && !zombie).map((each) => each.pid);
  return below(pid).map((child) => {
    // Below a shell it is the command that writes.
    const hasFullPipe = [child, ...below(child)].some((each) => writesToPipeOf(each, pid));
    const state = processState(child);
    return {
      kind: 'child process',
      pid: child,
      command: commandOf(child),
      state,
      ...(hasFullPipe ? { hasFullPipe } : {}),
    };
  });
}

/** True if a process is blocked writing to a pipe that another one could read. */
function writesToPipeOf(pid: number, reader: number): boolean {
  const { systemCall, subject } = systemCallOf(pid);
  return systemCall === 'write' && subject?.startsWith('pipe:') === true && readDescriptorsOf(reader).includes(subject);
}

/** The files that a process has open to read from. */
function readDescriptorsOf(pid: number): string[] {
  try {
    const names = readdirSync(`/proc/${pid}/fd`).filter((name) => lstatSync(`/proc/${pid}/fd/${name}`).mode & 0o400);
    return names.flatMap((name) => descriptorOf(pid, Number(name)) ?? []);
  } catch {
    return [];
  }
}

/** The processes at the ends of a tree: what the others of it wait for. At most a few. */
export async function lastInTree(pid: number): Promise<ChildState[]> {
  const table = (await processTable().catch(() => [])).filter(({ zombie }) => !zombie);
  const below = (parent: number): number[] => {
    const children = table.filter(({ ppid }) => ppid === parent).map((each) => each.pid);
    return children.length === 0 ? [parent] : children.flatMap(below);
  };
  return below(pid)
    .slice(0, MAX_LAST)
    .map((each) => ({ kind: 'child process', pid: each, command: commandOf(each), state: processState(each) }));
}

/** The command line of a process, empty where the system does not say. */
export function commandOf(pid: number): string {
  return readText(`/proc/${pid}/cmdline`)?.split('\0').join(' ').trim() ?? '';
}

/** A system call, with its arguments as the kernel prints them. */
interface SystemCall {
  /** Undefined for one without a name here; `number` is empty for a process that is in none. */
  readonly name: string | undefined;
  readonly number: string;
  readonly args: readonly string[];
}

/** The system call that the main thread of a process is in. Linux only. */
export function currentSystemCall(pid: number): SystemCall {
  const [number = '', ...args] = readText(`/proc/${pid}/syscall`)?.trim().split(' ') ?? [];
  const isCall = /^\d+$/.test(number);
  return {
    name: isCall ? SYSTEM_CALLS[process.arch]?.[Number(number)] : undefined,
    number: isCall ? number : '',
    args,
  };
}

function systemCallOf(pid: number): Pick<SystemEvidence, 'systemCall' | 'subject'> {
  const { name: systemCall, number, args } = currentSystemCall(pid);
  if (systemCall === undefined) return number === '' ? {} : { systemCall: `system call ${number}` };
  const subject = ON_DESCRIPTOR.test(systemCall)
    ? descriptorOf(pid, Number(args[0]))
    : ON_PATH.test(systemCall)
      ? textAt(pid, BigInt(args[1] ?? '0x0'))
      : undefined;
  return { systemCall, ...(subject === undefined ? {} : { subject }) };
}

/** The target of a process's descriptor, as the system calls it: a path, `pipe:[1234]`, `socket:[1234]`. Linux only. */
export function descriptorOf(pid: number, descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

/** A text in the memory of a process; undefined where the system does not let us look. */
function textAt(pid: number, address: bigint): string | undefined {
  try {
    const memory = openSync(`/proc/${pid}/mem`, 'r');
    try {
      const bytes = Buffer.alloc(512);
      const length = readSync(memory, bytes, 0, bytes.length, address);
      const end = bytes.subarray(0, length).indexOf(0);
      return end > 0 ? bytes.toString('utf8', 0, end) : undefined;
    } finally {
      closeSync(memory);
    }
  } catch {
    return undefined;
  }
}

/** Processor time, in clock ticks. */
function ticksOf(stat: readonly string[]): number {
  return Number(stat[11]) + Number(stat[12]);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
