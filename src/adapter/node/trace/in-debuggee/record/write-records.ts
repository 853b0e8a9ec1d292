import fs from 'node:fs';
import { clockMs, inBackground } from '../agent/program.ts';

// The program may replace these of the module.
const { closeSync, openSync, writeSync } = fs;
const MAX_BUFFERED = 64 * 1024;
/** Characters that wait for a file that cannot be opened. */
const MAX_KEPT = 4 * 1024 * 1024;
const FLUSH_MS = 50;

/**
 * Appends records to the file of this thread. It is opened for each write, so that the program sees no file descriptor of
 * ours. While it cannot be opened, as under a mock of the file system, records wait. What is lost in the end is lost without a word: the
 * program goes on as if it were not traced.
 */
export class RecordFile {
  readonly #path: string;
  readonly #beforeFlush: () => void;
  #buffered = '';
  #flushedMs = 0;
  #failedMs = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  /** `beforeFlush` may add what is pending. */
  constructor(path: string, beforeFlush: () => void) {
    this.#path = path;
    this.#beforeFlush = beforeFlush;
  }

  /** Adds a record; it is in the file after 50 ms, or sooner. */
  write(record: unknown): void {
    this.#buffered += `${JSON.stringify(record)}\n`;
    if (this.#buffered.length > MAX_BUFFERED && clockMs() - this.#failedMs > FLUSH_MS) this.#save();
    this.wake();
  }

  /** Has the file brought up to date soon, without keeping the process alive. */
  wake(): void {
    this.wakeLater(FLUSH_MS + 3);
  }

  wakeLater(ms: number): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    inBackground(() => {
      this.#isWaiting = false;
      this.flush();
    }, ms);
  }

  /** Called now and then by busy code: timers do not run then. */
  tick(): void {
    const now = clockMs();
    if (now - this.#flushedMs > FLUSH_MS) this.flush();
  }

  /** Everything that is known is in the file afterwards. */
  flush(): void {
    this.#flushedMs = clockMs();
    this.#beforeFlush();
    this.#save();
  }

  #save(): void {
    if (this.#buffered === '') return;
    try {
      const file = openSync(this.#path, 'a', 0o600);
      const text = this.#buffered;
      this.#buffered = '';
      try {
        writeSync(file, text);
      } finally {
        closeSync(file);
      }
    } catch {
      // A disk that is full, or a folder that is gone: here it cannot be reported.
      this.#failedMs = clockMs();
      if (this.#buffered.length > MAX_KEPT) this.#buffered = '';
    }
  }
}
