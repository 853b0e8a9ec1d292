import { dirname } from 'node:path';

/** A folder and all that contain it, the innermost first. */
export function foldersUpward(folder: string): string[] {
  const folders = [folder];
  for (let [at, parent] = [folder, dirname(folder)]; parent !== at; [at, parent] = [parent, dirname(parent)])
    folders.push(parent);
  return folders;
}
