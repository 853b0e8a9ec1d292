import type { DebuggeeProcesses } from '../model/program/debuggee-processes.ts';
import { type ListeningSocket, listeningSockets } from './listening-ports.ts';
import { descendantsOf, familyOf, processTable } from './process-table.ts';
import { busyMsOf } from './processor-time.ts';
import { awaitsInput } from './reads-input.ts';
import { descriptorOf } from './system-evidence.ts';

/** The system's figures about all processes of a program at one moment. */
export interface ActivityReading {
  readonly atMs: number;
  /** The sockets on which the program accepts connections, ports of debuggers left out. */
  readonly sockets: readonly ListeningSocket[];
  /**
   * The time for which all threads of the program have used the processor, or on Linux waited for it; undefined where the system
   * does not say.
   */
  readonly busyMs: number | undefined;
  /** A process of the program that waits for its standard input. */
  readonly readerPid?: number | undefined;
}

/**
 * Reads what a program does without asking the program, so that it runs as it would alone. Takes some milliseconds on Linux; elsewhere two
 * commands are run for it.
 *
 * @returns undefined where the processes cannot be seen
 */
export async function readActivity(processes: DebuggeeProcesses): Promise<ActivityReading | undefined> {
  const pids = await pidsOf(processes).catch(() => undefined);
  if (pids === undefined) return undefined;
  const sockets = await listeningSockets(pids);
  const { debuggerPorts, root, kind } = processes;
  // A debugger is spoken to through its standard input.
  const outside = kind === 'launchedByDebugger' || process.platform !== 'linux' ? undefined : descriptorOf(root, 0);
  return {
    atMs: performance.now(),
    sockets: sockets.filter(({ port }) => !debuggerPorts.includes(port)),
    busyMs: await busyMsOf(pids),
    readerPid: pids.find((pid) => awaitsInput(pid, outside)),
  };
}

async function pidsOf({ root, kind }: DebuggeeProcesses): Promise<number[]> {
  const table = (await processTable()).filter(({ zombie }) => !zombie);
  const found =
    kind === 'attached'
      ? table.filter(({ pid }) => pid === root).concat(descendantsOf(root, table))
      : familyOf([root], table);
  return found.flatMap(({ pid }) => (kind === 'launchedByDebugger' && pid === root ? [] : pid));
}
