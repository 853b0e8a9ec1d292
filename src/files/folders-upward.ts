import { dirname } from 'node:path';

/** A folder and all that contain it, the innermost first. */
export function foldersUpward(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
}
