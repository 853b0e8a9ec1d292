import type { CdpSession } from '../../../../cdp/cdp-session.ts';
import type { CdpEventParams } from '../../../../cdp/protocol.ts';
import type { BreakpointId } from '../../../../model/ids.ts';
import { COUNT_BINDING, type ConditionCounts } from '../conditions/condition-counts.ts';
import { armExpression, undoExpression } from '../conditions/counter-expressions.ts';
import type { LogBreakpoints } from './log-breakpoints.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/** V8 pauses in the same moment; not where what was evaluated for the user has passed a breakpoint at a stop. */
const PAUSE_TIMEOUT_MS = 1_000;
/** Mark in the data of a pause: numbers of breakpoints whose conditions were false. */
const UNSEEN = 'mcpUnseen';

interface OpenPass {
  /** The user's number. */
  readonly id: BreakpointId;
  isUnseen: boolean;
}

/** The exceptions that stop the thread. */
interface StoppingExceptions {
  readonly areStopping: boolean;
}

interface MetThread {
  readonly session: CdpSession;
  readonly isWorker: boolean;
  readonly logs: LogBreakpoints;
  readonly counts: ConditionCounts;
  readonly exceptions: StoppingExceptions;
}

/**
 * Passes of breakpoints whose condition is false, or that only log, at which V8 pauses all the same: it does not stop at an exception of a
 * statement all of whose breakpoints were false. The first passes of each breakpoint are met in this way, while nothing is stepped through and
 * no stop is looked at; the pause is not reported. On Node 20 and 22 V8 asks a condition a second time, where its statement throws: what
 * that pass counted and logged is undone when the pause turns out to be that of the exception.
 *
 * Not met are functions' breakpoints, other JavaScript worlds than the program's own, and worker threads: what resumes one goes by
 * way of its process, which may be waiting for it.
 *
 * @see CDP Runtime.bindingCalled, Debugger.paused
 */
export class MetPasses {
  readonly #thread: MetThread;
  /** By the numbers of their breakpoints. */
  readonly #open = new Map<number, OpenPass>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = true;
  #isArmed = false;
  #isInstalled = false;

  constructor(thread: MetThread) {
    this.#thread = thread;
    thread.counts.onInstall(() => {
      this.#isInstalled = true;
      this.update();
    });
    thread.session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== COUNT_BINDING) return;
      const message: unknown = JSON.parse(payload);
      if (!Array.isArray(message)) return;
      const [what, number, id]: unknown[] = message;
      if (typeof number === 'number') this.#hear(what, number, id);
    });
  }

  /** To be called when the thread begins to run freely, and when it stops. */
  run(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.update();
  }

  /** To be called when exceptions begin or end to stop the thread. */
  update(): void {
    const { exceptions, isWorker } = this.#thread;
    const isArmed = this.#isRunning && exceptions.areStopping && !isWorker;
    if (!this.#isInstalled || this.#isArmed === isArmed) return;
    this.#isArmed = isArmed;
    this.#evaluate(armExpression(isArmed));
  }

  /** Decides what becomes of the passes that led to a pause. @returns the pause, with what is not to be reported marked */
  settle(paused: Paused): Paused {
    if (this.#open.size === 0) return paused;
    const passes = this.#takeOpen();
    if (paused.hitBreakpoints?.length) {
      this.#thread.logs.release();
      const unseen = passes.flatMap(([number, { isUnseen }]) => (isUnseen ? number : []));
      return unseen.length === 0 ? paused : { ...paused, data: { ...paused.data, [UNSEEN]: unseen } };
    }
    // Of an exception, or of a `debugger` statement: the conditions were asked for its sake.
    this.#thread.logs.drop();
    for (const [number, { id }] of passes) this.#evaluate(undoExpression(number, id));
    return paused;
  }

  #hear(what: unknown, number: number, id: unknown): void {
    const open = this.#open.get(number);
    if (what === 'unseen' && open) open.isUnseen = true;
    if (what !== 'begins' || typeof id !== 'number') return;
    this.#open.set(number, { id, isUnseen: false });
    this.#thread.logs.hold();
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_TIMEOUT_MS).unref();
  }

  /** No pause will come: what was recorded holds. */
  flush(): void {
    this.#takeOpen();
    this.#thread.logs.release();
  }

  #takeOpen(): readonly (readonly [number, OpenPass])[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const open = [...this.#open];
    this.#open.clear();
    return open;
  }

  #evaluate(expression: string): void {
    // Fails with the connection.
    this.#thread.session.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }).catch(() => {});
  }
}

/** Numbers of the breakpoints whose conditions were false at a pause. */
export function unseenAt({ data }: Paused): readonly number[] {
  const unseen: unknown = data?.[UNSEEN];
  return Array.isArray(unseen) ? unseen.filter((number) => typeof number === 'number') : [];
}
