import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DebugError, messageOf } from '../../../../model/debug-error.ts';
import { makeTemporaryFolder } from '../../../../process/folders/temporary-folder.ts';
import type { BootSettings } from './boot-settings.ts';

/** The FIFO to which processes write their reports; the bootloader knows this name. */
const REPORTS = 'announce';
const SETTINGS = 'settings.json';

/**
 * The folder in which the server and the processes of one tree meet: a FIFO for their reports, a file with what is wanted of them, and
 * FIFOs that wake them.
 */
export class BootFolder {
  readonly path: string;
  #isRemoved = false;

  constructor() {
    this.path = makeTemporaryFolder('node');
  }

  get reports(): string {
    return join(this.path, REPORTS);
  }

  /** @throws DebugError `launch_failed` */
  async makeFifos(wakes: readonly string[], isFirst = false): Promise<void> {
    const paths = [...(isFirst ? [this.reports] : []), ...wakes.map((name) => join(this.path, name))];
    try {
      await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    } catch (error) {
      throw new DebugError('launch_failed', `No FIFO could be made in ${this.path}: ${messageOf(error)}`, {
        advice: 'Check that mkfifo is installed and that the temporary folder is writable.',
        cause: error,
      });
    }
  }

  /** Both ends of a FIFO; without one of each, the other could not be opened, or would see the end of file. */
  openBothEnds(path: string): { readonly reader: number; readonly writer: number } {
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return { reader, writer: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
    } catch (error) {
      closeSync(reader);
      throw error;
    }
  }

  /**
   * A process that reads meanwhile finds the earlier ones or these, never a part. Once the folder is removed they are not read: a breakpoint
   * may be set while the program is being ended.
   */
  writeSettings(settings: BootSettings): void {
    if (this.#isRemoved) return;
    const path = join(this.path, SETTINGS);
    writeFileSync(`${path}.new`, JSON.stringify(settings), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  async remove(): Promise<void> {
    this.#isRemoved = true;
    await rm(this.path, { recursive: true, force: true });
  }
}
