import { processTable } from '../process/process-table.ts';

/**
 * The process among some that started each of the others, also through processes between them: a shell, a package manager. A
 * process whose starter is not among them, or not known, has no entry.
 */
export async function parentsAmong(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (pids.length < 2) return new Map();
  const table = await processTable().catch(() => []);
  const starters = new Map(table.map(({ pid, ppid }) => [pid, ppid]));
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const parent = nearest(pid, starters, new Set(pids));
    if (parent !== undefined) parents.set(pid, parent);
  }
  return parents;
}

function nearest(pid: number, starters: ReadonlyMap<number, number>, among: ReadonlySet<number>): number | undefined {
  // Processes come and go while the table is read: a circle would be possible.
  const seen = new Set([pid]);
  for (let above = starters.get(pid); above !== undefined && !seen.has(above); above = starters.get(above)) {
    if (among.has(above)) return above;
    seen.add(above);
  }
  return undefined;
}
