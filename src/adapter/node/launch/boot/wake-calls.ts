import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { BootFolder } from './boot-folder.ts';

/**
 * Wakes all processes of a tree at once that run without a debugger: each has a FIFO open for reading, and hears that its last writer has
 * gone. A FIFO serves once; the next one is made ahead.
 *
 * A signal would not do, because the program may handle it; nor would a connection, which is one of the program's handles.
 */
export class WakeCalls {
  readonly #folder: BootFolder;
  #number = 1;
  #ends: readonly number[] = [];
  #nextMade: Promise<void> = Promise.resolve();
  #calls: Promise<void> = Promise.resolve();

  constructor(folder: BootFolder) {
    this.#folder = folder;
  }

  /** The name of the FIFO at which processes are to listen. */
  get name(): string {
    return nameOf(this.#number);
  }

  /** The names that must be there before {@link begin}. */
  get firstNames(): readonly string[] {
    return [nameOf(1), nameOf(2)];
  }

  begin(): void {
    this.#ends = this.#open();
  }

  /** @param publish Writes {@link name}, which is another one by then, to where processes read it. */
  wake(publish: () => void): Promise<void> {
    this.#calls = this.#calls.then(async () => {
      await this.#nextMade;
      const earlier = this.#ends;
      this.#number += 1;
      this.#ends = this.#open();
      publish();
      for (const end of earlier) closeSync(end);
      this.#nextMade = this.#folder.makeFifos([nameOf(this.#number + 1)]).catch(() => {});
    });
    // The folder is gone, and with it all who listen.
    this.#calls = this.#calls.catch(() => {});
    return this.#calls;
  }

  async close(): Promise<void> {
    await this.#calls;
    for (const end of this.#ends) closeSync(end);
    this.#ends = [];
  }

  #open(): readonly number[] {
    const { reader, writer } = this.#folder.openBothEnds(join(this.#folder.path, this.name));
    return [reader, writer];
  }
}

function nameOf(number: number): string {
  return `wake-${number}`;
}
