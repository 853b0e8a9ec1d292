import type { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../../cdp/protocol.ts';
import type { CallOptions } from '../../../../model/call-options.ts';
import type { ThreadEvents } from '../../pauses/thread-events.ts';
import { notHeld } from '../../realms/held.ts';
import { MAIN_CONTEXT, type OwnRealms, type RealmThread } from '../../realms/own-realm.ts';
import type { Summariser } from '../../summary/summariser.ts';
import type { Placements } from '../placements.ts';
import type { ThreadBreakpoints } from '../thread-breakpoints.ts';
import { textsOfKept } from './kept-values.ts';
import { completed, keptIn, type RecordedPass, recordedPass } from './recorded-pass.ts';
import { recorders, steppingExpression } from './recording.ts';

type CompletedPass = ReturnType<typeof completed>;
type CallFrame = CdpEventParams<'Debugger.paused'>['callFrames'][number];

interface LoggingThread extends RealmThread {
  readonly events: EventEmitter<ThreadEvents>;
  readonly summariser: Summariser;
  /** Has counted what the program writes; undefined where that is not possible. Sends its messages at once. */
  readonly countWritten?: ((thread: RealmThread, options?: CallOptions) => Promise<unknown>) | undefined;
}

const BINDING_NAME = '__mcpDebuggerLog';
/** The pause comes with the message. There is none where an evaluated expression has called the function. */
const PAUSE_TIMEOUT_MS = 1_000;
/** Reading what the values of one pause have inside, which the program waits for. */
const READ_TIMEOUT_MS = 2_000;

/**
 * The way of log breakpoints' texts and of collected values out of the debuggee: a binding that their conditions call. Nothing is
 * written to the program's own output, and nothing pauses but for values that only the protocol can show whole (private fields): the
 * program waits then, unseen, until they have been read.
 *
 * @see CDP Runtime.addBinding, Runtime.bindingCalled
 */
export class LogBreakpoints {
  readonly #session: CdpSession;
  readonly #realms: OwnRealms;
  readonly #summariser: Summariser;
  readonly #countWritten: LoggingThread['countWritten'];
  readonly #events: EventEmitter<ThreadEvents>;
  readonly #installed = new Map<number, Promise<void>>();
  /** Passes with values that are kept in the debuggee until the pause that follows. */
  #waiting: { readonly pass: RecordedPass; readonly timer: NodeJS.Timeout }[] = [];
  /** Passes of breakpoints whose place is not judged yet. */
  readonly #unjudged: CompletedPass[] = [];
  #judged: Promise<unknown> = Promise.resolve();
  readonly #bound: ThreadBreakpoints;
  readonly #placements: Placements;
  #isStepping = false;
  #isHeld = false;

  /** @param bound Those that stand where they were meant to count; records of others are dropped. */
  constructor(
    { session, realms, events, summariser, countWritten }: LoggingThread,
    bound: ThreadBreakpoints,
    placements: Placements,
  ) {
    this.#bound = bound;
    this.#placements = placements;
    this.#session = session;
    this.#realms = realms;
    this.#summariser = summariser;
    this.#countWritten = countWritten;
    this.#events = events;
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      const pass = name === BINDING_NAME ? recordedPass(payload) : undefined;
      if (!pass) return;
      if (keptIn(pass).length === 0 && !this.#isHeld) this.#report(pass, new Map());
      else this.#waiting.push({ pass, timer: setTimeout(() => this.flush(), PAUSE_TIMEOUT_MS).unref() });
    });
  }

  /** True if values are kept in the debuggee, to be read while it is paused. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** A pass has begun that may turn out to be none: what it records waits for the pause that follows. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Confirms the held records; kept values are read at the pause. */
  release(): void {
    this.#isHeld = false;
    if (!this.#waiting.some(({ pass }) => keptIn(pass).length > 0)) this.flush();
  }

  /** Drops the held records: no pass made them. Their kept values are let go with the next ones. */
  drop(): void {
    this.#isHeld = false;
    this.#takeWaiting();
  }

  /** Reports the passes that have values kept, with all that the protocol shows of them. Never rejects. */
  async readKept({ callFrameId }: CallFrame): Promise<void> {
    const passes = this.#takeWaiting();
    const numbers = passes.flatMap(keptIn);
    const options = { timeoutMs: READ_TIMEOUT_MS };
    const reading = textsOfKept(this.#session, this.#summariser, { callFrameId, numbers }, options);
    // What cannot be read is shown as far as it is known.
    const whole = await reading.catch(() => new Map<number, string>());
    for (const pass of passes) this.#report(pass, whole);
  }

  /** The thread has ended: reports all that is left. */
  end(): void {
    this.flush();
    while (this.#unjudged.length > 0) this.#tellFirst();
  }

  /** Reports the waiting passes as far as they are known: no pause will come. */
  flush(): void {
    for (const pass of this.#takeWaiting()) this.#report(pass, new Map());
  }

  /** To be called before the thread goes on: a pause for the values of a pass would end a step that is under way. */
  beforeResume(isStep: boolean): void {
    if (this.#isStepping === isStep || this.#installed.size === 0) return;
    this.#isStepping = isStep;
    for (const contextId of this.#installed.keys()) {
      const request = { expression: steppingExpression(isStep), silent: true, disableBreaks: true, contextId };
      // Fails with the connection, or with a world that has ended.
      this.#session.send('Runtime.evaluate', request).catch(() => {});
    }
  }

  /**
   * Makes the functions that log and collect available to conditions; once per JavaScript world, only when a breakpoint needs them. The
   * messages are sent at once: a batch that starts the program may follow without waiting.
   */
  async install(options?: CallOptions, contextId = MAIN_CONTEXT): Promise<void> {
    const known = this.#installed.get(contextId) ?? this.#install(contextId, options);
    this.#installed.set(contextId, known);
    await known;
  }

  /** True if breakpoints can log in a JavaScript world without a pause. */
  isInstalled(contextId: number): boolean {
    return this.#installed.has(contextId);
  }

  /**
   * Records the pass that a thread is paused at, in a world where nothing could be recorded yet: it was made a moment ago, and its code ran
   * at once. From here on the world records by itself. Never rejects.
   *
   * @param recordings As recordingExpression gives them.
   * @see CDP Debugger.evaluateOnCallFrame
   */
  async recordIn(contextId: number, { callFrameId }: CallFrame, recordings: readonly string[]): Promise<void> {
    const options = { timeoutMs: READ_TIMEOUT_MS };
    await this.install(options, contextId).catch(() => {});
    for (const expression of recordings) {
      const request = { callFrameId, expression, silent: true, returnByValue: true };
      await this.#session.send('Debugger.evaluateOnCallFrame', request, options).catch(() => {});
    }
  }

  async #install(contextId: number, options?: CallOptions): Promise<void> {
    const [{ result }] = await Promise.all([
      this.#realms.run(recorders(BINDING_NAME), contextId, options),
      // Without it, lines stand where they arrive.
      contextId === MAIN_CONTEXT
        ? this.#countWritten?.({ session: this.#session, realms: this.#realms }, options).catch(() => {})
        : undefined,
    ]);
    if (result.value !== true) throw notHeld('logs and collects');
  }

  #takeWaiting(): RecordedPass[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { timer } of waiting) clearTimeout(timer);
    return waiting.map(({ pass }) => pass);
  }

  #report(pass: RecordedPass, whole: ReadonlyMap<number, string>): void {
    this.#unjudged.push(completed(pass, whole));
    const settled = this.#placements.settledOf(pass.id);
    if (settled === undefined && this.#unjudged.length === 1) {
      this.#tellFirst();
      return;
    }
    const judged = Promise.all([this.#judged, settled?.catch(() => {})]);
    this.#judged = judged.then(() => this.#tellFirst());
  }

  /** Reports the oldest pass, if it is one of a breakpoint that stands where it was meant to. */
  #tellFirst(): void {
    const pass = this.#unjudged.shift();
    if (pass === undefined || !this.#bound.counts(pass.id)) return;
    const { id, text, values, written, size } = pass;
    this.#events.emit('breakpointHit', id);
    if (text !== undefined)
      this.#events.emit('output', { category: 'log', text: `${text}\n`, ...(written && { written }) });
    if (values) this.#events.emit('collected', { id, values, size });
  }
}
