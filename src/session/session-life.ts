import { DebugError } from '../model/debug-error.ts';
import type { SessionState } from '../model/session-summary.ts';
import type { StoppedInfo } from '../model/stop-outcome.ts';
import { exitText, isGone, notStarted, notStopped } from './session-errors.ts';
import { StopWaiter } from './stops/stop-waiter.ts';

/** Limit for the exit of a program after the end of its connection. */
const EXIT_GRACE_MS = 1_000;

/** The period after which a wait without a limit of its own starts again. */
const NOTICE_MS = 60_000;

/** The state that a session is in, the waits for another one, and what may be done in which. */
export class SessionLife {
  readonly #sessionId: string;
  readonly #onState: (state: SessionState) => void;
  readonly #waiter = new StopWaiter();
  #state: SessionState = { kind: 'created' };
  #changedAt: Date;
  /** Something is to be said of a start that may come to nothing. */
  #hasNotice = false;

  /** @param onState Is called with each state that is entered. */
  constructor(sessionId: string, createdAt: Date, onState: (state: SessionState) => void) {
    this.#sessionId = sessionId;
    this.#changedAt = createdAt;
    this.#onState = onState;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The time of the last change of state. */
  get changedAt(): Date {
    return this.#changedAt;
  }

  get ended(): boolean {
    return this.#state.kind === 'exited' || this.#state.kind === 'lost';
  }

  /** Enters a state and wakes all who wait for one. */
  enter(state: SessionState): void {
    if (this.#state.kind === 'starting' && state.kind === 'stopped')
      this.note({ kind: 'running', sinceMs: Date.now() });
    this.note(state);
    this.#waiter.wake();
  }

  /** Answers the call that waits for a start now, once, because there is something to say of the start. */
  giveNotice(): void {
    if (this.#state.kind !== 'starting') return;
    this.#hasNotice = true;
    this.#waiter.wake();
  }

  /** Resolves when something is to be said of a start. @throws DebugError `cancelled` when the signal is aborted */
  async whenNoticed(signal: AbortSignal): Promise<void> {
    while (!this.#hasNotice) await this.#waiter.wait({ timeoutMs: NOTICE_MS, signal });
  }

  #takeNotice(): boolean {
    const had = this.#hasNotice && this.#state.kind === 'starting';
    this.#hasNotice = false;
    return had;
  }

  /** Enters a state that no call waits for. */
  note(state: SessionState): void {
    if (state.kind === 'starting') this.#hasNotice = false;
    this.#state = state;
    this.#changedAt = new Date();
    this.#onState(state);
  }

  /**
   * Waits until the program runs no more.
   *
   * @param until Ends the wait like its limit.
   * @returns false at the limit
   */
  whenHalted(timeoutMs: number, signal: AbortSignal | undefined, until?: AbortSignal): Promise<boolean> {
    return this.#whenNeither(['starting', 'running'], { timeoutMs, signal, until });
  }

  /** Waits until the program runs or has come to something else. @returns false at the limit */
  whenStarted(timeoutMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    return this.#whenNeither(['starting'], { timeoutMs, signal });
  }

  async #whenNeither(
    kinds: readonly SessionState['kind'][],
    {
      timeoutMs,
      signal,
      until,
    }: { timeoutMs: number; signal: AbortSignal | undefined; until?: AbortSignal | undefined },
  ): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    const onUntil = () => this.#waiter.wake();
    until?.addEventListener('abort', onUntil);
    try {
      while (kinds.includes(this.#state.kind)) {
        const leftMs = deadline - Date.now();
        if (leftMs <= 0 || until?.aborted || this.#takeNotice()) return false;
        await this.#waiter.wait({ timeoutMs: leftMs, signal });
      }
      return true;
    } finally {
      until?.removeEventListener('abort', onUntil);
    }
  }

  /** The stop that the program stands at. @throws DebugError `not_stopped`, and as {@link assertAlive} */
  stopped(): StoppedInfo {
    this.assertAlive();
    if (this.#state.kind === 'stopped') return this.#state;
    throw notStopped(this.#sessionId);
  }

  /** @throws DebugError `not_stopped` before the start, `connection_closed`, `already_exited` */
  assertAlive(): void {
    const state = this.#state;
    if (state.kind === 'created') throw notStarted();
    if (state.kind === 'lost')
      throw new DebugError(
        'connection_closed',
        `The connection to the program was lost: ${state.cause.replace(/\.$/, '')}.`,
        {
          advice: [{ action: 'start' }, ' starts it again; ', { action: 'stop' }, ' clears this session away.'],
        },
      );
    if (state.kind !== 'exited') return;
    throw new DebugError('already_exited', `The program has ended (${exitText(state)}).`, {
      advice: ['Start it again with ', { action: 'launch' }, ': its breakpoints are kept.'],
      details: { exitCode: state.exitCode, signal: state.signal },
    });
  }

  /** Runs a task; when the program ends under it, that is the error. */
  async whileAlive<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (!isGone(error)) throw error;
      // The wire closes a moment before the process is reaped, with its exit code.
      const deadline = Date.now() + EXIT_GRACE_MS;
      while (!this.ended && Date.now() < deadline)
        await this.#waiter.wait({ timeoutMs: Math.max(1, deadline - Date.now()) });
      this.assertAlive();
      throw error;
    }
  }
}
