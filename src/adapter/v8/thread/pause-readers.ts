import type { CdpEventParams } from '../../../cdp/protocol.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { UncaughtExceptions } from '../exceptions/uncaught-exceptions.ts';
import type { EntryPatcher, PauseReader, ThreadRecording } from '../pauses/pause-reader.ts';

type Paused = CdpEventParams<'Debugger.paused'>;

/**
 * The readers of one thread's pauses before these are decided: a recording, the change of a call's returned value, and the
 * patcher that gives functions new texts.
 */
export class PauseReaders {
  /** Gives functions their new texts at the start of their calls. */
  entryPatcher: EntryPatcher | undefined;
  /** Changes the value that a call returns, at its return. */
  forcedReturn: PauseReader | undefined;
  readonly #exceptions: UncaughtExceptions;
  #recording: ThreadRecording | undefined;

  /** @param exceptions Reported to a recording that wants them. */
  constructor(exceptions: UncaughtExceptions) {
    this.#exceptions = exceptions;
  }

  /** The reader of a pause before it is decided. */
  readerOf(params: Paused): PauseReader | undefined {
    return [this.#recording, this.forcedReturn].find((reader) => reader?.wants(params));
  }

  /** The patcher of the function at whose start a pause is. */
  patcherOf(params: Paused): EntryPatcher | undefined {
    return this.entryPatcher?.wants(params) ? this.entryPatcher : undefined;
  }

  /** Has pauses read by a recording, from when it has begun until it is ended. */
  async record(recording: ThreadRecording, options?: CallOptions): Promise<void> {
    this.#recording = recording;
    await Promise.all([
      recording.begin(options ?? {}),
      recording.seesExceptions ? this.#exceptions.record(true, options) : undefined,
    ]);
  }

  /** For a recording that has seen enough of them. */
  async endExceptions(): Promise<void> {
    await this.#exceptions.record(false);
  }

  /** Takes away what the recording needed. A thread that has ended has nothing of it. */
  async endRecording(options?: CallOptions): Promise<void> {
    const recording = this.#recording;
    await Promise.all([recording?.end(options ?? {}), this.#exceptions.record(false, options)]).catch(() => {});
    this.#recording = undefined;
  }
}
