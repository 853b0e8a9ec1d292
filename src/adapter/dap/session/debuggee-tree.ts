import { constants } from 'node:os';
import type { CallOptions } from '../../../model/call-options.ts';
import { DebugError, messageOf } from '../../../model/debug-error.ts';
import type { ThreadId } from '../../../model/ids.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { DebuggeeProcesses } from '../../../model/program/debuggee-processes.ts';
import type { Thread } from '../../../model/stack-frame.ts';
import type { ExitInfo } from '../../../model/stop-outcome.ts';
import type { DebuggeeProcess } from '../../../process/debuggee-process.ts';
import { isAlive } from '../../../process/is-alive.ts';
import { killTree } from '../../../process/kill-tree.ts';
import { processTable, startedAtMs } from '../../../process/process-table.ts';
import { watchdog } from '../../../process/watchdog.ts';
import { GOES_ON_ALONE } from '../../debug-adapter.ts';
import type { DebuggeeInput } from '../../debuggee-input.ts';
import type { AdapterLink, SessionOffer } from '../recipe/adapter-link.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import { answerReverseRequests } from './answer-reverse-requests.ts';
import { type Configure, DapTarget } from './dap-target.ts';
import type { TargetThread } from './target-threads.ts';

/** Limit for a program's debugger to report. */
const DEFAULT_START_TIMEOUT_MS = 20_000;
/** Limit for the end of a process after the end of its connection. */
const EXIT_GRACE_MS = 3_000;
const KILL_MS = 2_000;
const MAX_KEPT_OUTPUT = 4_000;
/** One that is killed ends by a signal. */
const ENDED_IN_SILENCE =
  "ended without a last word to the debugger, as one does that has closed the debugger's files, and not all that it did has been seen";
const RUNS_UNSEEN = "it runs on, as one does that has closed the debugger's files (daemons close all files)";
const GOES_ON_UNSEEN =
  "runs on without the debugger, as one does that has closed the debugger's files, and nothing of it is seen from then on";
/** The connection of a process that is killed ends a little before the process. */
const KILLED_GRACE_MS = 200;

interface TreeListeners {
  readonly record: ((line: string) => void) | undefined;
  readonly configure: Configure;
  /** A session was opened; nothing has been said in it yet. */
  readonly onTarget: (target: DapTarget) => void;
  readonly onOutput: (chunk: OutputChunk) => void;
  readonly onExited: (exit: ExitInfo) => void;
  readonly onLost: (cause: string) => void;
}

/**
 * The processes of one debuggee and the sessions with them: how they come, how they go, and what their going means for the
 * whole.
 */
export class DebuggeeTree {
  readonly #quirks: AdapterQuirks;
  readonly #listeners: TreeListeners;
  readonly #targets = new Set<DapTarget>();
  /** Aborted when the session ends this debuggee, so that a start under way gives up. */
  readonly #ended = new AbortController();
  readonly #programs = new Set<DebuggeeProcess>();
  #link: AdapterLink | undefined;
  /** The session with the process that was started, or attached to. */
  #main: DapTarget | undefined;
  #nextThreadId = 1;
  #isOver = false;
  /** The program's exit code as the adapter reported it, if we do not see the process itself. */
  #reportedExit: number | undefined;
  #tail = '';

  constructor(quirks: AdapterQuirks, listeners: TreeListeners) {
    this.#quirks = quirks;
    this.#listeners = listeners;
  }

  /** A caller's limits, cut short by the end of the debuggee. */
  untilEnded({ timeoutMs, signal }: CallOptions): CallOptions {
    const ended = this.#ended.signal;
    return { timeoutMs, signal: signal === undefined ? ended : AbortSignal.any([signal, ended]) };
  }

  /** The sessions to which breakpoints can be sent. */
  configurable(): DapTarget[] {
    return [...this.#targets].filter(({ isConfigurable }) => isConfigurable);
  }

  /** The start time of a process, to compare its files with; undefined if it is not known. */
  startOf(target: DapTarget): number | undefined {
    if (this.#link?.started !== undefined) return target.adoptedAtMs;
    return target.pid === undefined ? undefined : startedAtMs(target.pid);
  }

  get processes(): DebuggeeProcesses | undefined {
    const started = this.#link?.started;
    const debuggerPorts: readonly number[] = [];
    if (started !== undefined) {
      const kind = started.kind === 'adapter' ? 'launchedByDebugger' : 'launched';
      return { root: started.process.pid, kind, debuggerPorts };
    }
    const [attached] = [...this.#targets].flatMap(({ pid }) => pid ?? []);
    return attached === undefined ? undefined : { root: attached, kind: 'attached', debuggerPorts };
  }

  threads(): Thread[] {
    const isTree = this.#targets.size > 1;
    return [...this.#targets].flatMap((target) =>
      target.threads.list().map(({ publicId, name }, index) => ({
        id: publicId,
        name: isTree && target.name !== '' ? `${name} (${target.name})` : name,
        ...(index > 0 || target.pid === undefined ? {} : { pid: target.pid }),
        ...(target.pid === undefined ? {} : { process: { pid: target.pid, name: target.name } }),
      })),
    );
  }

  /** The program's standard input; an adapter's is the protocol's. */
  get input(): DebuggeeInput | undefined {
    const started = this.#link?.started;
    return started?.kind === 'debuggee' ? started.process : undefined;
  }

  find(threadId: ThreadId): { readonly target: DapTarget; readonly thread: TargetThread } | undefined {
    for (const target of this.#targets) {
      const thread = target.threads.byPublicId(threadId);
      if (thread !== undefined) return { target, thread };
    }
    return undefined;
  }

  /**
   * Opens the first session and gets it to where its program runs. Further ones are opened as they come.
   *
   * @throws DebugError `failure` when no session comes, or is refused; `request_timeout`, `cancelled`
   */
  async open(link: AdapterLink, failure: 'launch_failed' | 'attach_refused', options: CallOptions): Promise<void> {
    this.#link = link;
    this.#watch(link);
    const { timeoutMs = DEFAULT_START_TIMEOUT_MS } = options;
    const call = { ...options, timeoutMs };
    try {
      await new Promise<void>((resolve, reject) => {
        const limit = startLimit(call, reject);
        let isFirst = true;
        link.onSession((offer) => {
          const started = this.#adopt(offer, isFirst ? call : { signal: options.signal });
          if (isFirst) started.then(resolve, reject);
          // Further processes come and go by themselves; one that ends while it is taken over is no failure.
          else started.catch(() => {});
          if (isFirst) started.finally(limit.clear).catch(() => {});
          isFirst = false;
        });
        void link.started?.process.exited.then((exit) => {
          limit.clear();
          reject(endedEarly(link, exit, this.#stderrTail(link)));
        });
      });
    } catch (error) {
      throw await this.#startFailure(link, failure, error);
    }
  }

  /** Takes over the processes that report, as they come. */
  follow(link: AdapterLink): void {
    this.#link = link;
    link.onSession((offer) => {
      this.#adopt(offer, { timeoutMs: DEFAULT_START_TIMEOUT_MS, signal: this.#ended.signal }).catch(() => {
        // It waits for no other process any more.
        offer.transport.close();
      });
    });
  }

  async #startFailure(
    link: AdapterLink,
    failure: 'launch_failed' | 'attach_refused',
    error: unknown,
  ): Promise<unknown> {
    const isRefusal = error instanceof DebugError && error.code === 'protocol_error';
    const isGone = error instanceof DebugError && error.code === 'connection_closed';
    if (isGone && link.started) {
      const exit = await Promise.race([link.started.process.exited, later(EXIT_GRACE_MS)]);
      if (exit !== undefined) return endedEarly(link, exit, this.#stderrTail(link));
    }
    if (!isRefusal && !isGone) return error;
    const why = isRefusal ? String(error.details.message ?? error.message) : messageOf(error);
    return new DebugError(failure, `${link.label} could not be debugged: ${why}${quoted(this.#stderrTail(link))}`, {
      advice: 'Run the same program without the debugger to see whether it starts.',
      details: failure === 'launch_failed' ? { program: link.label } : { target: link.label },
      cause: error,
    });
  }

  #stderrTail(link: AdapterLink): string {
    return (link.stderrTail?.() ?? '') + this.#tail;
  }

  async #adopt(offer: SessionOffer, options: CallOptions): Promise<void> {
    const target = new DapTarget(offer, {
      quirks: this.#quirks,
      allotThreadId: () => this.#nextThreadId++,
      output: this.#link?.started?.kind === 'debuggee' || this.#link?.isFollowing ? 'captured' : 'reported',
      record: this.#listeners.record,
    });
    this.#targets.add(target);
    this.#main ??= target;
    target.events.on('ended', ({ finished, cause }) => this.#onTargetEnded(target, finished, cause));
    target.events.on('exited', (exitCode) => {
      this.#reportedExit = exitCode;
    });
    target.connection.on('process', ({ systemProcessId: pid }) => {
      // One that was attached to is not ours to kill.
      if (pid !== undefined && this.#isOurs) watchdog().guard(pid);
    });
    answerReverseRequests(target.connection, this.#link, {
      onChild: (child) => {
        this.#adopt(child, { signal: this.#ended.signal }).catch(() => {});
      },
      onProgram: (program) => this.#ownProgram(program),
    });
    this.#listeners.onTarget(target);
    // What it says of a start that fails comes as output, before the refusal: the errors of a compiler.
    const unheard = target.connection.on('output', ({ output, category }) => {
      if (category !== 'telemetry' && category !== 'stdout') this.#tail = (this.#tail + output).slice(-MAX_KEPT_OUTPUT);
    });
    await target.start(this.#listeners.configure, options).finally(() => unheard());
  }

  /** A program that the adapter had us start: the adapter does not report what it writes then. */
  #ownProgram(program: DebuggeeProcess): void {
    this.#programs.add(program);
    program.onOutput((category, text) => {
      if (text !== '') this.#listeners.onOutput({ category, text });
    });
    void program.exited.then(({ exitCode }) => {
      this.#reportedExit ??= exitCode ?? undefined;
    });
  }

  /** Reads the output and the end of what was started. */
  #watch(link: AdapterLink): void {
    const { started } = link;
    if (started === undefined) return;
    // The listener for its output is the protocol's, where that is what it writes.
    if (link.stderrTail === undefined) {
      started.process.onOutput((category, text) => {
        this.#tail = (this.#tail + text).slice(-MAX_KEPT_OUTPUT);
        if (started.kind === 'debuggee' && text !== '') this.#listeners.onOutput({ category, text });
      });
    }
    void started.process.exited.then(async (exit) => {
      await this.#heardOut();
      const main = this.#main;
      if (started.kind === 'debuggee' && exit.exitCode !== null && main?.isSilent && !this.#isOver)
        main.events.emit('unseen', ENDED_IN_SILENCE);
      if (started.kind === 'debuggee') this.#letGoOfOthers();
      this.#finish(started.kind === 'debuggee' ? exit : reportedExit(this.#reportedExit, this.#quirks));
    });
  }

  /** Waits for the last events of processes that are gone. */
  async #heardOut(): Promise<void> {
    const gone = [...this.#targets].filter(({ pid }) => pid !== undefined && !isAlive(pid));
    const ends = gone.map(({ connection }) => new Promise<void>((resolve) => connection.onClose(() => resolve())));
    await Promise.race([Promise.all(ends), later(EXIT_GRACE_MS)]);
  }

  #onTargetEnded(target: DapTarget, finished: boolean, cause: string): void {
    this.#targets.delete(target);
    const started = this.#link?.started;
    if (target.pid !== undefined && target.pid !== started?.process.pid) watchdog().release(target.pid);
    if (!finished && target.isSilent && !this.#isOver) void this.#loseSight(target);
    if (this.#isOver || this.#targets.size > 0 || this.#link?.isFollowing) return;
    if (started?.kind === 'debuggee') {
      // Its exit says the rest; one that goes on without its debugger is out of reach.
      if (!finished) void this.#loseUnlessExited();
    } else if (finished || this.#reportedExit !== undefined) {
      this.#finish(reportedExit(this.#reportedExit, this.#quirks));
    } else {
      this.#isOver = true;
      this.#listeners.onLost(cause);
    }
  }

  /** The session ends with the process that was started. */
  #letGoOfOthers(): void {
    if (this.#isOver) return;
    for (const { pid, events } of this.#targets)
      if (pid !== undefined && pid !== this.#link?.started?.process.pid && isAlive(pid))
        events.emit('unseen', `(process ${pid}) ${GOES_ON_ALONE}`);
  }

  /** One of several processes has closed its connection. A killed one is gone a moment later. */
  async #loseSight({ pid, events }: DapTarget): Promise<void> {
    await later(KILLED_GRACE_MS);
    const runs = (await processTable()).some((each) => each.pid === pid && !each.zombie);
    if (runs && !this.#isOver && this.#targets.size > 0) events.emit('unseen', GOES_ON_UNSEEN);
  }

  /** True if we have started the program, here or elsewhere. */
  get #isOurs(): boolean {
    return this.#link?.started !== undefined || this.#link?.isFollowing === true;
  }

  async #loseUnlessExited(): Promise<void> {
    const exit = await Promise.race([this.#link?.started?.process.exited, later(EXIT_GRACE_MS)]);
    if (exit !== undefined || this.#isOver || this.#targets.size > 0) return;
    this.#isOver = true;
    this.#listeners.onLost(RUNS_UNSEEN);
  }

  #finish(exit: ExitInfo): void {
    this.#link?.close();
    if (this.#isOver) return;
    this.#isOver = true;
    const started = this.#link?.started;
    if (started?.kind === 'adapter') void started.process.kill();
    this.#listeners.onExited(exit);
  }

  /** Leaves everything running, without breakpoints. */
  async disconnect(options?: CallOptions): Promise<void> {
    this.#isOver = true;
    this.#ended.abort();
    const limits = { timeoutMs: KILL_MS, ...options };
    await Promise.all([...this.#targets].map((target) => target.leave({ terminateDebuggee: false }, limits)));
    await this.#endAdapter();
    this.#link?.close();
  }

  /** Ends everything that was started, and what it has started. */
  async terminate(): Promise<void> {
    this.#isOver = true;
    this.#ended.abort();
    const started = this.#link?.started;
    const targets = [...this.#targets];
    const pids = targets.flatMap(({ pid }) => (pid === undefined || pid === started?.process.pid ? [] : pid));
    await this.#endAdapter();
    await Promise.all([started?.process.kill(), ...[...this.#programs].map((program) => program.kill())]);
    // Processes that left the tree are not its descendants any more.
    if (this.#isOurs) await Promise.all(pids.map((pid) => killTree(pid, { timeoutMs: KILL_MS })));
    for (const { connection } of targets) connection.close();
    this.#link?.close();
  }

  /** An adapter that is just killed may leave the program behind that it started, in a group of its own. */
  async #endAdapter(): Promise<void> {
    const started = this.#link?.started;
    if (started?.kind !== 'adapter') return;
    const ends = [...this.#targets].map((target) => target.leave({ terminateDebuggee: true }, { timeoutMs: KILL_MS }));
    await Promise.all(ends);
    await started.process.kill();
  }
}

function reportedExit(exitCode: number | undefined, quirks: AdapterQuirks): ExitInfo {
  if (exitCode === undefined) return { exitCode: null, signal: null };
  const negative = Object.entries(constants.signals).find(([, number]) => number === -exitCode)?.[0];
  const signal = negative ?? quirks.end?.signal?.(exitCode);
  return signal === undefined ? { exitCode, signal: null } : { exitCode: null, signal };
}

function startLimit(
  { timeoutMs, signal }: CallOptions & { readonly timeoutMs: number },
  reject: (error: DebugError) => void,
): { clear(): void } {
  const onTimeout = () =>
    reject(
      new DebugError('request_timeout', `The program could not be debugged within ${timeoutMs} ms.`, {
        advice: 'Give a longer timeoutMs if it takes long to start.',
        details: { method: 'launch', timeoutMs },
      }),
    );
  const onAbort = () => reject(new DebugError('cancelled', 'The start was cancelled; the program was ended.'));
  const timer = setTimeout(onTimeout, timeoutMs);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  return {
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function endedEarly({ label }: AdapterLink, { exitCode, signal }: ExitInfo, tail: string): DebugError {
  const how = signal ? `ended by ${signal}` : `exit code ${exitCode}`;
  return new DebugError('launch_failed', `${label} ended before it could be debugged (${how}).${quoted(tail)}`, {
    advice: 'Run the same command in a terminal to see why.',
    details: { program: label },
  });
}

function quoted(text: string): string {
  return text.trim() === '' ? '' : `\n${text.trim()}`;
}

/** Resolves after some time, which keeps nothing alive. */
function later(delayMs: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), delayMs).unref();
  });
}
