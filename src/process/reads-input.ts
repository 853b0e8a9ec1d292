import { readFileSync } from 'node:fs';
import { currentSystemCall, descriptorOf } from './system-evidence.ts';

/** A standard input with a writer at its other end. A file, or /dev/null, is read without waiting. */
const PIPE = /^(pipe|socket):/;
const TERMINAL = /^\/dev\/(pts|tty)/;
/** `-1` as the kernel prints the argument: no timer of the event loop is due, ever. */
const NO_TIMEOUT = /^0xffffffff(ffffffff)?$/;
/** V8 frees memory some seconds after a program became idle, by a timer of the same event loop. One of the program is mostly shorter. */
const LONG_TIMEOUT_MS = 1_000;

/**
 * True if the main thread of a process waits for its standard input and for nothing else: it is in a `read` of it, or in an event loop
 * with no timer that is due soon, no connection and no server.
 *
 * @param outside The input that comes from outside of the program, as {@link descriptorOf} names it: other pipes connect processes of it.
 * @returns false where the system does not say
 * @see proc_pid_fdinfo(5), `tfd`: the descriptors that an event loop waits for
 */
export function awaitsInput(pid: number, outside: string | undefined): boolean {
  if (process.platform !== 'linux') return false;
  const input = descriptorOf(pid, 0) ?? '';
  if (!TERMINAL.test(input) && !(input === outside && PIPE.test(input))) return false;
  const { name, args } = currentSystemCall(pid);
  if (name === 'read') return Number(args[0]) === 0;
  // The highest of the descriptors, plus one.
  if (name === 'select' || name === 'pselect6') return Number(args[0]) === 1;
  if (name !== 'epoll_wait' && name !== 'epoll_pwait') return false;
  const timeout = args[3] ?? '0x0';
  if (!NO_TIMEOUT.test(timeout) && Number(timeout) < LONG_TIMEOUT_MS) return false;
  const awaited = descriptorsOfLoop(pid, Number(args[0]));
  return awaited.includes(0) && !awaited.some((fd) => fd !== 0 && isSocket(pid, fd));
}

function isSocket(pid: number, descriptor: number): boolean {
  return descriptorOf(pid, descriptor)?.startsWith('socket:') === true;
}

function descriptorsOfLoop(pid: number, loop: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/fdinfo/${loop}`, 'utf8');
    const awaited = [...text.matchAll(/^tfd:\s*(\d+)/gm)].map((match) => Number(match[1]));
    // A terminal is opened once more under a number of its own.
    const input = descriptorOf(pid, 0);
    return awaited.map((fd) =>
      input !== undefined && descriptorOf(pid, fd) === input && TERMINAL.test(input) ? 0 : fd,
    );
  } catch {
    return [];
  }
}
