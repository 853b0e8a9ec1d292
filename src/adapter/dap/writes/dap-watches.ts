import type { CallOptions } from '../../../model/call-options.ts';
import type { RecordedWrite, SeenWrite } from '../../../model/data-breakpoint.ts';
import type { WriteWatches } from '../../write-watches.ts';
import type { WriteQuestions } from '../recipe/write-questions.ts';
import type { DapStop, DapTarget } from '../session/dap-target.ts';
import { DapWrites } from './dap-writes.ts';
import { DataBreakpoints, type DataStop } from './data-breakpoints.ts';

type Stopped = ConstructorParameters<typeof DapWrites>[1] & ConstructorParameters<typeof DataBreakpoints>[0];

/** The receiver of stops, once it is known what they have to do with watched places. */
interface StopListeners {
  readonly onStop: (target: DapTarget, stop: DapStop, write: SeenWrite | undefined) => void;
  readonly onRecorded: (target: DapTarget, stop: DapStop, write: SeenWrite) => void;
}

/** The watched places of a debuggee: by code of its language inside of it where there is such, else by the adapter's own data breakpoints. */
export class DapWatches {
  readonly #code: DapWrites | undefined;
  readonly #adapter: DataBreakpoints;
  readonly #listeners: StopListeners;

  constructor(questions: WriteQuestions | undefined, stopped: Stopped, listeners: StopListeners) {
    this.#code = questions && new DapWrites(questions, stopped);
    this.#adapter = new DataBreakpoints(stopped);
    this.#listeners = listeners;
  }

  get places(): WriteWatches {
    return this.#code ?? this.#adapter;
  }

  /** Takes what a process reports; gives what is only recorded. */
  report(target: DapTarget, number: number, text: string): RecordedWrite | undefined {
    return this.#code?.report(target, number, text);
  }

  /** A process has stopped. After an unwanted stop it goes on from here. */
  arrive(target: DapTarget, stop: DapStop): void {
    const { onStop } = this.#listeners;
    if (!this.#adapter.concerns(target)) {
      onStop(target, stop, this.#code?.at(target, stop.thread.dapId));
      return;
    }
    const asked = this.#adapter.at(target, stop).catch((): DataStop => ({ kind: 'none' }));
    void asked.then((seen) => {
      // Its end is reported by itself.
      if (!target.connection.closed) this.#arrived(target, stop, seen);
    });
  }

  #arrived(target: DapTarget, stop: DapStop, seen: DataStop): void {
    const { onStop, onRecorded } = this.#listeners;
    const isRecorded = seen.kind === 'write' && seen.isLogged;
    if (isRecorded) onRecorded(target, stop, seen.write);
    if (seen.kind === 'none' || (seen.kind === 'write' && !isRecorded)) {
      onStop(target, stop, seen.kind === 'write' ? seen.write : undefined);
    } else if (target.resumedBy === 'continue') {
      target.resume('continue', stop.thread).catch(() => {});
    } else {
      // The step that it has interrupted cannot go on.
      onStop(target, { ...stop, body: { ...stop.body, reason: 'step' } }, undefined);
    }
  }

  /** Leaves nothing in the processes. */
  async end(options?: CallOptions): Promise<void> {
    await (this.#code ?? this.#adapter).end(options);
  }
}
