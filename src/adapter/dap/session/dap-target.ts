import { EventEmitter } from 'node:events';
import { basename } from 'node:path';
import { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapThreadId } from '../../../dap/ids.ts';
import type { Dap, DapArguments } from '../../../dap/protocol.ts';
import type { BreakpointState } from '../../../model/breakpoints/breakpoint.ts';
import type { ConditionTally } from '../../../model/breakpoints/condition-tally.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { CollectedHit } from '../../../model/collected-value.ts';
import { DebugError } from '../../../model/debug-error.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { ExceptionFate } from '../../../model/stop-outcome.ts';
import { recordTransport } from '../../../wire/recording-transport.ts';
import { DapBreakpoints } from '../breakpoints/dap-breakpoints.ts';
import type { SessionOffer } from '../recipe/adapter-link.ts';
import type { AdapterQuirks } from '../recipe/adapter-quirks.ts';
import { forwardOutput } from './forward-output.ts';
import { sayGoodbye } from './goodbye.ts';
import { meantThread } from './meant-thread.ts';
import { type TargetThread, TargetThreads } from './target-threads.ts';
import { ReportedStop, WaitingStops } from './waiting-stops.ts';

/** A stop as the adapter reported it, with the frames of its thread. */
export interface DapStop {
  readonly thread: TargetThread;
  readonly body: Dap.StoppedEvent['body'];
  /** Innermost first. Empty when the thread went on before it could be asked. */
  readonly frames: readonly Dap.StackFrame[];
  readonly exception: Dap.ExceptionInfoResponse['body'] | undefined;
  /** Set where the debuggee was asked. */
  readonly fate?: ExceptionFate | undefined;
}

const UNASKED = { exception: undefined, fate: undefined };

interface TargetEvents {
  /** The process has stopped; the reason is being asked for. */
  stopping: [];
  stopped: [DapStop];
  continued: [TargetThread];
  thread: [TargetThread, 'started' | 'exited'];
  output: [OutputChunk];
  breakpoint: [number, BreakpointState];
  breakpointHit: [number];
  counted: [number, ConditionTally];
  /** The process has ended without a word that all was said of these breakpoints: they may have been passed more often. */
  cutShort: [readonly number[]];
  /** A part of the process is not seen. The words follow its name: `closed the files, and …`. */
  unseen: [string];
  collected: [CollectedHit];
  /** The number of a watched place, and the text of the report. */
  written: [number, string];
  /** The number of a followed call, likewise. */
  callEnded: [number, string];
  exited: [number];
  /** The connection is gone. `finished`: the adapter said before that the program has ended. */
  ended: [{ readonly finished: boolean; readonly cause: string }];
}

interface TargetOptions {
  readonly quirks: AdapterQuirks;
  readonly allotThreadId: () => number;
  /** `captured`: what the program writes is read from its pipes. `reported`: the adapter sends it as events. */
  readonly output: 'captured' | 'reported';
  readonly record: ((line: string) => void) | undefined;
}

/**
 * Sends the configuration of the debuggee between its `initialized` and the end of its configuration; resolves with the last
 * answer.
 */
export type Configure = (target: DapTarget) => readonly Promise<unknown>[];

type RunState = 'starting' | 'running' | 'stopped';
type ResumeCommand = 'continue' | 'next' | 'stepIn' | 'stepOut';
type MoveCommand = 'restartFrame' | 'goto';

/**
 * One DAP session: a process of the debuggee's tree, its threads, and whether they run. Resuming one thread of it resumes
 * all, unless the adapter says otherwise.
 */
export class DapTarget {
  readonly connection: DapConnection;
  readonly breakpoints: DapBreakpoints;
  readonly threads: TargetThreads;
  readonly events = new EventEmitter<TargetEvents>();
  /** Values of expressions are kept alive in the debuggee, for us to look into. */
  holdsValues = false;
  /** A process that the program starts comes to us before it runs its own code. */
  readonly adoptedAtMs = Date.now();
  readonly #quirks: AdapterQuirks;
  #resumedBy: ResumeCommand = 'continue';
  readonly #offer: SessionOffer;
  #state: RunState = 'starting';
  /** Counted up with each resume: what was asked about an earlier stop is of no use any more. */
  #stopNumber = 1;
  #stoppedThread: TargetThread | undefined;
  readonly #waiting = new WaitingStops();
  /** The number of the stop that a pause was asked for. */
  #pausedRun = 0;
  #pausing: Promise<void> | undefined;
  /** From when on breakpoints can be sent. */
  #isConfigurable = false;
  #isFinished = false;
  /** All that the debuggee had to say of its breakpoints has come. */
  #isComplete = false;
  #left: Promise<void> | undefined;
  #process: { readonly name: string; readonly pid: number | undefined } = { name: '', pid: undefined };
  #learntName: string | undefined;

  constructor(offer: SessionOffer, options: TargetOptions) {
    const { quirks, allotThreadId, record } = options;
    const transport = record === undefined ? offer.transport : recordTransport(offer.transport, record);
    this.#offer = offer;
    this.#quirks = quirks;
    this.connection = new DapConnection(transport);
    this.threads = new TargetThreads(
      this.connection,
      allotThreadId,
      (given) => quirks.threads?.threadName?.(given) ?? given,
    );
    this.breakpoints = new DapBreakpoints(this.connection, offer, quirks, (id, state) =>
      this.events.emit('breakpoint', id, state),
    );
    this.#listen(options.output);
  }

  get isConfigurable(): boolean {
    return this.#isConfigurable;
  }

  get isStopped(): boolean {
    return this.#state === 'stopped';
  }

  get stopNumber(): number {
    return this.#stopNumber;
  }

  /** Undefined until the adapter has reported it, and for adapters that do not. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** True where the process would say that it has said all, and has not. */
  get isSilent(): boolean {
    return this.#quirks.end?.saysComplete === true && !this.#isComplete;
  }

  /** The program's file name, by which the processes of a tree are distinguished. */
  get name(): string {
    return this.#learntName ?? basename(this.#process.name);
  }

  /**
   * The handshake: from the first word to the program's first step.
   *
   * @throws DebugError `launch_failed` with the adapter's reason, and as DapConnection.request
   */
  async start(configure: Configure, options: CallOptions): Promise<void> {
    const { connection } = this;
    const initialized = new Promise<void>((resolve) => connection.on('initialized', resolve));
    await connection.request('initialize', CLIENT, options);
    const begun = connection.request(this.#offer.command, this.#offer.arguments, options);
    // Some answer only after the configuration, some before they say that they are ready for it.
    const failed = begun.then(() => new Promise<never>(() => {}));
    await Promise.race([initialized, failed, this.#gone()]);
    this.#isConfigurable = true;
    const { supportsConfigurationDoneRequest } = connection.capabilities;
    const done = () => (supportsConfigurationDoneRequest ? [connection.request('configurationDone', {}, options)] : []);
    if (this.#state === 'starting') this.#state = 'running';
    // In a program that runs already, code that is sent in would run beside it, and what that changes would be seen. So all
    // has been answered when it is let go.
    await this.#install(options);
    await this.#learnName(options);
    await Promise.all(configure(this));
    await Promise.all([...done(), begun]);
    this.threads.begun();
  }

  /** Sends in what describes values there. Without it, DAP's own way serves. */
  async #install(options: CallOptions): Promise<void> {
    for (const installation of this.#quirks.expressions?.summariser?.installations() ?? []) {
      const isDone = await this.#run(installation(), options).then(
        () => true,
        () => false,
      );
      if (isDone) return;
    }
  }

  /** Learns the name of a process that runs no file. Without an answer, the adapter's name stays. */
  async #learnName(options?: CallOptions): Promise<void> {
    const { naming } = this.#quirks.start ?? {};
    if (naming === undefined || !naming.isNameless(this.#process.name)) return;
    const question = { expression: naming.expression, context: 'variables' } as const;
    this.#learntName = naming.read(await this.answerTo(question, options).catch(() => '')) ?? this.#learntName;
  }

  /** Evaluates where no frame is. `repl` would have the program's output redirected meanwhile. */
  #run(expression: string, options?: CallOptions): Promise<unknown> {
    return this.connection.request('evaluate', { expression, context: 'variables' }, options);
  }

  /**
   * The answer to an evaluation where no frame is: its result, or what the adapter said in its place when it refused, since some
   * put the result in there. Empty when there was no answer.
   */
  async answerTo(question: DapArguments<'evaluate'>, options?: CallOptions): Promise<string> {
    try {
      return (await this.connection.request('evaluate', question, options)).result;
    } catch (error) {
      return error instanceof DebugError && error.code === 'protocol_error' ? String(error.details.message ?? '') : '';
    }
  }

  /** The frames of a thread, also of a running one where the adapter can. */
  async frames(dapThreadId: DapThreadId, options?: CallOptions): Promise<readonly Dap.StackFrame[]> {
    const { stackFrames } = await this.connection.request('stackTrace', { threadId: dapThreadId }, options);
    return stackFrames;
  }

  /**
   * Asks a running thread to stop. Where the adapter does not report threads, those of an earlier stop may be gone: one request, for
   * whichever it names now, stops all.
   */
  async pause(thread: TargetThread, options?: CallOptions): Promise<void> {
    this.#pausedRun = this.#stopNumber;
    if (this.threads.areReported) {
      await this.connection.request('pause', { threadId: thread.dapId }, options);
      return;
    }
    this.#pausing ??= this.#pauseAll(options).finally(() => {
      this.#pausing = undefined;
    });
    await this.#pausing;
  }

  async #pauseAll(options: CallOptions | undefined): Promise<void> {
    const threadId = await this.threads.running(options);
    if (this.#state === 'running') await this.connection.request('pause', { threadId }, options);
  }

  /** True if the stop that it stands at came after a pause was asked for. */
  get wasPaused(): boolean {
    return this.#pausedRun === this.#stopNumber;
  }

  /** The command that resumed the process last. */
  get resumedBy(): ResumeCommand {
    return this.#resumedBy;
  }

  /**
   * Lets the process go on, or shows what another thread has stopped for. The state changes before the command is sent: a stop that comes
   * before the reply is not lost.
   */
  async resume(command: ResumeCommand, thread: TargetThread, options?: CallOptions): Promise<void> {
    this.#waiting.drop(thread.dapId);
    const { keepStopped } = this.#quirks.threads ?? {};
    const isAlone = command !== 'continue' && keepStopped !== undefined;
    // Until none has come meanwhile.
    for (let kept = 0; isAlone && this.#waiting.dapThreadIds.length > kept; ) {
      kept = this.#waiting.dapThreadIds.length;
      // Without an answer, they go on with the step.
      await this.#run(keepStopped(this.#waiting.dapThreadIds), options).catch(() => {});
    }
    const summariser = this.#quirks.expressions?.summariser;
    // Not waited for. What is held is gone anyway when the program is.
    if (this.holdsValues && summariser !== undefined) this.#run(summariser.release()).catch(() => {});
    this.holdsValues = false;
    this.#state = 'running';
    this.#resumedBy = command;
    this.#stoppedThread = undefined;
    this.#stopNumber += 1;
    if (isAlone) this.#endStepAlone(this.#stopNumber);
    else if (this.#showWaiting()) return;
    const args: DapArguments<'continue'> = { threadId: thread.dapId };
    await this.connection.request(command, args, options);
  }

  /** Shows the first stop that waits. @returns whether there is one */
  #showWaiting(): boolean {
    const next = this.#waiting.next(this.breakpoints);
    if (next !== undefined) void this.#show(next);
    return next !== undefined;
  }

  /** A step that does not come to its end may wait for a thread that stands: the stop of that one is shown. */
  #endStepAlone(stopNumber: number): void {
    if (this.#waiting.dapThreadIds.length === 0) return;
    const isUnderWay = () => this.#state === 'running' && stopNumber === this.#stopNumber && !this.connection.closed;
    setTimeout(() => {
      if (isUnderWay()) this.#showWaiting();
    }, STEP_ALONE_MS).unref();
  }

  /**
   * Has the stopped thread stand elsewhere, where it stops again. Undone where the adapter refuses.
   *
   * @returns why it has refused; undefined where it has not
   */
  async move<C extends MoveCommand>(
    command: C,
    args: DapArguments<C>,
    options?: CallOptions,
  ): Promise<string | undefined> {
    const stoppedThread = this.#stoppedThread;
    this.#state = 'running';
    this.#resumedBy = 'continue';
    this.#stopNumber += 1;
    try {
      await this.connection.request(command, args, options);
      return undefined;
    } catch (error) {
      if (!(error instanceof DebugError) || error.code !== 'protocol_error') throw error;
      this.#state = 'stopped';
      this.#stoppedThread = stoppedThread;
      return String(error.details.message ?? error.message);
    }
  }

  #gone(): Promise<never> {
    return new Promise((_, reject) => {
      this.connection.onClose((reason) =>
        reject(new DebugError('connection_closed', `The debug adapter left during the start (${reason}).`)),
      );
    });
  }

  #listen(output: 'captured' | 'reported'): void {
    const { connection, events } = this;
    connection.on('stopped', (body) => this.#onStopped(body));
    connection.on('continued', ({ threadId }) => this.#onContinued(threadId));
    connection.on('thread', ({ reason, threadId }) => {
      if (reason === 'started') this.#onThreadStarted(threadId);
      else if (reason === 'exited') this.#onThreadExited(threadId);
    });
    connection.on('process', ({ name, systemProcessId: pid }) => {
      this.#process = { name, pid };
    });
    connection.on('exited', ({ exitCode }) => events.emit('exited', exitCode));
    connection.on('terminated', () => {
      this.#isFinished = true;
      // An adapter waits for a goodbye; a program that is its own adapter, for the end of the connection.
      if (output === 'reported') void this.leave({}, { timeoutMs: LEAVE_MS });
      else connection.close();
    });
    forwardOutput(connection, this.#quirks, output, {
      onOutput: (chunk) => events.emit('output', chunk),
      onWritten: (place, text) => events.emit('written', place, text),
      onEnded: (call, text) => events.emit('callEnded', call, text),
      onLoaded: (path) => this.breakpoints.fileLoaded(path),
      onCopy: (path, loaded) => this.breakpoints.copyLoaded(path, loaded),
      onPassed: (id) => {
        this.#isComplete = false;
        events.emit('breakpointHit', id);
      },
      onCounted: (id, tally) => {
        this.#isComplete = false;
        events.emit('counted', id, tally);
      },
      onComplete: () => {
        this.#isComplete = true;
      },
      onUnseen: (what) => events.emit('unseen', what),
      onCollected: (hit, dapThreadId) =>
        events.emit('collected', { ...hit, threadId: this.threads.get(dapThreadId).publicId }),
    });
    connection.onClose((cause) => {
      const passable = this.isSilent ? this.breakpoints.passable() : [];
      if (passable.length > 0) events.emit('cutShort', passable);
      events.emit('ended', { finished: this.#isFinished, cause });
    });
  }

  /** Says goodbye and closes the connection, once for all callers. */
  leave(args: DapArguments<'disconnect'>, options: CallOptions): Promise<void> {
    this.#left ??= sayGoodbye(this.connection, args, options);
    return this.#left;
  }

  #onStopped(body: Dap.StoppedEvent['body']): void {
    const { threadId } = body;
    const isOfOther = threadId !== undefined && threadId !== this.#stoppedThread?.dapId;
    const isWaiting = this.#state === 'stopped' && body.allThreadsStopped === true && isOfOther;
    // One that was asked to pause has stopped with the others.
    if (isWaiting && body.reason === 'pause') return;
    const stop = new ReportedStop(body, threadId === undefined ? Promise.resolve([]) : this.frames(threadId));
    if (isWaiting) this.#waiting.add(stop);
    else void this.#show(stop);
  }

  async #show({ body, frames: asked }: ReportedStop): Promise<void> {
    const named = body.threadId === undefined ? this.threads.list()[0] : this.threads.get(body.threadId);
    this.#state = 'stopped';
    this.#stoppedThread = named;
    const stopNumber = this.#stopNumber;
    const { supportsExceptionInfoRequest } = this.connection.capabilities;
    const isException = body.reason === 'exception' && supportsExceptionInfoRequest;
    this.events.emit('stopping');
    const [frames, { exception, fate }] = await Promise.all([
      asked,
      isException && named !== undefined ? this.#thrown(named) : UNASKED,
      this.threads.refresh(undefined, body.threadId === undefined ? undefined : named).catch(() => {}),
      this.#learnName(),
      this.breakpoints.settled(),
    ]);
    const isCurrent = () => !this.connection.closed && stopNumber === this.#stopNumber;
    if (!isCurrent()) return;
    const raised = /breakpoint$/.test(body.reason) ? this.breakpoints.functions.raisedAt(frames) : undefined;
    if (raised === 'again' && named !== undefined) {
      this.resume(this.#resumedBy, named).catch(() => {});
      return;
    }
    const meant = typeof raised === 'object' ? { ...body, reason: 'exception' } : body;
    const given = { thread: named ?? this.threads.get(body.threadId ?? 0), frames };
    const at = await meantThread(given, meant, {
      listed: this.threads.list(),
      framesOf: ({ dapId }) => this.frames(dapId),
      quirks: this.#quirks.threads,
    });
    // It went on, or ended, while it was asked.
    if (!isCurrent()) return;
    this.#stoppedThread = at.thread;
    const info = typeof raised === 'object' ? ({ exceptionId: raised.name, breakMode: 'always' } as const) : exception;
    this.events.emit('stopped', { ...at, body: meant, exception: info, fate });
  }

  /** The exception that a thread stopped at, and its fate. */
  async #thrown({ dapId }: TargetThread): Promise<Pick<DapStop, 'exception' | 'fate'>> {
    const exception = await this.connection.request('exceptionInfo', { threadId: dapId }).catch(() => undefined);
    const question = this.#quirks.exceptions.fate;
    if (question === undefined || exception === undefined) return { exception };
    const expression = question.expression(dapId, exception.breakMode !== 'always');
    const answer = await this.answerTo({ expression, context: 'repl' });
    return { exception, fate: question.decode(answer) };
  }

  #onContinued(dapThreadId: DapThreadId): void {
    const thread = this.#stoppedThread;
    // One that was asked for is reported by the call that asked.
    if (this.#state !== 'stopped' || thread === undefined) return;
    this.#state = 'running';
    this.#stoppedThread = undefined;
    this.#waiting.clear();
    this.#stopNumber += 1;
    this.events.emit('continued', thread.dapId === dapThreadId ? thread : this.threads.get(dapThreadId));
  }

  #onThreadStarted(dapThreadId: DapThreadId): void {
    this.events.emit('thread', this.threads.get(dapThreadId), 'started');
    // Its name is for lists of threads, which are not waited for.
    this.threads.refresh().catch(() => {});
  }

  #onThreadExited(dapThreadId: DapThreadId): void {
    this.#waiting.drop(dapThreadId);
    const thread = this.threads.remove(dapThreadId);
    if (thread !== undefined) this.events.emit('thread', thread, 'exited');
  }
}

/** Limit for an adapter's goodbye after its program has ended. */
const LEAVE_MS = 2_000;

/** Limit for a step of one thread while others stand at stops that were not shown yet. */
const STEP_ALONE_MS = 1_000;

const CLIENT: Dap.InitializeRequestArguments = {
  clientID: 'mcp-debugger',
  clientName: 'mcp-debugger',
  adapterID: 'mcp-debugger',
  locale: 'en-US',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  supportsVariableType: true,
  supportsRunInTerminalRequest: true,
  supportsStartDebuggingRequest: true,
};
