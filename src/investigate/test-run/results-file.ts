import { join } from 'node:path';
import { readPart, readText, statOf } from '../../files/read-file.ts';
import { removeFolder } from '../../process/folders/remove-folder.ts';
import { makeTemporaryFolder } from '../../process/folders/temporary-folder.ts';
import { type PlacedRecord, parseRunnerRecords } from './runner-records.ts';
import type { TestRunner } from './runners/runner.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/** The part of the file that is read again, so that no record is passed over that was written meanwhile. */
const OVERLAP_BYTES = 4_096;
const RUNNER = /^\{"runner": ?"([^"]+)"/gm;

/** The private file into which the runners of one command write their results. `close` removes it. */
export class ResultsFile {
  readonly path: string;
  /** The file into which processes without a debugger write where they are. */
  readonly stacks: string;
  readonly #folder: string;
  readonly #runners: TestRunner[] = [];
  #read = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'results.jsonl');
    this.stacks = join(folder, 'stacks');
  }

  static async open(): Promise<ResultsFile> {
    return new ResultsFile(makeTemporaryFolder('tests'));
  }

  /** Reads the records written so far. */
  read(): PlacedRecord[] {
    // Nothing there: no runner has begun.
    return parseRunnerRecords(readText(this.path) ?? '');
  }

  /** In bytes; grows with each record. */
  get size(): number {
    return statOf(this.path)?.size ?? 0;
  }

  /** The time for which nothing was written, in milliseconds; of no use before something was. */
  get quietMs(): number {
    return Date.now() - (statOf(this.path)?.mtimeMs ?? 0);
  }

  /** The runners that have written into the file so far. Asked at each exception, so only the new part is read. */
  get runners(): readonly TestRunner[] {
    const { size } = this;
    if (size > this.#read) {
      const text = readPart(this.path, 'end', size - this.#read + OVERLAP_BYTES)?.toString('utf8') ?? '';
      this.#read = size;
      for (const [, id] of text.matchAll(RUNNER)) this.#note(id);
    }
    return this.#runners;
  }

  #note(id: string | undefined): void {
    const runner = TEST_RUNNERS.find((each) => each.id === id);
    if (runner !== undefined && !this.#runners.includes(runner)) this.#runners.push(runner);
  }

  close(): void {
    removeFolder(this.#folder);
  }
}
