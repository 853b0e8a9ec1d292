import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type JournalEntry, journalEntrySchema } from '../../../src/journal/entries.ts';
import { Journal, type JournalOptions } from '../../../src/journal/journal.ts';
import type { SessionRef } from '../../../src/model/session-event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const SESSION: SessionRef = {
  uuid: '1f0c4c52-0000-4000-8000-000000000001',
  name: 's1',
  createdMs: 1_736_180_090_123,
};
export const OTHER: SessionRef = {
  uuid: '1f0c4c52-0000-4000-8000-000000000002',
  name: 's2',
  createdMs: 1_736_180_090_456,
};

/** A folder that is removed after the test. */
export function folderOfTest(): string {
  const folder = temporaryFolder('journal-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A journal in a folder of its own, and what it warned of. */
export function journalIn(folder: string, options: Partial<JournalOptions> = {}) {
  const warnings: string[] = [];
  const file = join(folder, 'logs', 'debug-mcp-server.log');
  const journal = new Journal({
    file,
    level: 'info',
    cwd: folder,
    home: '/home/ann',
    warn: (line) => warnings.push(line),
    ...options,
  });
  return { journal, file: options.file ?? file, warnings };
}

/** The lines of a journal, each checked against its schema. */
export function entriesIn(file: string): JournalEntry[] {
  return linesIn(file).map((line) => journalEntrySchema.parse(JSON.parse(line)));
}

/** The lines of a file, all of which must end. */
export function linesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`The last line of ${file} does not end`);
  return text.split('\n').filter((line) => line !== '');
}

/** All files of a journal, in the order of their names. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}
