import { setTimeout as sleep } from 'node:timers/promises';
import type { DebugAdapter } from '../../adapter/debug-adapter.ts';
import type { IdleProgram } from '../../model/program/idle-program.ts';
import { type ActivityReading, readActivity } from '../../process/program-activity.ts';
import type { DebugSession } from '../../session/debug-session.ts';
import { promptOf } from '../../session/input/prompt.ts';
import { type IdleVerdict, idleVerdict, READINGS_MS } from './idle-verdict.ts';

/** A program that comes to a breakpoint mostly does so before anybody has looked at it from outside. */
const FIRST_LOOK_MS = 100;
/** Interval of deciding whether to look. Costs nothing. */
const TICK_MS = 50;
/** The pauses between two looks grow to this: looking costs some milliseconds, and more where other commands must be asked. */
const MAX_PAUSE_MS = process.platform === 'linux' ? 500 : 1_000;
const MIN_PAUSE_MS = process.platform === 'linux' ? TICK_MS : MAX_PAUSE_MS;

/** The reason of an abort that ends a watch. */
const STOPPED = 'stopped';

/** The news that answers have told of a debuggee, which lives as long as one run of its session. */
const saidOf = new WeakMap<DebugAdapter, Set<string>>();

/**
 * Looks at a session's program from outside while a call waits for its next stop, and notices when there is none to come before
 * a client sends a request or a person types something. The program is neither asked nor stopped.
 */
export class IdleWatch {
  readonly #session: DebugSession;
  readonly #stopped = new AbortController();
  readonly #found = new AbortController();
  /** Before the wait. A stop that no answer has shown is the answer itself. */
  readonly #wasStopped: boolean;
  #verdict: IdleVerdict = { kind: 'wait' };

  /** To be made before the program is let go on. */
  constructor(session: DebugSession) {
    this.#session = session;
    this.#wasStopped = session.state.kind === 'stopped';
    // Whatever cannot be looked at is waited for as before.
    this.#watch().catch(() => {});
  }

  /** Aborted when there is something to say. */
  get found(): AbortSignal {
    return this.#found.signal;
  }

  stop(): void {
    // Without a reason, Node makes an error for one, with its stack.
    this.#stopped.abort(STOPPED);
  }

  /** Takes the finding. It is no news to a later watch. */
  take(): IdleProgram | undefined {
    const verdict = this.#verdict;
    if (verdict.kind === 'wait') return undefined;
    for (const key of keysOf(verdict, this.#session)) this.#said().add(key);
    if (verdict.kind === 'listening') return { kind: 'listening', addresses: verdict.sockets, again: verdict.again };
    return { kind: 'awaitsInput', pid: verdict.pid, prompt: promptOf(this.#session.output) };
  }

  async #watch(): Promise<void> {
    const session = this.#session;
    let readings: readonly ActivityReading[] = [];
    let pauseMs = MIN_PAUSE_MS;
    let lookedAtMs = performance.now() + FIRST_LOOK_MS - MIN_PAUSE_MS;
    let outputEnd = session.output.end;
    for (;;) {
      await sleep(TICK_MS, undefined, { signal: this.#stopped.signal, ref: false });
      const elapsedMs = performance.now() - lookedAtMs;
      // What it writes says that something has changed.
      const isDue = elapsedMs >= pauseMs || (session.output.end !== outputEnd && elapsedMs >= MIN_PAUSE_MS);
      const { processes } = session.adapter;
      if (session.state.kind !== 'running' || !isDue || processes === undefined) continue;
      const hasWritten = session.output.end !== outputEnd;
      outputEnd = session.output.end;
      lookedAtMs = performance.now();
      const reading = await readActivity(processes);
      if (reading === undefined) return;
      readings = [...readings.filter(({ atMs }) => reading.atMs - atMs < READINGS_MS), reading];
      if (this.#isDecided(readings)) return;
      const isClose = hasWritten || this.#hasNews(reading);
      pauseMs = isClose ? MIN_PAUSE_MS : Math.min(pauseMs * 1.5, MAX_PAUSE_MS);
    }
  }

  #isDecided(readings: readonly ActivityReading[]): boolean {
    const verdict = idleVerdict(readings, {
      known: this.#said(),
      // A watcher may keep the port open for the processes that it starts one after the other.
      wasInterrupted: this.#wasStopped || this.#session.restarts.hasNews,
    });
    if (verdict.kind === 'wait' || this.#stopped.signal.aborted || this.#session.state.kind !== 'running') return false;
    if (verdict.kind === 'awaitsInput' && this.#said().has(inputKey(verdict.pid, this.#session))) return false;
    this.#verdict = verdict;
    this.#found.abort();
    return true;
  }

  /** True if something was seen that may be worth an answer soon. */
  #hasNews({ sockets, readerPid }: ActivityReading): boolean {
    const said = this.#said();
    return (
      sockets.some(({ id }) => !said.has(id)) ||
      (readerPid !== undefined && !said.has(inputKey(readerPid, this.#session)))
    );
  }

  #said(): Set<string> {
    const { adapter } = this.#session;
    const said = saidOf.get(adapter) ?? new Set();
    saidOf.set(adapter, said);
    return said;
  }
}

function keysOf(verdict: Exclude<IdleVerdict, { kind: 'wait' }>, session: DebugSession): string[] {
  return verdict.kind === 'listening' ? verdict.sockets.map(({ id }) => id) : [inputKey(verdict.pid, session)];
}

/** A program that reads again has mostly written something before. */
function inputKey(pid: number, { output }: DebugSession): string {
  return `input of ${pid} at ${output.end}`;
}
