import { type JournalEntry, journalEntrySchema } from '../../journal/entries.ts';
import { type JsonObject, parsed } from './entry-fields.ts';
import { headOf } from './entry-head.ts';
import { EntryIndex } from './entry-index.ts';

/** Keeps the lines of a journal, so that an entry can be read again when it is to be shown. */
export interface LineStore {
  /** A line by its index; empty when it cannot be read any more. */
  line(index: number): string;
}

/** An entry as it is shown: decoded where its shape is known, and as it was written. */
export interface ShownEntry {
  readonly entry: JournalEntry | undefined;
  readonly json: JsonObject;
}

/** Entries that are shown now are asked for with each drawing of the screen. */
const CACHE_SIZE = 2_000;

/** A journal as the screen sees it: an index of all entries, and each of them on demand. */
export class JournalLog {
  readonly index = new EntryIndex();
  readonly #lines: LineStore;
  readonly #cache = new Map<number, ShownEntry>();

  constructor(lines: LineStore) {
    this.#lines = lines;
  }

  get length(): number {
    return this.index.length;
  }

  /** Adds the next line. Returns whether it is an entry: the store is to count only those. */
  add(line: string): boolean {
    const head = headOf(line);
    if (head) this.index.add(head);
    return head !== undefined;
  }

  entry(index: number): ShownEntry {
    const cached = this.#cache.get(index);
    if (cached) return cached;
    const line = this.#lines.line(index);
    // Its beginning was in order.
    const json = parsed(line) ?? { unreadable: line };
    const shown = { entry: decoded(json), json };
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear();
    this.#cache.set(index, shown);
    return shown;
  }

  /** The line as it was written. */
  text(index: number): string {
    return this.#lines.line(index);
  }
}

/** With what journals in the bare form of the log's document lack. */
function decoded(json: JsonObject): JournalEntry | undefined {
  const result = journalEntrySchema.safeParse({ pid: 0, time: '', callId: '', duration: 0, ...json });
  return result.success ? result.data : undefined;
}
