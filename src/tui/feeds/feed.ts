import type { JournalLog } from '../log/journal-log.ts';
import type { Origin } from '../panes/context.ts';

/** Fills a journal's log with its entries, now and as they come. */
export interface Feed {
  readonly log: JournalLog;
  /** The folder that relative paths of the journal are below. */
  readonly folder: string;
  readonly origin: () => Origin;
  /** Begins; `changed` is called after entries were added, and when the origin changed. */
  readonly start: (changed: () => void) => void;
  /** Ends the feed and lets go of files and timers. */
  readonly stop: () => void;
}
