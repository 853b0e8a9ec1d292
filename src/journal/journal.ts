import { randomBytes } from 'node:crypto';
import { messageOf } from '../model/debug-error.ts';
import type { SessionEvent, SessionRef } from '../model/session-event.ts';
import type { ToolEvent } from '../model/tool-event.ts';
import { type EntryBody, entryLine } from './entry-line.ts';
import { JournalFile } from './journal-file.ts';
import type { LogLevel } from './log-level.ts';
import { outputEntries } from './output-entries.ts';
import { type Pending, PendingEntries } from './pending-entries.ts';
import { Sanitizer } from './sanitize.ts';
import { sessionEntry } from './session-entries.ts';
import { SessionNames } from './session-names.ts';
import { toolEntry } from './tool-entries.ts';

export interface JournalOptions {
  /** Absolute. Made with the first entry. */
  readonly file: string;
  /** The level below which entries are left out. */
  readonly level: LogLevel;
  /** The folder to which paths are relative, absolute. */
  readonly cwd: string;
  /** The folder that other paths begin with `~` for, absolute. */
  readonly home: string;
  /** Gets one line when the journal cannot be written, once. */
  readonly warn: (line: string) => void;
  /** Bytes; left out, 10 MB. */
  readonly maxBytes?: number | undefined;
  /** Full files that are kept beside the one written to; left out, 5. */
  readonly keptFiles?: number | undefined;
}

const DEFAULT_MAX_BYTES = 10_000_000;
const DEFAULT_KEPT_FILES = 5;
/** Limit of an entry's wait for others to be written with it. */
const FLUSH_AFTER_MS = 100;
/** Entries of one write: making them is work that a tool call would wait for. */
const MAX_BATCH = 200;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

const WEIGHT: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/**
 * Writes the journal of one server: specs of the log's format, one JSON object a line.
 *
 * Recording something takes microseconds and never fails: entries are made and written later, together. What cannot be written
 * is left out, and the journal says so (`journal:gap`) when it can again. The owner must close it.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #file: JournalFile;
  readonly #sanitizer: Sanitizer;
  readonly #names = new SessionNames();
  readonly #pending = new PendingEntries();
  /** Makes call ids unique over servers. */
  readonly #serverId = randomBytes(4).toString('hex');
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #gap: { readonly dropped: number; readonly reason: string } | undefined;
  #retry = { atMs: 0, delayMs: FIRST_RETRY_MS };
  #hasWarned = false;

  constructor(options: JournalOptions) {
    const { file, maxBytes = DEFAULT_MAX_BYTES, keptFiles = DEFAULT_KEPT_FILES } = options;
    this.#options = options;
    this.#file = new JournalFile({ path: file, pid: process.pid, maxBytes, keptFiles });
    this.#sanitizer = new Sanitizer(options);
  }

  /** A SessionObserver. */
  readonly onSession = (session: SessionRef, event: SessionEvent): void => {
    const atMs = Date.now();
    if (event.kind === 'output') this.#pending.addOutput(session, event.chunk, atMs);
    else {
      if (event.kind === 'created') this.#names.created(session);
      if (event.kind === 'closed') this.#names.closed(session);
      this.#pending.add({ kind: 'session', atMs, session, event });
    }
    this.#schedule();
  };

  /** A ToolObserver. */
  readonly onTool = (event: ToolEvent): void => {
    const { callId } = event;
    const session = event.kind === 'call' ? this.#names.ofCall(callId, event.args) : this.#names.ofAnswer(callId);
    this.#pending.add({ kind: 'tool', atMs: Date.now(), event, session });
    this.#schedule();
  };

  /** Writes what waits. Safe to call again; what is recorded afterwards is written, too. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#flushing;
    await this.#flush();
    await this.#file.close();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#flushing !== undefined) return;
    // Unref'd: a server that is done must not wait for it, and closes the journal.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flushing = this.#flush().finally(() => {
        this.#flushing = undefined;
        if (!this.#pending.isEmpty) this.#schedule();
      });
    }, FLUSH_AFTER_MS).unref();
  }

  /** Never rejects. */
  async #flush(): Promise<void> {
    const { items, dropped } = this.#pending.take();
    if (dropped > 0) this.#leaveOut(dropped, 'more happened than could be written');
    for (let from = 0; from < items.length; from += MAX_BATCH) {
      await this.#write(items.slice(from, from + MAX_BATCH));
    }
  }

  async #write(items: readonly Pending[]): Promise<void> {
    if (Date.now() < this.#retry.atMs) return this.#leaveOut(items.length, this.#gap?.reason ?? '');
    try {
      const lines = this.#linesOf(items);
      if (lines === '') return;
      const gap = this.#gapEntry();
      await this.#file.append(gap ? entryLine(Date.now(), gap) + lines : lines);
      this.#gap = undefined;
      this.#retry = { atMs: 0, delayMs: FIRST_RETRY_MS };
    } catch (error) {
      this.#onFailure(items.length, messageOf(error));
    }
  }

  #onFailure(count: number, reason: string): void {
    this.#leaveOut(count, reason);
    const { delayMs } = this.#retry;
    this.#retry = { atMs: Date.now() + delayMs, delayMs: Math.min(delayMs * 2, MAX_RETRY_MS) };
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.warn(
      `the journal cannot be written (${reason}); debugging goes on without it. --no-log turns it off.`,
    );
  }

  #leaveOut(count: number, reason: string): void {
    this.#gap = { dropped: (this.#gap?.dropped ?? 0) + count, reason };
  }

  #gapEntry(): EntryBody | undefined {
    if (!this.#gap || WEIGHT.warn < WEIGHT[this.#options.level]) return undefined;
    const { dropped, reason } = this.#gap;
    return {
      level: 'warn',
      namespace: 'debug-mcp:journal',
      message: 'journal:gap',
      dropped,
      reason: this.#sanitizer.text(reason),
    };
  }

  #linesOf(items: readonly Pending[]): string {
    const least = WEIGHT[this.#options.level];
    let lines = '';
    for (const item of items) {
      for (const entry of this.#entriesOf(item)) {
        if (WEIGHT[entry.level] >= least) lines += entryLine(item.atMs, entry);
      }
    }
    return lines;
  }

  #entriesOf(item: Pending): readonly EntryBody[] {
    switch (item.kind) {
      case 'tool':
        return [toolEntry(`${this.#serverId}-${item.event.callId}`, item.session, item.event, this.#sanitizer)];
      case 'session': {
        const entry = sessionEntry(item, this.#sanitizer);
        return entry ? [entry] : [];
      }
      case 'output':
        return outputEntries(item, this.#sanitizer);
    }
  }
}
