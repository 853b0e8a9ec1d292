import { rmSync } from 'node:fs';

/** A program that was told to stop writing has done so by then, even on a busy machine. */
const LATE_MS = 2_000;

/**
 * Removes a folder of our own into which a program writes, which may still be doing so: what it adds while the folder is removed goes a moment
 * later. Never throws: what stays is a few files among the temporary ones.
 */
export function removeFolder(path: string): void {
  if (!isRemoved(path)) setTimeout(() => isRemoved(path), LATE_MS).unref();
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
