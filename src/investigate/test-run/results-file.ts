import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, statOf } from '../../files/read-file.ts';
import { parseRunnerRecords, type RunnerRecord } from './runner-records.ts';

/** The private file into which the runners of one command write their results. `close` removes it. */
export class ResultsFile {
  readonly path: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'results.jsonl');
  }

  static async open(): Promise<ResultsFile> {
    return new ResultsFile(await mkdtemp(join(tmpdir(), 'mcp-debugger-tests-')));
  }

  /** What was written so far. */
  read(): RunnerRecord[] {
    // Nothing there: no runner has begun.
    return parseRunnerRecords(readText(this.path) ?? '');
  }

  /** In bytes; grows with each record. */
  get size(): number {
    return statOf(this.path)?.size ?? 0;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
