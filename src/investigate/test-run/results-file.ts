import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPart, readText, statOf } from '../../files/read-file.ts';
import { parseRunnerRecords, type RunnerRecord } from './runner-records.ts';
import { TEST_RUNNERS } from './runners/runners.ts';

/** More than the first record of a runner has. */
const HEAD_BYTES = 4_096;

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

  /** Whether the first runner that wrote into it sees by itself where tests fail. Asked at each exception, so only its head is read. */
  get isFromRunnerThatSees(): boolean {
    const [first] = parseRunnerRecords(this.#head());
    return TEST_RUNNERS.some(({ id, seesFailures }) => seesFailures === true && id === first?.runner);
  }

  #head(): string {
    return readPart(this.path, 'start', HEAD_BYTES)?.toString('utf8') ?? '';
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
