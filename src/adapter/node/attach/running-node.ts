import { basename } from 'node:path';
import { readText } from '../../../files/read-file.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { programOf, unseenProgram } from '../../../process/running-program.ts';

const SIGUSR1_BIT = 1n << 9n;

/** True if a file is a Node.js, by what it is called: `node`, `nodejs`, `node-20`, `node.exe`. */
export function isNodeName(name: string): boolean {
  return /^node(js)?([-_.\d].*)?$/i.test(name);
}

/** @throws DebugError `attach_refused` for a process that is not Node.js, or may not be attached to */
export async function refuseUnlessNode(pid: number): Promise<void> {
  if (!Number.isInteger(pid) || pid < 1 || !isAlive(pid)) {
    throw refused(pid, 'there is no such process', 'Look the pid up again; a restarted program has a new one.');
  }
  if (pid === process.pid) throw refused(pid, 'it is this debugger itself', 'Attach to another process.');
  const program = await programOf(pid);
  if (program === undefined) {
    const { why, advice } = unseenProgram(pid);
    throw refused(pid, why, advice);
  }
  if (!isNodeName(basename(program))) {
    const advice = 'Pass the pid of the node process itself, not that of a shell or npm around it.';
    throw refused(pid, `it runs ${program}, which is not Node.js`, advice);
  }
}

/**
 * A Node process that is still starting, or was started with --disable-sigusr1, would die of the signal.
 *
 * @throws DebugError `attach_refused`
 */
export function refuseUnlessSignalHandled(pid: number): void {
  if (process.platform !== 'linux') return;
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(statusOf(pid))?.[1];
  if (caught !== undefined && (BigInt(`0x${caught}`) & SIGUSR1_BIT) === 0n) {
    const why = 'it does not handle SIGUSR1 (it is still starting, or runs with --disable-sigusr1)';
    throw refused(pid, why, 'Try again in a second, or start the program with --inspect=0.');
  }
}

/** Linux's status of a process; empty elsewhere. */
function statusOf(pid: number): string {
  return readText(`/proc/${pid}/status`) ?? '';
}

/** True if there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not permitted: it exists, and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** An error that says why a process cannot be attached to, with advice. */
export function refused(pid: number, why: string, advice: string): DebugError {
  return new DebugError('attach_refused', `Cannot attach to process ${pid}: ${why}.`, {
    advice,
    details: { target: pid },
  });
}
