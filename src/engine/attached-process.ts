import type { AttachRequest } from '../adapter/debug-adapter.ts';
import { suspendedRefusal } from '../model/program/suspended-error.ts';
import { isAlive } from '../process/is-alive.ts';
import { type PortOwner, portOwner } from '../process/listening-ports.ts';
import { isSuspended } from '../process/process-stat.ts';
import { readProcEntry } from '../process/process-table.ts';
import { argumentsOf } from '../process/running-program.ts';
import type { StartRequest } from '../session/start-request.ts';
import { isLocal } from './local-only.ts';

/** A process of its own between a Python program, which has started it, and us. */
const DEBUGPY_ADAPTER = /[\\/]debugpy[\\/]adapter([\\/]|$)/;

/** The process of this machine that an attach is for. `none`: there is none, or it runs on another machine. */
export async function attachedProcess(target: AttachRequest): Promise<PortOwner> {
  if (target.kind === 'pid') return isAlive(target.pid) ? { kind: 'process', pid: target.pid } : { kind: 'none' };
  const port = targetPort(target);
  const owner: PortOwner = port === undefined ? { kind: 'none' } : await portOwner(port);
  if (owner.kind !== 'process') return owner;
  const words = await argumentsOf(owner.pid);
  const parent = words.some((word) => DEBUGPY_ADAPTER.test(word)) ? readProcEntry(owner.pid)?.ppid : undefined;
  return { kind: 'process', pid: parent ?? owner.pid };
}

/** The pid of the process that an attach is for, where a signal has stopped it. */
export async function suspendedTarget(target: AttachRequest): Promise<number | undefined> {
  const owner = await attachedProcess(target);
  return owner.kind === 'process' && isSuspended(owner.pid) ? owner.pid : undefined;
}

/** @throws DebugError `attach_refused` for a program that a signal has stopped: it would not answer */
export async function refuseSuspended(start: StartRequest): Promise<void> {
  const pid = start.kind === 'attach' ? await suspendedTarget(start.target) : undefined;
  if (pid !== undefined) throw suspendedRefusal(pid);
}

/** The port of this machine that an attach is for; undefined for one by pid, and for another machine's. */
export function targetPort(target: AttachRequest): number | undefined {
  if (target.kind === 'pid' || !isLocal(target)) return undefined;
  if (target.kind === 'port') return target.port;
  return URL.canParse(target.url) ? Number(new URL(target.url).port || 80) : undefined;
}
