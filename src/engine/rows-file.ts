import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { statOf } from '../files/read-file.ts';
import { DebugError, messageOf } from '../model/debug-error.ts';
import type { RowsWritten } from '../model/trace/rows-written.ts';
import { openOwnFile } from '../storage/own-files.ts';

/** Rows of each point of a process that the tracers write from the first one on, and rows of a file: some seconds' work. */
export const MAX_FILE_ROWS = 200_000;
const MAX_FILE_BYTES = 200_000_000;
const BUFFERED_CHARS = 1 << 18;
const HEAD_BYTES = 4_096;
/** The beginning of each row: a file that begins so is an earlier file of ours. */
const ROW_BEGIN = /^\{"point":/;

/**
 * A file of rows, a JSON text in each line. It is made, and checked, before anything runs; an earlier one of ours is replaced
 * when the first row comes, any other file is left alone.
 */
export class RowsFile {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #isNew: boolean;
  readonly #mask: (row: unknown) => unknown;
  #buffered = '';
  #bytes = 0;
  #rows = 0;
  #left = 0;

  private constructor(path: string, file: FileHandle, isNew: boolean, mask: (row: unknown) => unknown) {
    this.path = path;
    this.#file = file;
    this.#isNew = isNew;
    this.#mask = mask;
  }

  /**
   * @param path Absolute.
   * @param mask Takes secrets out of a row.
   * @throws DebugError `invalid_argument` when it cannot be written, or holds something else
   */
  static async open(path: string, mask: (row: unknown) => unknown): Promise<RowsFile> {
    const isNew = statOf(path) === undefined;
    const folder = dirname(path);
    // No folders are made for it: most likely the path is wrong. In /proc, Node would try to for ever.
    if (!statOf(folder)?.isDirectory()) throw unusable(path, `cannot be written: there is no folder ${folder}`);
    const file = await openOwnFile(path).catch((error: unknown) => {
      if (error instanceof DebugError) throw error;
      throw unusable(path, `cannot be written: ${messageOf(error)}`);
    });
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      if (bytesRead > 0 && !ROW_BEGIN.test(buffer.toString('utf8', 0, bytesRead))) {
        throw unusable(path, 'is there already and holds something else than rows of a trace');
      }
      return new RowsFile(path, file, isNew, mask);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** @throws Error of the system, when the disk is full */
  async add(row: { readonly point: string } & Readonly<Record<string, unknown>>): Promise<void> {
    const text = `${JSON.stringify(this.#mask(row))}\n`;
    const bytes = Buffer.byteLength(text);
    if (this.#rows >= MAX_FILE_ROWS || this.#bytes + bytes > MAX_FILE_BYTES) {
      this.#left++;
      return;
    }
    if (this.#rows === 0) await this.#file.truncate(0);
    this.#rows++;
    this.#bytes += bytes;
    this.#buffered += text;
    if (this.#buffered.length > BUFFERED_CHARS) await this.#flush();
  }

  /** Writes what is left. A file that would be empty is not left behind; one that was there before is emptied. */
  async end(): Promise<RowsWritten> {
    await this.#flush();
    if (this.#rows === 0 && !this.#isNew) await this.#file.truncate(0);
    return {
      path: this.path,
      rows: this.#rows,
      left: this.#left,
      maxRows: MAX_FILE_ROWS,
      maxBytes: MAX_FILE_BYTES,
    };
  }

  async close(): Promise<void> {
    await this.#file.close();
    if (this.#rows === 0 && this.#isNew) rmSync(this.path, { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#buffered;
    this.#buffered = '';
    if (text !== '') await this.#file.appendFile(text);
  }
}

function unusable(path: string, why: string): DebugError {
  return new DebugError('invalid_argument', `The file of rows ${path} ${why}. Nothing was started.`, {
    advice: 'Name a file that is not there yet, in a folder that can be written to.',
    details: { argument: 'rows', path },
  });
}
