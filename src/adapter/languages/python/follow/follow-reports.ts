import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readOwnFile } from '../../../../storage/own-files.ts';

/** The report of a process that has no debugger. */
export interface FollowReport {
  /**
   * `began`: it runs code of the program's own, of which `text` is the file's name; `missing`: no debugpy; `failed`: debugpy did not connect;
   * `isolated`: it starts one that does not report; `uncaught`: it dies so.
   */
  readonly kind: 'began' | 'missing' | 'failed' | 'isolated' | 'uncaught';
  readonly pid: number;
  readonly text: string;
}

/** Reads the lines that processes append to a file, as they come. */
export class FollowReports {
  readonly #path: string;
  readonly #onReport: (report: FollowReport) => void;
  #watcher: FSWatcher | undefined;
  #read = 0;

  /** @param path In a folder of ours that is there. */
  constructor(path: string, onReport: (report: FollowReport) => void) {
    this.#path = path;
    this.#onReport = onReport;
    try {
      // What is wanted lies beside it, and is written with each change of a breakpoint.
      this.#watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) this.#readOn();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // The system watches too much already. What was reported is read at the end.
    }
  }

  close(): void {
    this.#watcher?.close();
    this.#readOn();
  }

  #readOn(): void {
    const text = textOf(this.#path);
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(this.#read, end).split('\n');
    this.#read = end;
    for (const line of lines) {
      const report = reportIn(line);
      if (report !== undefined) this.#onReport(report);
    }
  }
}

function textOf(path: string): string {
  try {
    return readOwnFile(path) ?? '';
  } catch {
    return '';
  }
}

/** Any program can write there: what is no report is passed over. */
function reportIn(line: string): FollowReport | undefined {
  try {
    // Written by follow_rarely.py.
    const report = JSON.parse(line) as Partial<FollowReport> | null;
    const { kind, pid, text } = report ?? {};
    if (kind === undefined || typeof pid !== 'number' || typeof text !== 'string') return undefined;
    return { kind, pid, text };
  } catch {
    return undefined;
  }
}
