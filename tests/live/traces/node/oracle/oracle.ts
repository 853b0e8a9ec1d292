import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProcessLog } from './log.ts';
import { Places } from './places.ts';
import { type OraclePoint, type ProgramFile, Rewriter } from './rewrite.ts';

/** The file that is loaded before an instrumented program. */
export const WATCHER = fileURLToPath(new URL('./watcher.cjs', import.meta.url));

/** Writes an instrumented copy of a program into a folder; returns what the numbers in its log stand for. */
export function writeInstrumented(
  folder: string,
  files: readonly ProgramFile[],
  points: readonly OraclePoint[],
): Places {
  const places = new Places();
  for (const file of files) {
    const path = join(folder, file.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, new Rewriter(file, places, points).text());
  }
  return places;
}

/** The logs of the processes of an instrumented run. */
export function readLogs(folder: string): ProcessLog[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): ProcessLog => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
