import type { PlantedBug } from './planted-bug.ts';
import type { PlantedProject } from './project.ts';

/** The verdict on an answer: it shows the faulty statement with its result, only the statement, or neither. */
export type Verdict = 'found' | 'line' | 'no';

/** Judges mechanically: a row with the number of the line in a call of that file, and the wrong value in the answer. */
export function verdictOf(text: string, { bug, faulty }: PlantedProject): Verdict {
  const rows = text.split('\n');
  let file = '';
  const holdsLine = rows.some((row) => {
    file = /\s(\S+\.\w+):\d+\b/.exec(row)?.[1] ?? file;
    const isRow = new RegExp(`^\\s*${faulty.line}\\s|[:;|] ${faulty.line}: `).test(row);
    return isRow && faulty.file.endsWith(file);
  });
  if (!holdsLine) return 'no';
  return holdsValue(text, bug) ? 'found' : 'line';
}

function holdsValue(text: string, { value }: PlantedBug): boolean {
  return value.test(text);
}
