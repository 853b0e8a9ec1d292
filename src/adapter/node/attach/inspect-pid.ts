import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../../files/read-file.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { pidListeningOn } from '../../../process/listening-ports.ts';
import { programOf } from '../../../process/running-program.ts';
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

const DEFAULT_TIMEOUT_MS = 3_000;
/** An inspector answers from a thread of its own, also while the program is busy or stopped at a breakpoint. */
const ANSWER_MS = 500;
const POLL_MS = 20;
/** For so long an inspector that is not open yet may take to open. */
const OPENING_MS = 500;
const SIGUSR1_BIT = 1n << 9n;

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
  const flags = inspectorFlagsOf(pid);
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

/** Undefined when it does not answer as an inspector. */
async function urlAt(socket: WatchedSocket | undefined): Promise<string | undefined> {
  if (socket === undefined) return undefined;
  const { host, port } = socket;
  try {
    const reply = await fetch(`http://${host}:${port}/json/list`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const targets: unknown = await reply.json();
    const first: unknown = Array.isArray(targets) ? targets[0] : undefined;
    if (typeof first !== 'object' || first === null || !('type' in first) || first.type !== 'node') return undefined;
    return 'webSocketDebuggerUrl' in first && typeof first.webSocketDebuggerUrl === 'string'
      ? first.webSocketDebuggerUrl
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file is a Node.js, by what it is called: `node`, `nodejs`, `node-20`, `node.exe`. */
export function isNodeName(name: string): boolean {
  return /^node(js)?([-_.\d].*)?$/i.test(name);
}

async function refuseUnlessNode(pid: number): Promise<void> {
  if (!Number.isInteger(pid) || pid < 1 || !isAlive(pid)) {
    throw refused(pid, 'there is no such process', 'Look the pid up again; a restarted program has a new one.');
  }
  if (pid === process.pid) throw refused(pid, 'it is this debugger itself', 'Attach to another process.');
  const program = await programOf(pid);
  if (program === undefined) {
    throw refused(pid, 'it belongs to another user', 'Run the debugger as the user that runs the program.');
  }
  if (!isNodeName(basename(program))) {
    const advice = 'Pass the pid of the node process itself, not that of a shell or npm around it.';
    throw refused(pid, `it runs ${program}, which is not Node.js`, advice);
  }
}

/** A Node process that is still starting, or was started with --disable-sigusr1, would die of the signal. */
function refuseUnlessSignalHandled(pid: number): void {
  if (process.platform !== 'linux') return;
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(statusOf(pid))?.[1];
  if (caught !== undefined && (BigInt(`0x${caught}`) & SIGUSR1_BIT) === 0n) {
    const why = 'it does not handle SIGUSR1 (it is still starting, or runs with --disable-sigusr1)';
    throw refused(pid, why, 'Try again in a second, or start the program with --inspect=0.');
  }
}

function statusOf(pid: number): string {
  return readText(`/proc/${pid}/status`) ?? '';
}

async function neverOpened(pid: number, before: readonly WatchedSocket[], flags: InspectorFlags): Promise<DebugError> {
  if (/^State:\s*T/m.test(statusOf(pid))) {
    return refused(pid, 'it is stopped by a signal (SIGSTOP)', `Continue it first: kill -CONT ${pid}`);
  }
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not permitted: it exists, and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
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

function refused(pid: number, why: string, advice: string): DebugError {
  return new DebugError('attach_refused', `Cannot attach to process ${pid}: ${why}.`, {
    advice,
    details: { target: pid },
  });
}
