import { Deadline } from '../../adapter/deadline.ts';
import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { messageOf } from '../../model/debug-error.ts';
import { suspendedError } from '../../model/program/suspended-error.ts';
import type { StopOutcome, StoppedInfo } from '../../model/stop-outcome.ts';
import type { Mutex } from '../mutex.ts';
import { isGone, isLate, notStarted } from '../session-errors.ts';
import type { SessionLife } from '../session-life.ts';
import { ShownStop } from '../stops/shown-stop.ts';
import { whereItRuns } from '../where-it-runs.ts';
import type { ArrivedStops } from './arrived-stops.ts';
import { suspendedProcess, suspendedWhole } from './suspended-process.ts';

/** Default limit of a resuming call's wait for a stop. Below every client's own limit (60 s and more). */
export const DEFAULT_WAIT_MS = 30_000;

/** Default limit of a pause's wait for its stop. */
const PAUSE_WAIT_MS = 2_000;

/** The limits of a wait for a stop. */
export interface WaitOptions extends CallOptions {
  /** Aborted when there is something to say of the running program: the wait ends as if its time were over. */
  readonly until?: AbortSignal | undefined;
}

/** The way in which a stopped program is to go on. */
export type ResumeCommand = 'continue' | 'next' | 'stepIn' | 'stepOut';

/** The parts of a session that run control uses. */
interface ControlledRun {
  readonly life: SessionLife;
  readonly adapter: () => DebugAdapter;
  readonly stops: ArrivedStops;
  readonly mutex: Mutex;
}

/** Lets a session's program go on and waits for what comes of it: each call has one outcome, and no stop passes unseen. */
export class RunControl {
  readonly #run: ControlledRun;
  readonly #shown = new ShownStop();

  constructor(run: ControlledRun) {
    this.#run = run;
  }

  /** As `DebugSession.resume`. */
  async resume(command: ResumeCommand, options: WaitOptions): Promise<StopOutcome> {
    const { life } = this.#run;
    life.assertAlive();
    const deadline = new Deadline(options.timeoutMs ?? DEFAULT_WAIT_MS, options.signal);
    if (life.state.kind === 'stopped') await this.go(command, options);
    else if (command !== 'continue') life.stopped();
    return this.waitForStop({ ...deadline.left(), until: options.until });
  }

  /** As `DebugSession.go`. */
  async go(command: ResumeCommand, options: CallOptions): Promise<boolean> {
    this.#run.life.stopped();
    return this.#run.mutex.run(() => this.#send(command), options);
  }

  async #send(command: ResumeCommand): Promise<boolean> {
    const { life, adapter, stops } = this.#run;
    // Another call, before this one's turn came, has let the program go on already.
    if (command === 'continue' && life.state.kind === 'running') return true;
    const { threadId } = life.stopped();
    // It came between two calls: the caller means the stop before it, or none.
    if (this.hasUnshownStop) return false;
    const suspended = suspendedWhole(adapter(), life.state);
    if (suspended) throw suspendedError(suspended.pid);
    // The state changes before the command is sent: a stop that arrives before the reply is then not lost.
    const next = stops.leave();
    // The reply says only that the command arrived. The outcome comes as an event, in which a lost connection shows, too.
    // Not cancellable: a command that is given up half-way would leave it open whether the program runs.
    const sent = adapter()[command](threadId);
    if (next) await sent;
    else sent.catch((error: unknown) => this.#onCommandFailed(error));
    return true;
  }

  #onCommandFailed(error: unknown): void {
    const { life } = this.#run;
    if (isGone(error)) return;
    if (life.state.kind === 'running') life.enter({ kind: 'lost', cause: messageOf(error) });
  }

  /** As `DebugSession.waitForStop`. */
  async waitForStop({ timeoutMs = DEFAULT_WAIT_MS, signal, until }: WaitOptions): Promise<StopOutcome> {
    const began = Date.now();
    if (await this.#run.life.whenHalted(timeoutMs, signal, until)) return this.#outcome();
    const waitedMs = Date.now() - began;
    return until?.aborted ? { kind: 'running', waitedMs } : this.#stillRunning(waitedMs, signal);
  }

  /** As `DebugSession.pause`. */
  async pause(options: CallOptions): Promise<StopOutcome> {
    const { life, adapter, stops } = this.#run;
    life.assertAlive();
    const deadline = new Deadline(options.timeoutMs ?? PAUSE_WAIT_MS, options.signal);
    await life.whenStarted(deadline.timeoutMs, options.signal);
    if (life.state.kind !== 'running') return this.#outcome();
    const suspended = suspendedWhole(adapter(), life.state);
    if (suspended) return { kind: 'running', waitedMs: 0, suspended };
    stops.expectPause();
    const threads = adapter().threads();
    const asked = await Promise.allSettled(threads.map(({ id }) => adapter().pause(id, deadline.left())));
    // A thread that cannot be asked is one that ends now, which the wait below finds out; one that is inside a native call takes the
    // request up when it comes out of it.
    const failed = asked.find((each) => each.status === 'rejected' && !isGone(each.reason) && !isLate(each.reason));
    if (failed?.status === 'rejected') throw failed.reason;
    return this.waitForStop(deadline.left());
  }

  /** As `DebugSession.pauseIdle`. */
  pauseIdle(options: CallOptions): Promise<StopOutcome> {
    const { life, adapter } = this.#run;
    const threads = life.state.kind === 'running' ? adapter().threads() : [];
    for (const { id } of threads) adapter().pauseIdle?.(id);
    return this.waitForStop({ timeoutMs: PAUSE_WAIT_MS, ...options });
  }

  get hasUnshownStop(): boolean {
    const { state } = this.#run.life;
    return state.kind === 'stopped' && !this.#shown.is(state);
  }

  /** To be called when an answer shows a stop. */
  show(stop: StoppedInfo): void {
    this.#shown.show(stop);
  }

  /** For a change of the state that leaves the program at its stop: shown, it stays so. */
  keepShown(change: () => void): void {
    const { hasUnshownStop } = this;
    change();
    const { state } = this.#run.life;
    if (!hasUnshownStop && state.kind === 'stopped') this.show(state);
  }

  /** The answer that was to show a stop came to nothing. */
  notShown(stop: StoppedInfo): void {
    this.#shown.takeBack(stop);
  }

  async #stillRunning(waitedMs: number, signal: AbortSignal | undefined): Promise<StopOutcome> {
    const { life, adapter } = this.#run;
    // One that starts is asked nothing: it may not be paused yet.
    if (life.state.kind === 'starting') return this.#outcome(waitedMs);
    const suspended = suspendedProcess(adapter());
    if (suspended) return { kind: 'running', waitedMs, suspended };
    const where = await whereItRuns(adapter(), signal);
    if (life.state.kind !== 'running') return this.#outcome(waitedMs);
    return { kind: 'running', waitedMs, ...(where ? { where } : {}) };
  }

  #outcome(waitedMs = 0): StopOutcome {
    const { state } = this.#run.life;
    if (state.kind === 'created') throw notStarted();
    if (state.kind === 'starting') return { kind: 'running', waitedMs, isStarting: true };
    if (state.kind === 'running') return { kind: 'running', waitedMs };
    if (state.kind === 'stopped') this.show(state);
    return state;
  }
}
