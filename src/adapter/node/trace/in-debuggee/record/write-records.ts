import fs from 'node:fs';
import { saved } from '../agent/saved.ts';
import { Primitive, settled } from './describe.ts';

// The program may replace these of the module.
const { closeSync, openSync, writeSync } = fs;
const MAX_BUFFERED = 64 * 1024;
const FLUSH_MS = 50;

/** JSON of a record. No `toJSON` of the program is looked up, nor is any iterator. */
function recordText(value: unknown): string {
  if (value instanceof Primitive) return recordText(settled(value));
  if (typeof value !== 'object' || value === null) return saved.quote(value);
  let text = '';
  if (isList(value)) {
    for (let at = 0; at < value.length; at++) text += (at > 0 ? ',' : '') + recordText(value[at]);
    return `[${text}]`;
  }
  const keys = saved.ownKeys(value);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    const item = typeof key === 'string' ? saved.getOwnPropertyDescriptor(value, key)?.value : undefined;
    if (item !== undefined) text += `${text === '' ? '' : ','}${saved.quote(key)}:${recordText(item)}`;
  }
  return `{${text}}`;
}

const { isArray } = Array;

function isList(value: object): value is readonly unknown[] {
  return isArray(value);
}

/**
 * Appends records to the file of this thread. It is opened for each write, so that the program sees no file descriptor of
 * ours. What cannot be written is lost without a word: the program goes on as if it were not traced.
 */
export class RecordFile {
  readonly #path: string;
  readonly #beforeFlush: () => void;
  #buffered = '';
  #flushedMs = 0;
  #isWaiting = false;

  /** `beforeFlush` may add what is pending. */
  constructor(path: string, beforeFlush: () => void) {
    this.#path = path;
    this.#beforeFlush = beforeFlush;
  }

  /** Adds a record; it is in the file after 50 ms, or sooner. */
  write(record: unknown): void {
    this.#buffered += `${recordText(record)}\n`;
    if (this.#buffered.length > MAX_BUFFERED) this.#save();
    this.wake();
  }

  /** Has the file brought up to date soon, without keeping the process alive. */
  wake(): void {
    this.wakeLater(FLUSH_MS + 3);
  }

  wakeLater(ms: number): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const timer = saved.setTimeout(() => {
      this.#isWaiting = false;
      this.flush();
    }, ms);
    saved.apply(saved.unref, timer, []);
  }

  /** Called now and then by busy code: timers do not run then. */
  tick(): void {
    const now = saved.clockMs();
    if (now - this.#flushedMs > FLUSH_MS) this.flush();
  }

  /** Everything that is known is in the file afterwards. */
  flush(): void {
    this.#flushedMs = saved.clockMs();
    this.#beforeFlush();
    this.#save();
  }

  #save(): void {
    const text = this.#buffered;
    if (text === '') return;
    this.#buffered = '';
    try {
      const file = openSync(this.#path, 'a', 0o600);
      try {
        writeSync(file, text);
      } finally {
        closeSync(file);
      }
    } catch {
      // A disk that is full, or a folder that is gone: here it cannot be reported.
    }
  }
}
