import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../model/call-options.ts';
import type { AdapterEvents } from '../debug-adapter.ts';
import type { CompositeBreakpoints } from './composite-breakpoints.ts';
import { flushOutput } from './forward-events.ts';
import type { Parts } from './parts.ts';

/** Limit for the last events of processes in other languages after the end of the program. */
const LAST_EVENTS_MS = 250;
const LAST_EVENTS_POLL_MS = 5;
/** Limit for letting go of processes that outlive the program. */
const RELEASE_MS = 1_000;

/** The end of a debuggee in several languages: with its program, or because we end it. Reported once, after all else. */
export class DebuggeeEnd {
  readonly #parts: Parts;
  readonly #events: EventEmitter<AdapterEvents>;
  readonly #breakpoints: CompositeBreakpoints;
  #isOver = false;

  constructor(parts: Parts, events: EventEmitter<AdapterEvents>, breakpoints: CompositeBreakpoints) {
    this.#parts = parts;
    this.#events = events;
    this.#breakpoints = breakpoints;
    const program = parts.root.adapter.events;
    program.on('exited', (exit) => this.#end(() => events.emit('exited', exit)));
    program.on('lost', (lost) => this.#end(() => events.emit('lost', lost)));
  }

  /** Leaves everything running. */
  async disconnect(options?: CallOptions): Promise<void> {
    this.#isOver = true;
    await endAll(this.#parts.all().map(({ adapter }) => adapter.disconnect(options)));
  }

  /** Ends everything that was started. */
  async terminate(options?: CallOptions): Promise<void> {
    this.#isOver = true;
    await endAll(this.#parts.all().map(({ adapter }) => adapter.terminate(options)));
  }

  /** The end of the program is that of the debuggee: processes that outlive it run on, without us. */
  #end(report: () => void): void {
    const finish = () => {
      if (this.#isOver) return;
      this.#isOver = true;
      flushOutput(this.#parts, this.#events);
      this.#breakpoints.reportEnd();
      report();
    };
    const areQuiet = () => this.#parts.followers().every(({ adapter }) => adapter.threads().length === 0);
    const release = () =>
      Promise.allSettled(this.#parts.followers().map(({ adapter }) => adapter.disconnect({ timeoutMs: RELEASE_MS })));
    if (areQuiet()) {
      finish();
      void release();
    } else void this.#whenQuiet(areQuiet).then(release).then(finish);
  }

  async #whenQuiet(areQuiet: () => boolean): Promise<void> {
    const deadline = Date.now() + LAST_EVENTS_MS;
    while (!areQuiet() && Date.now() < deadline) await sleep(LAST_EVENTS_POLL_MS);
  }
}

/** Waits for all, also where one fails. */
async function endAll(ends: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(ends);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
