import { type Dirent, readdirSync } from 'node:fs';

/** The entries of a folder that the program or its project names; empty if the folder cannot be read. */
export function folderEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
