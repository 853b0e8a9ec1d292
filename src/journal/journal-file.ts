import { type FileHandle, lstat, readdir, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeIgnoredFolder, openOwnFile } from '../storage/own-files.ts';
import { rotatedName, rotatedOf } from './journal-names.ts';

/** The path and the size limits of a journal's file. */
export interface JournalFileOptions {
  /** Absolute. Its folder is made when it is not there. */
  readonly path: string;
  readonly pid: number;
  /** A file of this size is put aside, and the next one begun. */
  readonly maxBytes: number;
  /** The number of files that are kept after they were put aside. */
  readonly keptFiles: number;
}

/**
 * A file that several servers append whole lines to, at the same moment if it has to be.
 *
 * Each append is one write of whole lines on a file opened with O_APPEND, which the system carries out in one piece. A full file
 * is renamed to a name that no other server chooses; a server that has it open goes on appending to it until it looks again, before its
 * next append, so that no line is torn or lost. No lock is needed, and none can be left behind.
 *
 * One append at a time: the caller waits for the one before.
 */
export class JournalFile {
  readonly #options: JournalFileOptions;
  #handle: FileHandle | undefined;
  /** The last line may be unfinished: of a server that was killed, or on a disk that was full. */
  #isTorn = false;
  /** The time in the name of the file that was put aside last, in milliseconds: the next name must have a later time. */
  #asideMs = 0;

  constructor(options: JournalFileOptions) {
    this.#options = options;
  }

  /** @throws Error of the system, after which the next append opens the file again */
  async append(lines: string): Promise<void> {
    try {
      let bytes = Buffer.from(lines);
      const handle = await this.#current(bytes.length);
      if (this.#isTorn) bytes = Buffer.concat([Buffer.from('\n'), bytes]);
      const { bytesWritten } = await handle.write(bytes);
      this.#isTorn = bytesWritten < bytes.length;
      if (this.#isTorn) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written`);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close().catch(() => {});
  }

  /** The file that is at the path now, with room for so many bytes. */
  async #current(bytes: number): Promise<FileHandle> {
    const { path, maxBytes } = this.#options;
    const there = await lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const own = await this.#handle?.stat({ bigint: true });
    if (this.#handle && there && own && there.ino === own.ino && there.dev === own.dev) {
      if (own.size === 0n || own.size + BigInt(bytes) <= maxBytes) return this.#handle;
      await this.#putAside();
      return this.#open();
    }
    await this.close();
    const handle = await this.#open();
    // A file of an earlier server may be full already.
    return there && there.size > 0n && there.size + BigInt(bytes) > maxBytes ? this.#current(bytes) : handle;
  }

  async #open(): Promise<FileHandle> {
    const { path } = this.#options;
    await this.close();
    makeIgnoredFolder(dirname(path));
    const handle = await openOwnFile(path);
    this.#handle = handle;
    this.#isTorn = await endsTorn(handle);
    return handle;
  }

  /** Puts the full file aside and removes the oldest. A file that cannot be renamed is written on. */
  async #putAside(): Promise<void> {
    const { path, pid, keptFiles } = this.#options;
    this.#asideMs = Math.max(Date.now(), this.#asideMs + 1);
    try {
      await rename(path, rotatedName(path, new Date(this.#asideMs), pid));
      const kept = rotatedOf(path, await readdir(dirname(path)));
      // Another server may remove them at the same moment.
      await Promise.allSettled(kept.slice(0, Math.max(0, kept.length - keptFiles)).map((old) => unlink(old)));
    } catch {
      // Larger than wanted is better than not written.
    }
  }
}

async function endsTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] !== 0x0a;
}
