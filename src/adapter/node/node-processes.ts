import type { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSED_BY_DEBUGGEE } from '../../cdp/cdp-session.ts';
import type { CallOptions } from '../../model/call-options.ts';
import type { OutputChunk } from '../../model/output-chunk.ts';
import type { DebuggeeProcesses } from '../../model/program/debuggee-processes.ts';
import type { ProcessIdentity } from '../../model/session-summary.ts';
import type { DebuggeeProcess } from '../../process/debuggee-process.ts';
import { killTree } from '../../process/kill-tree.ts';
import { watchdog } from '../../process/watchdog.ts';
import type { FollowRequest } from '../child-follower.ts';
import { type AdapterEvents, type AttachRequest, GOES_ON_ALONE, type LaunchRequest } from '../debug-adapter.ts';
import type { DebuggeeInput } from '../debuggee-input.ts';
import type { ThreadEvents } from '../v8/pauses/thread-events.ts';
import { programFiles } from '../v8/scripts/program-files.ts';
import type { V8Thread } from '../v8/thread/v8-thread.ts';
import type { V8Threads, WantedCode } from '../v8/threads/v8-threads.ts';
import type { HostedDebuggee, V8Host } from '../v8/v8-debug-adapter.ts';
import { inspectorUrlOf } from './attach/attach-url.ts';
import { ProcessAdoption } from './control/adopt-process.ts';
import { type OutputPipes, outputPipesOf } from './control/output-pipes.ts';
import { NodeHangEvidence } from './hang/node-hang-evidence.ts';
import type { BootOptions } from './launch/boot/boot-environment.ts';
import type { Announcement } from './launch/boot/reports.ts';
import { launchDebuggee } from './launch/debuggee-launcher.ts';
import { compiledBy, isFollowable, planLaunch } from './launch/launch-plan.ts';
import { ProcessTree } from './process-tree.ts';

/** The time for which a process may outlive its connection before it counts as running without us. */
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
  /** The input of a launched program, from its first moment on. */
  input: DebuggeeInput | undefined;
  readonly #threads: V8Threads;
  readonly #events: EventEmitter<AdapterEvents>;
  readonly #adoption: ProcessAdoption;
  /** The kind of process whose loss is the loss of the debuggee: processes that come and go below something else are none. */
  #main: 'attached' | 'launched' | 'none' = 'none';
  #launched: DebuggeeProcess | undefined;
  /** The pipes that a launched program writes to. */
  #pipes: OutputPipes | undefined;
  /** The processes that report themselves; undefined where there is one alone. */
  #tree: ProcessTree | undefined;
  #attachedPid: number | undefined;
  /** Aborted when the session ends this debuggee, so that a start under way gives up. */
  readonly #ended = new AbortController();

  /** @param traceWire Takes each protocol message as a line of JSON. */
  constructor({ threads, events }: HostedDebuggee, traceWire: ((line: string) => void) | undefined) {
    this.#threads = threads;
    this.#events = events;
    this.hang = new NodeHangEvidence({
      threadOf: (threadId) => threads.get(threadId),
      threads: () => threads.all,
      launchedPid: () => this.#launched?.pid,
    });
    this.#adoption = new ProcessAdoption({
      threads,
      hang: this.hang,
      traceWire,
      ended: this.#ended.signal,
      onOutput: (chunk) => this.#onOutput(chunk),
      writesTo: (pid) => this.#writesTo(pid),
      onProcessEnded: (thread, how) => this.#onProcessEnded(thread, how),
    });
  }

  async launch(request: LaunchRequest, callOptions: CallOptions): Promise<void> {
    const options = this.#untilEnded(callOptions);
    const plan = planLaunch(request);
    this.#threads.program = programFiles(request.cwd, compiledBy(plan, request), resolve(request.cwd, request.program));
    const isFile = plan.kind === 'node';
    const stopAtEntry = request.stopOnEntry && !isFile;
    let first: Promise<void> | undefined;
    let isBegun = false;
    const adopt = (found: Announcement): Promise<void> => {
      if (first) return this.#adoption.adoptLater(found, found.kind);
      isBegun = true;
      // Before it is let run, and starts others.
      this.wantedChanged().catch(() => {});
      first = this.#adoption.adopt(found, { from: 'waiting', stopAtEntry }, options);
      // Awaited below, once the launch has come to an end.
      first.catch(() => {});
      // The first process of a command is its program; what that starts may be left alone.
      if (request.followChildren === false) void this.#tree?.close();
      return first;
    };
    const onStarted = (started: DebuggeeProcess) => {
      this.input = started;
      if (!isFile) this.#tree?.watch(started.pid, request);
      this.#pipes = outputPipesOf(started.pid);
    };
    this.#main = isFile ? 'launched' : 'none';
    const isFollowed = isFile ? request.followChildren !== false && isFollowable(plan, request) : true;
    // The first process of a command is its program, of which nothing is known; a later one that is let be stops at no exception.
    const stopsNowhereElse = () => request.wholeTree !== true && this.#threads.exceptionMode === 'none';
    const least = () => (isBegun && (isFile || stopsNowhereElse()) ? 'files' : 'all');
    if (isFollowed) this.#tree = this.#treeOf(adopt, least, isFile ? { isHidden: true, isFlagged: true } : {});
    const tree = this.#tree;
    this.#launched = await launchDebuggee(
      plan,
      request,
      {
        announcements: tree?.announcements,
        onOutput: (chunk) => this.#onOutput(chunk),
        onReport: (report) => tree?.hear(report),
        onFound: adopt,
        onStarted,
      },
      options,
    ).catch(async (error: unknown) => {
      await tree?.close();
      throw error;
    });
    void this.#launched.exited.then((exit) => this.#onExited(exit)).catch(() => {});
    await first;
  }

  get processes(): DebuggeeProcesses | undefined {
    const debuggerPorts = this.#threads.all.flatMap(({ inspectorUrl: url }) =>
      url === undefined ? [] : Number(new URL(url).port),
    );
    if (this.#launched) return { root: this.#launched.pid, kind: 'launched', debuggerPorts };
    return this.#attachedPid === undefined ? undefined : { root: this.#attachedPid, kind: 'attached', debuggerPorts };
  }

  get unadopted(): readonly ProcessIdentity[] {
    return this.#tree?.unadopted ?? [];
  }

  async attach(request: AttachRequest, callOptions: CallOptions): Promise<void> {
    const options = this.#untilEnded(callOptions);
    if (request.kind === 'pid') this.#attachedPid = request.pid;
    const url = await inspectorUrlOf(request, options);
    this.#main = 'attached';
    await this.#adoption.adopt({ argv: [], url }, { from: 'stranger' }, options);
  }

  /** Waits for processes below a program that another adapter starts. @returns the variables that have them report themselves */
  async follow({ cwd, env }: FollowRequest): Promise<Readonly<Record<string, string>>> {
    this.#threads.program = programFiles(cwd, 'all');
    const adopt = (found: Announcement) => this.#adoption.adoptLater(found, found.kind);
    const tree = this.#treeOf(adopt, () => 'files', { isHidden: true });
    this.#tree = tree;
    this.wantedChanged().catch(() => {});
    await tree.announcements.open();
    tree.announcements.onReport((report) => tree.hear(report));
    return tree.announcements.variables(env);
  }

  async wantedChanged(): Promise<void> {
    await this.#tree?.wantedChanged();
  }

  #treeOf(
    adopt: (found: Announcement) => Promise<void>,
    least: () => WantedCode['adopt'],
    options: Omit<BootOptions, 'folder'>,
  ): ProcessTree {
    const note = (text: string) => this.#onOutput({ category: 'log', isNote: true, text });
    const leave = (process: ProcessIdentity) => this.#events.emit('unadopted', process);
    const miss = (path: string, why: string) => this.#threads.breakpoints.missed(path, why);
    const unfollowed = (text: string) => {
      note(text);
      this.#events.emit('unfollowed');
    };
    return new ProcessTree(() => this.#threads.wantedCode(least()), options, { adopt, leave, miss, note, unfollowed });
  }

  #writesTo(pid: number): readonly [boolean, boolean] {
    const { stdout, stderr } = outputPipesOf(pid);
    const given = this.#pipes;
    return [stdout !== undefined && stdout === given?.stdout, stderr !== undefined && stderr === given?.stderr];
  }

  #untilEnded({ timeoutMs, signal }: CallOptions): CallOptions {
    const ended = this.#ended.signal;
    return { timeoutMs, signal: signal === undefined ? ended : AbortSignal.any([signal, ended]) };
  }

  #onOutput(chunk: OutputChunk): void {
    this.#events.emit('output', chunk);
  }

  #onProcessEnded({ pid, name }: V8Thread, how: ThreadEvents['ended'][0]): void {
    const launched = this.#launched;
    if (pid !== undefined && pid !== launched?.pid) watchdog().release(pid);
    if (this.#isEnding) return;
    if (how.kind === 'closed' && how.cause === CLOSED_BY_DEBUGGEE) this.#loseSight(name);
    if (this.#main === 'launched') {
      if (launched && pid === launched.pid && how.kind === 'closed') void this.#loseUnlessExited(launched, how.cause);
    } else if (this.#main === 'attached') {
      if (how.kind === 'finished') this.#events.emit('exited', { exitCode: null, signal: null });
      else this.#events.emit('lost', { cause: how.cause });
    }
  }

  #loseSight(name: string): void {
    this.#events.emit('unseen', { what: `${name} closed its inspector, and nothing of it is seen from then on` });
  }

  /** A program that closes its inspector runs on, out of reach; a killed one is reaped a moment after its connection broke. */
  async #loseUnlessExited(launched: DebuggeeProcess, cause: string): Promise<void> {
    const exit = await Promise.race([launched.exited, sleep(EXIT_GRACE_MS, undefined, { ref: false })]);
    if (exit === undefined && !this.#isEnding) this.#events.emit('lost', { cause });
  }

  async #onExited(exit: AdapterEvents['exited'][0]): Promise<void> {
    // What processes have reported comes before the end.
    await this.#tree?.close();
    if (this.#isEnding) return;
    this.#letGoOfOthers();
    this.#events.emit('exited', exit);
  }

  /** The session ends with the launched process. One that stands at a breakpoint would do so for ever. */
  #letGoOfOthers(): void {
    for (const thread of this.#threads.all) {
      const { pid, name } = thread;
      if (pid !== undefined && pid !== this.#launched?.pid) {
        this.#events.emit('unseen', { what: `Process ${pid} (${name}) ${GOES_ON_ALONE}` });
      }
      void thread.detach();
    }
  }

  get #isEnding(): boolean {
    return this.#ended.signal.aborted;
  }

  disconnect(): void {
    this.#ended.abort();
    // No call waits for what starts from now on.
    void this.#tree?.close();
  }

  async terminate(): Promise<void> {
    this.#ended.abort();
    const pids = this.#threads.all.flatMap(({ pid }) => pid ?? []);
    await this.#launched?.kill();
    // Processes that left the tree (double-detached ones) are not the command's descendants any more.
    await Promise.all(
      pids.filter((pid) => pid !== this.#launched?.pid).map((pid) => killTree(pid, { timeoutMs: 2_000 })),
    );
    await this.#tree?.close();
  }
}
