import type { JournalEntry } from './entries.ts';

/** The first fields of every entry of a server. */
interface EntryHead {
  readonly timestamp: number;
  readonly time: string;
  readonly pid: number;
}

/** One kind of entry without what all begin with. */
export type WithoutHead<E> = E extends unknown ? Omit<E, keyof EntryHead> : never;

/** An entry without what all begin with. */
export type EntryBody = WithoutHead<JournalEntry>;

/** The first fields of all entries of one moment, as text; making this text costs more than the rest of many an entry. */
let lastHead = { timestamp: Number.NaN, text: '' };

/** The line that holds an entry, with its line end. */
export function entryLine(timestamp: number, body: EntryBody): string {
  if (timestamp !== lastHead.timestamp) {
    const head: EntryHead = { timestamp, time: new Date(timestamp).toISOString(), pid: process.pid };
    lastHead = { timestamp, text: JSON.stringify(head).slice(0, -1) };
  }
  return `${lastHead.text},${asLine(body)}\n`;
}

/**
 * Characters that a terminal takes for a command or for a change of writing direction; JSON lets them through. A reader of the
 * line gets them back unchanged.
 */
const UNPRINTABLE = /[\p{Bidi_Control}\u007f-\u009f\u2028\u2029]/gu;

function asLine(body: EntryBody): string {
  return JSON.stringify(body)
    .slice(1)
    .replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
