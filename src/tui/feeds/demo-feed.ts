import { JournalLog } from '../log/journal-log.ts';
import type { Feed } from './feed.ts';

/** A recorded agent's time to think is cut. */
const LONGEST_PAUSE_MS = 600;

/** Plays recorded entries at the pace at which they were written, but for long pauses. */
export function demoFeed(entries: readonly { readonly timestamp: number }[]): Feed {
  const lines = entries.map((entry) => JSON.stringify(entry));
  const log = new JournalLog({ line: (index) => lines[index] ?? '' });
  let timer: NodeJS.Timeout | undefined;
  const play = (changed: () => void) => {
    const line = lines[log.length];
    if (line === undefined) return;
    log.add(line);
    changed();
    const next = entries[log.length]?.timestamp ?? 0;
    const pauseMs = next - (entries[log.length - 1]?.timestamp ?? 0);
    timer = setTimeout(() => play(changed), Math.max(0, Math.min(LONGEST_PAUSE_MS, pauseMs)));
  };
  return {
    log,
    folder: '',
    origin: () => ({ name: 'a recorded session', live: false, phase: log.length < lines.length ? 'playing' : 'read' }),
    start: play,
    stop: () => clearTimeout(timer),
  };
}
