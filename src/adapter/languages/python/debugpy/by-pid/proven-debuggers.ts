import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../../../../files/read-file.ts';
import { readOwnFile, replaceOwnFile } from '../../../../../storage/own-files.ts';
import { cacheFolder } from '../cache-folder.ts';
import type { FoundDebugger } from './native-debuggers.ts';

const BOOT = '/proc/sys/kernel/random/boot_id';
/** The most debuggers of which a proof is kept; a machine has one or two. */
const MAX_KEPT = 20;

/** In this process; beside the file, for systems that do not number their boots. */
const proven = new Set<string>();

/** True if a native debugger has passed its proof on this machine since it was started, and is the same file still. */
export function isProven(native: FoundDebugger): boolean {
  const key = keyOf(native);
  return proven.has(key) || (bootId() !== undefined && kept().includes(key));
}

/** Keeps the proof of a debugger. A proof that cannot be kept costs a second at the next attach, and is no error. */
export function noteProven(native: FoundDebugger): void {
  const key = keyOf(native);
  proven.add(key);
  if (bootId() === undefined) return;
  try {
    replaceOwnFile(file(), `${[...kept().filter((each) => each !== key), key].slice(-MAX_KEPT).join('\n')}\n`);
  } catch {
    // A read-only home.
  }
}

/** A key that changes when the debugger is updated, or the machine is restarted (another kernel, another processor); one line. */
function keyOf({ path }: FoundDebugger): string {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return JSON.stringify([bootId() ?? '', real, size, mtimeMs]);
}

function kept(): string[] {
  try {
    return (readOwnFile(file()) ?? '').split('\n').filter((line) => line !== '');
  } catch {
    // A link in its place, or another user's: nothing of it is believed.
    return [];
  }
}

function file(): string {
  return join(cacheFolder(), 'proven-debuggers');
}

function bootId(): string | undefined {
  return readText(BOOT)?.trim();
}
