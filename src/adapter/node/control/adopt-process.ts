import { connectInspector } from '../../../cdp/connect.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import { watchdog } from '../../../process/watchdog.ts';
import type { ThreadEvents } from '../../v8/pauses/thread-events.ts';
import type { TakeControl, V8Thread } from '../../v8/thread/v8-thread.ts';
import type { V8Threads } from '../../v8/threads/v8-threads.ts';
import { forwardConsole } from '../attach/console-output.ts';
import type { NodeHangEvidence } from '../hang/node-hang-evidence.ts';
import { programName } from '../launch/boot/reports.ts';
import { countWritten } from './count-written.ts';
import type { WaitingWorker } from './let-children-run.ts';
import { letGo } from './let-go.ts';
import { type ControlStart, takeControl } from './take-control.ts';

/** A process with an open inspector. */
export interface FoundProcess {
  readonly pid?: number | undefined;
  readonly argv: readonly string[];
  /** `ws://127.0.0.1:…` */
  readonly url: string;
}

/** `stranger`: one that we did not start, whose output arrives only here. */
type FoundHow =
  | { readonly from: 'waiting'; readonly stopAtEntry?: boolean }
  | { readonly from: 'running' | 'stranger' };

interface AdoptingHost {
  readonly threads: V8Threads;
  readonly hang: NodeHangEvidence;
  /** Takes each protocol message as a line of JSON. */
  readonly traceWire: ((line: string) => void) | undefined;
  /** Aborted at the end of the debuggee. */
  readonly ended: AbortSignal;
  readonly onOutput: (chunk: OutputChunk) => void;
  /** True if a process writes its stdout, and its stderr, to the pipes of the program. */
  readonly writesTo: (pid: number) => readonly [boolean, boolean];
  readonly onProcessEnded: (thread: V8Thread, how: ThreadEvents['ended'][0]) => void;
}

/** Brings processes and their workers to where they run under control. */
export class ProcessAdoption {
  readonly #host: AdoptingHost;

  constructor(host: AdoptingHost) {
    this.#host = host;
  }

  /** @throws DebugError when the process could not be taken under control; one that waits may be waiting then */
  async adopt({ pid, argv, url }: FoundProcess, how: FoundHow, options: CallOptions): Promise<void> {
    const { threads, traceWire, onOutput, onProcessEnded, writesTo } = this.#host;
    const isStranger = how.from === 'stranger';
    if (pid !== undefined) watchdog().guard(pid);
    const connection = await connectInspector(url, {
      ...options,
      peer: isStranger ? 'unknown' : 'node',
      record: traceWire,
    });
    const counted = pid === undefined ? ([false, false] as const) : writesTo(pid);
    const counts = pid !== undefined && counted.includes(true);
    const thread = threads.add(connection, {
      name: programName({ argv }),
      pid,
      countWritten: counts ? (counting, limits) => countWritten(counting, { pid, counted }, limits) : undefined,
      inspectorUrl: url,
      close: () => connection.close(),
    });
    thread.events.on('ended', (end) => onProcessEnded(thread, end));
    connection.on('NodeRuntime.waitingForDisconnect', () => thread.finish());
    if (isStranger) forwardConsole(connection, onOutput);
    if (how.from !== 'waiting') {
      // Said when the inspector is enabled, by a program that was started to wait for a debugger: that is us now.
      connection.on('NodeRuntime.waitingForDebugger', () => {
        connection.send('Runtime.runIfWaitingForDebugger').catch(() => {});
      });
    }
    const entry = how.from === 'waiting' && how.stopAtEntry ? argv[1] : undefined;
    try {
      await this.#start(thread, { from: how.from === 'waiting' ? 'waiting' : 'running', entry }, options);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** A later process of the tree comes and goes by itself; one that ends while it is taken over is no failure. */
  async adoptLater(process: FoundProcess, from: 'waiting' | 'running'): Promise<void> {
    try {
      await this.adopt(process, { from }, { signal: this.#host.ended });
    } catch {
      if (process.pid !== undefined) watchdog().release(process.pid);
      if (from === 'waiting') await letGo(process.url);
    }
  }

  /** A worker thread is a thread of its own; one that cannot be taken under control just runs. */
  #adoptWorker({ session, name }: WaitingWorker, within: V8Thread, options: CallOptions): void {
    const process = within.process ?? (within.pid === undefined ? undefined : { pid: within.pid, name: within.name });
    const thread = this.#host.threads.add(session, { name, process, isWorker: true, close: () => {} });
    this.#start(thread, { from: 'worker', entry: undefined }, options).catch(() => {
      session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    });
  }

  async #start(
    thread: V8Thread,
    { from, entry }: { from: ControlStart['from']; entry: string | undefined },
    options: CallOptions,
  ): Promise<void> {
    const { threads, hang, ended: signal } = this.#host;
    // A worker may come long after the launch, whose time limit is not its own.
    const onWorker = (worker: WaitingWorker) => this.#adoptWorker(worker, thread, { signal });
    const heldFor = () => hang.prepare(thread, options);
    const early = (send: () => Promise<unknown>[]) => () => thread.realms.early(send);
    const control: TakeControl = (session, send, limits) =>
      takeControl(session, { from, onWorker, heldFor, send: from === 'running' ? send : early(send) }, limits);
    await threads.start(thread, { control, entry }, options);
  }
}
