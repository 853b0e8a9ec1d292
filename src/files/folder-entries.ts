import { type Dirent, readdirSync } from 'node:fs';

/** What lies in a folder that the program or its project names; nothing where it cannot be read. */
export function folderEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
