import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { followJournal } from '../../journal/follow.ts';
import { JournalReader } from '../../journal/reader.ts';
import { JournalLog } from '../log/journal-log.ts';
import type { JournalPhase } from '../panes/context.ts';
import type { Feed } from './feed.ts';

/** Read in one turn: a person's keys are answered after it. */
const TURN_BYTES = 4_000_000;
/** Read before the first drawing, so that a short journal is there at once. */
const FIRST_BYTES = 500_000;
/** Ages on the screen grow by the second. */
const CLOCK_INTERVAL_MS = 1_000;

interface FileFeedOptions {
  /** Absolute. */
  readonly path: string;
  /** As the person knows the file. */
  readonly name: string;
  readonly folder: string;
  /** Go on when the end is reached: entries may be added, the file may be rotated, or appear first. */
  readonly follow: boolean;
}

/** Reads a journal's file in pieces, and what is added to it. */
export function fileFeed({ path, name, folder, follow }: FileFeedOptions): Feed {
  const reader = new JournalReader(path);
  const log = new JournalLog(reader);
  const accept = (line: string) => log.add(line);
  const stopping = new AbortController();
  let phase: JournalPhase = reader.read(accept, FIRST_BYTES) ? 'reading' : restPhase();
  let clock: NodeJS.Timeout | undefined;

  function restPhase(): JournalPhase {
    return log.length === 0 && !existsSync(path) ? 'waiting' : 'read';
  }
  async function readAll(changed: () => void): Promise<void> {
    while (!stopping.signal.aborted && reader.read(accept, TURN_BYTES)) {
      changed();
      await nextTurn();
    }
    phase = restPhase();
    changed();
    if (follow && !stopping.signal.aborted) {
      await followJournal(reader, { accept, onEntries: changed, signal: stopping.signal });
    }
    reader.close();
  }

  return {
    log,
    folder,
    origin: () => ({ name, live: follow, phase }),
    start: (changed) => {
      void readAll(changed);
      const tick = () => {
        if (phase === 'waiting') phase = restPhase();
        changed();
      };
      if (follow) clock = setInterval(tick, CLOCK_INTERVAL_MS);
    },
    stop: () => {
      stopping.abort();
      clearInterval(clock);
    },
  };
}
