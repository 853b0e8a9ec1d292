import { setTimeout as sleep } from 'node:timers/promises';
import { listInspectorTargets } from '../../../cdp/discover.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { suspendedRefusal } from '../../../model/program/suspended-error.ts';
import { pidListeningOn } from '../../../process/listening-ports.ts';
import { isSuspended } from '../../../process/process-stat.ts';
import { type WatchedSocket, watchedSockets } from '../../../process/watched-sockets.ts';
import { type InspectorFlags, inspectorFlagsOf } from './inspector-flags.ts';
import {
  type FoundSocket,
  nodeSockets,
  openBefore,
  openedBySignal,
  openFromStart,
  stillThere,
} from './inspector-socket.ts';
import { isAlive, refused, refuseUnlessNode, refuseUnlessSignalHandled } from './running-node.ts';

const DEFAULT_TIMEOUT_MS = 3_000;
/** An inspector answers from a thread of its own, also while the program is busy or stopped at a breakpoint. */
const ANSWER_MS = 500;
const POLL_MS = 20;
/** Limit for an inspector to open that is not open yet. */
const OPENING_MS = 500;

/** The inspector of a process that runs already. */
interface PidInspector {
  /** `ws://127.0.0.1:9229/…` */
  readonly url: string;
  /** The inspector was closed before, and was opened on our request. */
  readonly openedByUs: boolean;
}

/**
 * The inspector of the Node process `pid`: the one that it has open, or else one that it opens on our signal (SIGUSR1).
 * Waits 3 s when the options do not say otherwise. The signal is sent only to a process that is known to handle it, because
 * it kills every other one. Nothing is sent to ports of the program: which one is the inspector's is decided before it is spoken to.
 *
 * @throws DebugError `attach_refused` with the reason, `cancelled`
 */
export async function inspectorPortsOfPid(pid: number, options: CallOptions = {}): Promise<PidInspector> {
  const deadline = Date.now() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  throwIfCancelled(options);
  await refuseUnlessNode(pid);
  // The signal would open its inspector whenever it goes on.
  if (isSuspended(pid)) throw suspendedRefusal(pid);
  const flags = await inspectorFlagsOf(pid);
  const before = await socketsOf(pid);
  const known = openFromStart(before, flags);
  const found = known.kind === 'none' && flags.port !== 0 ? openBefore(before, flags) : known;
  const open = await urlAt(socketOf(found));
  if (open !== undefined) return { url: open, openedByUs: false };
  throwIfCancelled(options);
  refuseUnlessSignalHandled(pid);
  signal(pid, 'SIGUSR1');
  const openingUntil = Date.now() + OPENING_MS;
  for (;;) {
    const now = await socketsOf(pid);
    const opened = await urlAt(socketOf(openedBySignal(now, before, flags)));
    if (opened !== undefined) return { url: opened, openedByUs: true };
    const was =
      Date.now() < openingUntil ? undefined : await urlAt(socketOf(openBefore(stillThere(before, now), flags)));
    if (was !== undefined) return { url: was, openedByUs: false };
    throwIfCancelled(options);
    if (!isAlive(pid))
      throw refused(pid, 'it ended while its inspector was being opened', 'Attach to another process.');
    if (Date.now() >= deadline) throw await neverOpened(pid, stillThere(before, now), flags);
    await sleep(POLL_MS);
  }
}

async function socketsOf(pid: number): Promise<readonly WatchedSocket[]> {
  return nodeSockets(await watchedSockets(pid));
}

function socketOf(found: FoundSocket): WatchedSocket | undefined {
  return found.kind === 'inspector' ? found.socket : undefined;
}

/** The url of the inspector at a socket; undefined if the socket does not answer as an inspector. */
async function urlAt(socket: WatchedSocket | undefined): Promise<string | undefined> {
  if (socket === undefined) return undefined;
  const { host, port } = socket;
  try {
    const [first] = await listInspectorTargets(host, port, { timeoutMs: ANSWER_MS });
    return first?.type === 'node' ? first.url : undefined;
  } catch {
    return undefined;
  }
}

async function neverOpened(pid: number, before: readonly WatchedSocket[], flags: InspectorFlags): Promise<DebugError> {
  if (isSuspended(pid)) return suspendedRefusal(pid);
  const holder = flags.port === 0 ? undefined : await pidListeningOn(flags.port);
  if (holder !== undefined && holder !== pid) {
    const why = `its inspector wants port ${flags.port}, on which process ${holder} listens already`;
    return refused(pid, why, `End process ${holder}, or restart the program with --inspect=0.`);
  }
  const was = openBefore(before, flags);
  if (was.kind === 'undecided') {
    const ports = was.sockets.map(({ port }) => port).join(', ');
    const why = `no inspector opened on SIGUSR1. One that is open already may be at port ${ports}, which may as well be the program's own: nothing was sent there`;
    return refused(pid, why, 'Attach to the port that its stderr names ("Debugger listening on ws://…").');
  }
  const why =
    'it did not open its inspector on SIGUSR1 (its port may be taken, or the program handles the signal itself)';
  return refused(pid, why, 'Look at its stderr, or restart it with --inspect=0.');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone meanwhile; the next look finds out.
  }
}

function throwIfCancelled({ signal: abort }: CallOptions): void {
  if (abort?.aborted) throw new DebugError('cancelled', 'Attaching was cancelled.');
}
