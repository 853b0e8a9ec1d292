import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { ThreadId } from '../../model/ids.ts';
import type { StoppedInfo } from '../../model/stop-outcome.ts';
import type { SessionBreakpoints } from '../breakpoints/session-breakpoints.ts';
import type { SessionLife } from '../session-life.ts';
import type { SessionProcesses } from '../session-processes.ts';
import type { SeenFailure } from '../stops/seen-failure.ts';

/** The parts of a session that record a stop. */
interface StopsHost {
  readonly life: SessionLife;
  readonly adapter: () => DebugAdapter;
  readonly breakpoints: SessionBreakpoints;
  readonly processes: SessionProcesses;
  readonly failure: SeenFailure;
}

/** The stops that the debuggee reports, and what each does to the session: it enters one, and the others wait for their turn. */
export class ArrivedStops {
  readonly #host: StopsHost;
  /** Stops of other threads while the session looks at one of them: reported one after another, none is lost. */
  readonly #queued: StoppedInfo[] = [];
  /** A pause was asked for, and no stop has come of it yet. */
  #pauseWanted = false;

  constructor(host: StopsHost) {
    this.#host = host;
  }

  /** The stops at which the program stands, the session's own first. */
  all(): readonly StoppedInfo[] {
    const { state } = this.#host.life;
    return state.kind === 'stopped' ? [state, ...this.#queued] : [];
  }

  /** To be called before threads are asked to pause: without it, a stop of that kind belongs to no call. */
  expectPause(): void {
    this.#pauseWanted = true;
  }

  /** The debuggee is another one. */
  reset(): void {
    this.#queued.length = 0;
    this.#pauseWanted = false;
  }

  /** Takes the session to what comes after its stop while no call waits. @returns the stop, if there is one already */
  leave(): StoppedInfo | undefined {
    const next = this.#queued.shift();
    this.#host.life.note(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
    return next;
  }

  onStopped(stop: StoppedInfo): void {
    const { life, adapter, breakpoints, processes, failure } = this.#host;
    if (life.ended) return;
    processes.see(adapter().threads());
    if (stop.reason === 'pause' && !this.#pauseWanted) {
      // All threads are asked to pause because any of them may be the one that runs; one that has stopped is enough.
      adapter()
        .continue(stop.threadId)
        .catch(() => {});
      return;
    }
    this.#pauseWanted = false;
    failure.note(stop);
    const hits = stop.hitBreakpointIds.filter((id) => !breakpoints.isOneShot(id));
    const isRunTo = hits.length === 0 && stop.hitBreakpointIds.length > 0;
    for (const id of hits) breakpoints.countHit(id);
    breakpoints.dropOneShots();
    if (life.state.kind !== 'stopped') {
      life.enter({ kind: 'stopped', ...stop, hitBreakpointIds: hits, ...(isRunTo ? { reason: 'goto' } : {}) });
    } else {
      this.#queued.push({ ...stop, hitBreakpointIds: hits });
    }
  }

  onContinued(threadId: ThreadId): void {
    const { life } = this.#host;
    if (life.state.kind !== 'stopped' || life.state.threadId !== threadId) return;
    const next = this.#queued.shift();
    life.enter(next ? { kind: 'stopped', ...next } : { kind: 'running', sinceMs: Date.now() });
  }

  onThreadExited(threadId: ThreadId): void {
    const left = this.#queued.filter((stop) => stop.threadId !== threadId);
    this.#queued.splice(0, this.#queued.length, ...left);
    this.onContinued(threadId);
  }
}
