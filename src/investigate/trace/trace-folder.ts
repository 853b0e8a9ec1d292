import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOfFile } from '../../files/read-lines.ts';
import { DebugError } from '../../model/debug-error.ts';
import type { TraceRecord } from '../../model/trace/trace-record.ts';
import type { TraceRequest } from '../../model/trace/trace-request.ts';
import { removeFolder } from '../../process/folders/remove-folder.ts';
import { makeTemporaryFolder } from '../../process/folders/temporary-folder.ts';
import type { WantedRows } from './kept-hits.ts';
import { KeptRecords } from './kept-records.ts';

type RecordOf<K extends TraceRecord['kind']> = Extract<TraceRecord, { kind: K }>;

/** The longest record; longer ones are the program's own making: the tracers' records of a call are far below. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** The way of reading a run's records. */
export interface RecordReading {
  /** The rows to keep in memory. */
  readonly rows: WantedRows;
  readonly signal?: AbortSignal | undefined;
  /** Gets every row, in the order in which its process wrote them. */
  readonly onHit?: (hit: RecordOf<'hit'>, process: RecordOf<'process'>) => Promise<void>;
}

/** The records of each process and worker, and notes on those that had to be left out. */
export interface RecordsRead {
  readonly processes: readonly (readonly TraceRecord[])[];
  /** A sentence each. */
  readonly notes: readonly string[];
}

/** The private folder of one traced run: what it is to record, and what its processes have recorded. `close` removes it. */
export class TraceFolder {
  /** Absolute path of the request. */
  readonly requestFile: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.requestFile = join(folder, 'request.json');
  }

  /** Absolute; the processes write into it. */
  get path(): string {
    return this.#folder;
  }

  /** Makes the folder and writes the request into it. */
  static async open(request: Omit<TraceRequest, 'directory'>): Promise<TraceFolder> {
    const folder = makeTemporaryFolder('trace');
    const opened = new TraceFolder(folder);
    const whole: TraceRequest = { directory: folder, ...request };
    await writeFile(opened.requestFile, JSON.stringify(whole), { mode: 0o600 });
    return opened;
  }

  /** The records of all processes; files of any size, of which no more is in memory than is kept. @throws DebugError `cancelled` */
  async read(reading: RecordReading): Promise<RecordsRead> {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.jsonl'));
    const processes: (readonly TraceRecord[])[] = [];
    const notes: string[] = [];
    for (const name of names) {
      const { records, note } = await readProcess(join(this.#folder, name), reading);
      processes.push(records);
      notes.push(...note);
    }
    return { processes, notes };
  }

  /** The files that processes have written, each with what it recorded. @throws DebugError `cancelled` */
  async *recordsOfEach(signal?: AbortSignal): AsyncGenerator<AsyncGenerator<TraceRecord>> {
    for (const name of readdirSync(this.#folder).filter((each) => each.endsWith('.jsonl')))
      yield recordsOf(join(this.#folder, name), signal);
  }

  close(): void {
    removeFolder(this.#folder);
  }
}

async function* recordsOf(path: string, signal?: AbortSignal): AsyncGenerator<TraceRecord> {
  const { decodeRecord } = await import('./record-schema.ts');
  for await (const { lines } of linesOfFile(path, MAX_RECORD_BYTES)) {
    if (signal?.aborted) throw new DebugError('cancelled', 'The call was cancelled; the program had ended.');
    for (const line of lines) {
      const record = decodeRecord(line);
      if (record !== undefined) yield record;
    }
  }
}

async function readProcess(path: string, { rows, onHit, signal }: RecordReading) {
  // The schema takes 10 ms to be made, which no start of a server has to pay for.
  const { decodeRecord } = await import('./record-schema.ts');
  const kept = new KeptRecords(rows);
  let process: RecordOf<'process'> | undefined;
  let unread = 0;
  for await (const { lines, tooLong } of linesOfFile(path, MAX_RECORD_BYTES)) {
    if (signal?.aborted) throw new DebugError('cancelled', 'The call was cancelled; the program had ended.');
    unread += tooLong;
    for (const line of lines) {
      const record = decodeRecord(line);
      if (record === undefined) continue;
      if (record.kind === 'process') process ??= record;
      if (record.kind === 'hit' && process) await onHit?.(record, process);
      kept.add(record, line.length);
    }
  }
  return { records: kept.list(), note: noteOf(kept.dropped + unread, process) };
}

function noteOf(dropped: number, process: RecordOf<'process'> | undefined): string[] {
  if (dropped === 0) return [];
  const records = dropped === 1 ? '1 record' : `${dropped} records`;
  return [`${records} of process ${process?.pid ?? 'unknown'} could not be kept: more than fits into memory.`];
}
