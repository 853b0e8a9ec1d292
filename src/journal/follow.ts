import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { AcceptLine, JournalReader } from './reader.ts';

export interface FollowOptions {
  /** Takes each new line, and says whether it is an entry. */
  readonly accept: AcceptLine;
  /** Called after lines were accepted, at most once for each turn of the event loop. */
  readonly onEntries: () => void;
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at the file; left out, 100. */
  readonly intervalMs?: number | undefined;
}

const DEFAULT_INTERVAL_MS = 100;
/** Read in one turn of the event loop: some ten milliseconds of work. */
const TURN_BYTES = 2_000_000;

/**
 * Reads a journal as it grows, until the signal is aborted; then resolves. The file is looked at again and again: notifications of the
 * system get lost on network drives and over rotations.
 *
 * @throws Error of the system, and what `accept` or `onEntries` throw
 */
export async function followJournal(reader: JournalReader, options: FollowOptions): Promise<void> {
  const { accept, onEntries, signal, intervalMs = DEFAULT_INTERVAL_MS } = options;
  while (!signal.aborted) {
    const before = reader.length;
    const hasMore = reader.read(accept, TURN_BYTES);
    if (reader.length > before) onEntries();
    if (hasMore) await nextTurn();
    else await delay(intervalMs, undefined, { signal }).catch(() => {});
  }
}
