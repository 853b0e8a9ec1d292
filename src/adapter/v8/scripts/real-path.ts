import { realpathSync } from 'node:fs';

/** The path with symbolic links resolved; the path itself where the file does not exist. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
