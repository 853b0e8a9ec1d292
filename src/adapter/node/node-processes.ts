import type { EventEmitter } from 'node:events';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectInspector } from '../../cdp/connect.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { killTree } from '../../process/kill-tree.ts';
import { watchdog } from '../../process/watchdog.ts';
import type { AdapterEvents, AttachRequest, LaunchRequest } from '../debug-adapter.ts';
import type { ThreadEvents } from '../v8/pauses/thread-events.ts';
import { programFiles } from '../v8/scripts/program-files.ts';
import type { TakeControl, V8Thread } from '../v8/thread/v8-thread.ts';
import type { V8Threads } from '../v8/threads/v8-threads.ts';
import type { HostedDebuggee, V8Host } from '../v8/v8-debug-adapter.ts';
import { inspectorUrlOf } from './attach/attach-url.ts';
import { forwardConsole } from './attach/console-output.ts';
import type { WaitingWorker } from './control/let-children-run.ts';
import { type ControlStart, takeControl } from './control/take-control.ts';
import { NodeHangEvidence } from './hang/node-hang-evidence.ts';
import type { Announcement } from './launch/boot/announcements.ts';
import { type LaunchedDebuggee, launchDebuggee } from './launch/debuggee-launcher.ts';
import { compiledBy, planLaunch } from './launch/launch-plan.ts';

/** How long a process may outlive its connection before it counts as running without us. */
const EXIT_GRACE_MS = 1_000;

/**
 * The Node processes of a debuggee: each process is a thread in the sense of DAP, and each of its worker threads is one.
 *
 * Invariant: no process that waits for a debugger is left waiting; one that cannot be taken under control is let go.
 *
 * @see CDP NodeRuntime, NodeWorker
 */
export class NodeProcesses implements V8Host {
  readonly hang: NodeHangEvidence;
  readonly #threads: V8Threads;
  readonly #events: EventEmitter<AdapterEvents>;
  readonly #traceWire: ((line: string) => void) | undefined;
  #launched: LaunchedDebuggee | undefined;
  /** Aborted when the session ends this debuggee, so that a start under way gives up. */
  readonly #ended = new AbortController();

  /** @param traceWire Takes each protocol message as a line of JSON. */
  constructor({ threads, events }: HostedDebuggee, traceWire: ((line: string) => void) | undefined) {
    this.#threads = threads;
    this.#events = events;
    this.#traceWire = traceWire;
    this.hang = new NodeHangEvidence({
      threadOf: (threadId) => threads.get(threadId),
      threads: () => threads.all,
      launchedPid: () => this.#launched?.process.pid,
    });
  }

  async launch(request: LaunchRequest, callOptions: CallOptions): Promise<void> {
    const options = this.#untilEnded(callOptions);
    const plan = planLaunch(request);
    this.#threads.program = programFiles(request.cwd, compiledBy(plan, request), resolve(request.cwd, request.program));
    let stopAtEntry = request.stopOnEntry && plan.kind === 'command';
    let first: Promise<void> | undefined;
    const onWaiting = (announcement: Announcement) => {
      const adopted = this.#adopt(announcement, { expectWait: true, stopAtEntry }, options);
      stopAtEntry = false;
      first ??= adopted;
      // Later processes of the tree come and go by themselves; one that ends while it is taken over is no failure.
      adopted.catch(() => {});
    };
    const onOutput = (chunk: AdapterEvents['output'][0]) => this.#events.emit('output', chunk);
    this.#launched = await launchDebuggee(plan, request, { onOutput, onWaiting }, options);
    void this.#launched.process.exited.then((exit) => this.#onExited(exit));
    await first;
  }

  async attach(request: AttachRequest, callOptions: CallOptions): Promise<void> {
    const options = this.#untilEnded(callOptions);
    const url = await inspectorUrlOf(request, options);
    await this.#adopt({ pid: undefined, argv: [], url }, { expectWait: false, stopAtEntry: false }, options);
  }

  #untilEnded({ timeoutMs, signal }: CallOptions): CallOptions {
    const ended = this.#ended.signal;
    return { timeoutMs, signal: signal === undefined ? ended : AbortSignal.any([signal, ended]) };
  }

  /** Connects to a process and brings it to where it runs under control. */
  async #adopt(
    { pid, argv, url }: { readonly pid: number | undefined; readonly argv: readonly string[]; readonly url: string },
    { expectWait, stopAtEntry }: { expectWait: boolean; stopAtEntry: boolean },
    options: CallOptions,
  ): Promise<void> {
    const peer = expectWait ? 'node' : 'unknown';
    const connection = await connectInspector(url, { ...options, peer, record: this.#traceWire });
    const script = argv[1];
    const name = script === undefined ? undefined : basename(script);
    const thread = this.#threads.add(connection, { name, pid, inspectorUrl: url, close: () => connection.close() });
    if (pid !== undefined) watchdog().guard(pid);
    thread.events.on('ended', (how) => this.#onProcessEnded(thread, how));
    connection.on('NodeRuntime.waitingForDisconnect', () => thread.finish());
    if (!expectWait) {
      forwardConsole(connection, (chunk) => this.#events.emit('output', chunk));
      // Said when the inspector is enabled, by a program that was started to wait for a debugger: that is us now.
      connection.on('NodeRuntime.waitingForDebugger', () => {
        connection.send('Runtime.runIfWaitingForDebugger').catch(() => {});
      });
    }
    const entry = stopAtEntry ? script : undefined;
    try {
      await this.#start(thread, { from: expectWait ? 'waiting' : 'running', entry }, options);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** A worker thread is a thread of its own; one that cannot be taken under control just runs. */
  #adoptWorker({ session, name }: WaitingWorker, options: CallOptions): void {
    const thread = this.#threads.add(session, { name, isWorker: true, close: () => {} });
    this.#start(thread, { from: 'worker', entry: undefined }, options).catch(() => {
      session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    });
  }

  async #start(
    thread: V8Thread,
    { from, entry }: { from: ControlStart['from']; entry: string | undefined },
    options: CallOptions,
  ): Promise<void> {
    const { signal } = this.#ended;
    // A worker may come long after the launch, whose time limit is not its own.
    const onWorker = (worker: WaitingWorker) => this.#adoptWorker(worker, { signal });
    const heldFor = () => this.hang.prepare(thread, options);
    const control: TakeControl = (session, send, limits) =>
      takeControl(session, { from, onWorker, heldFor, send }, limits);
    await this.#threads.start(thread, { control, entry }, options);
  }

  #onProcessEnded({ pid }: V8Thread, how: ThreadEvents['ended'][0]): void {
    if (pid !== undefined && pid !== this.#launched?.process.pid) watchdog().release(pid);
    if (this.#isEnding) return;
    if (this.#launched) {
      if (how.kind === 'closed') void this.#loseUnlessExited(this.#launched, how.cause);
    } else if (how.kind === 'finished') this.#events.emit('exited', { exitCode: null, signal: null });
    else this.#events.emit('lost', { cause: how.cause });
  }

  /** A program that closes its inspector runs on, out of reach; a killed one is reaped a moment after its connection broke. */
  async #loseUnlessExited({ process: child, announcements }: LaunchedDebuggee, cause: string): Promise<void> {
    // What a command starts comes and goes; only the end of the command itself ends the session.
    if (announcements) return;
    const exit = await Promise.race([child.exited, sleep(EXIT_GRACE_MS, undefined, { ref: false })]);
    if (exit === undefined && !this.#isEnding) this.#events.emit('lost', { cause });
  }

  #onExited(exit: AdapterEvents['exited'][0]): void {
    void this.#launched?.announcements?.close();
    if (!this.#isEnding) this.#events.emit('exited', exit);
  }

  get #isEnding(): boolean {
    return this.#ended.signal.aborted;
  }

  disconnect(): void {
    this.#ended.abort();
  }

  async terminate(): Promise<void> {
    this.#ended.abort();
    const pids = this.#threads.all.flatMap(({ pid }) => pid ?? []);
    const launched = this.#launched;
    await launched?.process.kill();
    // Processes that left the tree (double-detached ones) are not the command's descendants any more.
    await Promise.all(
      pids.filter((pid) => pid !== launched?.process.pid).map((pid) => killTree(pid, { timeoutMs: 2_000 })),
    );
    await launched?.announcements?.close();
  }
}
