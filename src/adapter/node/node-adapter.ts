import { EventEmitter } from 'node:events';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectInspector } from '../../cdp/connect.ts';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../../model/breakpoint.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { EvaluateOutcome } from '../../model/evaluate-outcome.ts';
import type { SourceLocation } from '../../model/source-location.ts';
import type { StackFrame, Thread } from '../../model/stack-frame.ts';
import type { Scope, ValueSummary, Variable } from '../../model/variable.ts';
import { killTree } from '../../process/kill-tree.ts';
import { watchdog } from '../../process/watchdog.ts';
import type {
  AdapterEvents,
  AttachRequest,
  DebugAdapter,
  EvaluateRequest,
  LaunchRequest,
  VariablesRequest,
} from '../debug-adapter.ts';
import { ThreadInspection } from '../v8/inspection/thread-inspection.ts';
import { AnchoredSession } from '../v8/pauses/anchored-session.ts';
import { programFiles } from '../v8/scripts/program-files.ts';
import { sourceTextIn } from '../v8/scripts/source-text.ts';
import { expressionError } from '../v8/source/expressions.ts';
import { V8Thread } from '../v8/thread/v8-thread.ts';
import { TreeBreakpoints } from '../v8/threads/tree-breakpoints.ts';
import { inspectorUrlOf } from './attach/attach-url.ts';
import { forwardConsole } from './attach/console-output.ts';
import type { WaitingWorker } from './control/let-children-run.ts';
import { NodeHangEvidence } from './hang/node-hang-evidence.ts';
import type { Announcement } from './launch/boot/announcements.ts';
import { type LaunchedDebuggee, launchDebuggee } from './launch/debuggee-launcher.ts';
import { compiledBy, planLaunch } from './launch/launch-plan.ts';
import { nodeScriptNaming } from './script-naming.ts';

/** How long a process may outlive its connection before it counts as running without us. */
const EXIT_GRACE_MS = 1_000;

/** How the adapter reaches the debuggee; for tests and diagnosis. */
export interface NodeAdapterOptions {
  /** Takes each protocol message as a line of JSON. */
  readonly traceWire?: ((line: string) => void) | undefined;
  /** False: conditions of breakpoints are never edited into the program, so that V8 evaluates each of them at each pass. */
  readonly liveEdit?: boolean | undefined;
}

/**
 * A Node.js debuggee over the V8 inspector: a process, or the tree of processes that a command starts. Each process is a
 * thread in the sense of DAP; they run and stop independently.
 *
 * Invariant: no process that waits for a debugger is left waiting; one that cannot be taken under control is let go.
 *
 * @see CDP Debugger, Runtime, NodeRuntime
 */
export class NodeAdapter implements DebugAdapter {
  readonly id = 'node';
  readonly events = new EventEmitter<AdapterEvents>();
  readonly #options: NodeAdapterOptions;
  readonly #threads = new Map<number, V8Thread>();
  readonly #inspectorUrls = new WeakMap<V8Thread, string>();
  readonly #inspection: ThreadInspection;
  readonly #breakpoints: TreeBreakpoints;
  readonly hang = new NodeHangEvidence({
    threadOf: (threadId) => this.#thread(threadId),
    threads: () => [...this.#threads.values()],
    launchedPid: () => this.#launched?.process.pid,
  });
  #exceptionMode: ExceptionBreakMode = 'uncaught';
  #launched: LaunchedDebuggee | undefined;
  #program = programFiles(process.cwd(), 'sources');
  #nextThreadId = 1;
  #ending = false;
  /** Aborted when the session ends this debuggee, so that a start under way gives up. */
  readonly #ended = new AbortController();

  constructor(options: NodeAdapterOptions = {}) {
    this.#options = options;
    this.#inspection = new ThreadInspection((threadId) => this.#thread(threadId));
    this.#breakpoints = new TreeBreakpoints({
      threads: () => [...this.#threads.values()],
      program: () => this.#program,
    });
  }

  async launch(request: LaunchRequest, callOptions: CallOptions): Promise<void> {
    const options = this.#untilEnded(callOptions);
    const plan = planLaunch(request);
    this.#program = programFiles(request.cwd, compiledBy(plan, request), resolve(request.cwd, request.program));
    let stopAtEntry = request.stopOnEntry && plan.kind === 'command';
    let first: Promise<void> | undefined;
    const onWaiting = (announcement: Announcement) => {
      const adopted = this.#adopt(announcement, { expectWait: true, stopAtEntry }, options);
      stopAtEntry = false;
      first ??= adopted;
      // Later processes of the tree come and go by themselves; one that ends while it is taken over is no failure.
      adopted.catch(() => {});
    };
    const onOutput = (chunk: AdapterEvents['output'][0]) => this.events.emit('output', chunk);
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
    found: { readonly pid: number | undefined; readonly argv: readonly string[]; readonly url: string },
    { expectWait, stopAtEntry }: { expectWait: boolean; stopAtEntry: boolean },
    options: CallOptions,
  ): Promise<void> {
    const peer = expectWait ? 'node' : 'unknown';
    const connection = await connectInspector(found.url, { ...options, peer, record: this.#options.traceWire });
    const threadId = this.#nextThreadId++;
    const script = found.argv[1];
    const name = script === undefined ? `thread ${threadId}` : basename(script);
    const thread = new V8Thread(new AnchoredSession(connection), {
      threadId,
      name,
      pid: found.pid,
      liveEdit: this.#options.liveEdit,
      program: this.#program,
      naming: nodeScriptNaming,
      close: () => connection.close(),
    });
    this.#threads.set(threadId, thread);
    this.#inspectorUrls.set(thread, found.url);
    if (found.pid !== undefined) watchdog().guard(found.pid);
    this.#listen(thread);
    if (!expectWait) {
      forwardConsole(connection, (chunk) => this.events.emit('output', chunk));
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
    const threadId = this.#nextThreadId++;
    const { liveEdit } = this.#options;
    const close = () => {};
    const identity = {
      threadId,
      name,
      isWorker: true,
      liveEdit,
      program: this.#program,
      naming: nodeScriptNaming,
      close,
    };
    const thread = new V8Thread(new AnchoredSession(session), identity);
    this.#threads.set(threadId, thread);
    this.#listen(thread);
    this.#start(thread, { from: 'worker', entry: undefined }, options).catch(() => {
      session.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    });
  }

  async #start(
    thread: V8Thread,
    { from, entry }: { from: 'waiting' | 'running' | 'worker'; entry: string | undefined },
    options: CallOptions,
  ): Promise<void> {
    const prepare = () =>
      Promise.all([
        ...this.#breakpoints.sendAll(thread, options),
        ...(entry === undefined ? [] : [thread.stopAtEntry(entry, options)]),
      ]);
    const { signal } = this.#ended;
    // A worker may come long after the launch, whose time limit is not its own.
    const onWorker = (worker: WaitingWorker) => this.#adoptWorker(worker, { signal });
    const heldFor = () => this.hang.prepare(thread, options);
    await thread.start(prepare, { exceptionMode: this.#exceptionMode, from, onWorker, heldFor }, options);
    if (!thread.ended) this.events.emit('thread', { threadId: thread.threadId, reason: 'started' });
  }

  #listen(thread: V8Thread): void {
    const { threadId } = thread;
    thread.events.on('stopped', (stop) => {
      this.#inspection.forget(threadId);
      this.events.emit('stopped', this.#inspection.stoppedInfo(threadId, stop));
    });
    thread.events.on('continued', () => this.events.emit('continued', { threadId }));
    thread.events.on('breakpoint', (id, state) => {
      this.#breakpoints.note(id, state);
      this.events.emit('breakpoint', { id, state });
    });
    thread.events.on('breakpointHit', (id) => this.events.emit('breakpointHit', { id }));
    thread.events.on('output', (chunk) => this.events.emit('output', chunk));
    thread.events.on('collected', (hit) => this.events.emit('collected', { threadId, ...hit }));
    thread.events.on('ended', (how) => {
      this.#threads.delete(threadId);
      if (!this.#ending)
        for (const last of this.#breakpoints.unboundAtExit(thread)) this.events.emit('breakpoint', last);
      this.#inspection.forget(threadId);
      // Node waits at its end until the debugger lets go.
      thread.close();
      if (thread.pid !== undefined && thread.pid !== this.#launched?.process.pid) watchdog().release(thread.pid);
      this.events.emit('thread', { threadId, reason: 'exited' });
      if (this.#ending || thread.isWorker) return;
      if (this.#launched) {
        if (how.kind === 'closed') void this.#loseUnlessExited(this.#launched, how.cause);
      } else if (how.kind === 'finished') this.events.emit('exited', { exitCode: null, signal: null });
      else this.events.emit('lost', { cause: how.cause });
    });
  }

  /** A program that closes its inspector runs on, out of reach; a killed one is reaped a moment after its connection broke. */
  async #loseUnlessExited({ process: child, announcements }: LaunchedDebuggee, cause: string): Promise<void> {
    // What a command starts comes and goes; only the end of the command itself ends the session.
    if (announcements) return;
    const exit = await Promise.race([child.exited, sleep(EXIT_GRACE_MS, undefined, { ref: false })]);
    if (exit === undefined && !this.#ending) this.events.emit('lost', { cause });
  }

  #onExited(exit: AdapterEvents['exited'][0]): void {
    void this.#launched?.announcements?.close();
    if (!this.#ending) this.events.emit('exited', exit);
  }

  setBreakpoints(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#breakpoints.set(path, wanted, options);
  }

  setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]> {
    return this.#breakpoints.setFunctions(wanted, options);
  }

  async setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void> {
    this.#exceptionMode = mode;
    await Promise.all([...this.#threads.values()].map((thread) => thread.setExceptionMode(mode, options)));
  }

  async expressionError(expression: string): Promise<string | undefined> {
    return expressionError(expression);
  }

  threads(): readonly Thread[] {
    return [...this.#threads.values()].map((thread) => {
      const { threadId, name, pid } = thread;
      const inspectorUrl = this.#inspectorUrls.get(thread);
      return {
        id: threadId,
        name,
        ...(pid === undefined ? {} : { pid }),
        ...(inspectorUrl === undefined ? {} : { inspectorUrl }),
      };
    });
  }

  stackTrace(threadId: number, options?: CallOptions): Promise<readonly StackFrame[]> {
    return this.#inspection.stackTrace(threadId, options);
  }

  async scopes(frameId: number): Promise<readonly Scope[]> {
    return this.#inspection.scopes(frameId);
  }

  variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]> {
    return this.#inspection.variables(request, options);
  }

  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome> {
    return this.#inspection.evaluate(request, options);
  }

  async source(path: string, options?: CallOptions): Promise<string | undefined> {
    const texts = await Promise.all([...this.#threads.values()].map((thread) => sourceTextIn(thread, path, options)));
    return texts.find((text) => text !== undefined);
  }

  setVariable(frameId: number, name: string, expression: string, options?: CallOptions): Promise<ValueSummary> {
    return this.#inspection.setVariable(frameId, name, expression, options);
  }

  async continue(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).continue(options);
  }

  async next(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('next', options);
  }

  async stepIn(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('stepIn', options);
  }

  async stepOut(threadId: number, options?: CallOptions): Promise<void> {
    await this.#resuming(threadId).step('stepOut', options);
  }

  async pause(threadId: number, options?: CallOptions): Promise<void> {
    await this.#thread(threadId).pause(options);
  }

  whereabouts(threadId: number, options?: CallOptions): Promise<SourceLocation | undefined> {
    return this.#thread(threadId).whereabouts(options);
  }

  async disconnect(): Promise<void> {
    this.#ending = true;
    this.#ended.abort();
    // V8 drops a client's breakpoints and resumes the program when the client goes.
    await Promise.all([...this.#threads.values()].map((thread) => thread.detach()));
  }

  async terminate(): Promise<void> {
    this.#ending = true;
    this.#ended.abort();
    const pids = [...this.#threads.values()].flatMap((thread) => thread.pid ?? []);
    const launched = this.#launched;
    await launched?.process.kill();
    // Processes that left the tree (double-detached ones) are not the command's descendants any more.
    await Promise.all(
      pids.filter((pid) => pid !== launched?.process.pid).map((pid) => killTree(pid, { timeoutMs: 2_000 })),
    );
    await launched?.announcements?.close();
    for (const thread of [...this.#threads.values()]) thread.close();
  }

  /** A thread that is about to go on: references into its stop are stale from now on. */
  #resuming(threadId: number): V8Thread {
    const thread = this.#thread(threadId);
    thread.pausedNow();
    this.#inspection.release(threadId);
    return thread;
  }

  #thread(threadId: number): V8Thread {
    const thread = this.#threads.get(threadId);
    if (thread) return thread;
    throw new DebugError('connection_closed', `Thread ${threadId} of the program has ended.`, {
      advice: 'debug_sessions shows what is left.',
    });
  }
}
