import { JournalLog } from './journal-log.ts';

/** A journal that is held in memory as a whole: a recording, or what a test wrote. Foreign lines are left out. */
export function memoryLog(lines: Iterable<string>): JournalLog {
  const kept: string[] = [];
  const log = new JournalLog({ line: (index) => kept[index] ?? '' });
  for (const line of lines) {
    if (log.add(line)) kept.push(line);
  }
  return log;
}
