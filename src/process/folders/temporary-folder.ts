import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DebugError, messageOf } from '../../model/debug-error.ts';
import { isAlive } from '../is-alive.ts';

/** `mcp-debugger-trace-4711-0a1b2c-XXXXXX`: the kind of folder, the process that made it, and where that process runs. */
const NAME = /^mcp-debugger-[a-z]+-(?<owner>\d+)-(?<machine>[0-9a-f]{6})-/;

/**
 * Makes a folder for this process, for its owner only, under a name that cannot be known before. The caller removes it; if the process is
 * killed, {@link removeAbandonedFolders} of a later one does.
 *
 * @param kind A part of its name, in letters: `trace`.
 * @returns An absolute path.
 * @throws DebugError `launch_failed` if the system's folder for them cannot be written to
 */
export function makeTemporaryFolder(kind: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `mcp-debugger-${kind}-${process.pid}-${machine()}-`));
  } catch (error) {
    throw new DebugError('launch_failed', `No temporary folder could be made in ${tmpdir()}: ${messageOf(error)}`, {
      advice: 'Check that it is there and can be written to, or start the server with TMPDIR set to another folder.',
      cause: error,
    });
  }
}

/** Removes the folders that processes of this user have left behind because they were killed: there are values of programs in them. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of namesIn(tmpdir())) {
    const { owner, machine: itsMachine } = NAME.exec(name)?.groups ?? {};
    if (owner === undefined || itsMachine !== machine() || isAlive(Number(owner))) continue;
    const path = join(tmpdir(), name);
    // Another user's is that user's to remove; a link may lead anywhere.
    if (isOwnFolder(path)) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && (process.getuid === undefined || stats.uid === process.getuid());
}

/** Containers may share a folder, and each has processes of its own numbers: one that runs in another would seem to be gone. */
function machine(): string {
  return createHash('sha256').update(`${hostname()} ${namespace()}`).digest('hex').slice(0, 6);
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
