import type { ResultsFile } from '../results-file.ts';
import type { PlacedRecord } from '../runner-records.ts';
import { TEST_RUNNERS } from '../runners/runners.ts';

/** A process without a debugger in which a test has begun and not ended. */
export interface HangingProcess {
  readonly pid: number;
  readonly language: string;
}

/** So long a test must have been under way. */
const LEAST_QUIET_MS = 4_000;

/**
 * The one in which a test began last and has been under way for a while, of runners that need no debugger. Undefined where there is none, or tests
 * have ended lately: the run may be about to.
 */
export function hangingProcess(results: ResultsFile): HangingProcess | undefined {
  return results.quietMs < LEAST_QUIET_MS ? undefined : lastBegun(results.read());
}

function lastBegun(records: readonly PlacedRecord[]): HangingProcess | undefined {
  const begun = new Map<string, HangingProcess>();
  for (const { record } of records) {
    const language = TEST_RUNNERS.find(({ id, seesFailures }) => seesFailures && id === record.runner)?.language;
    if (record.pid === undefined || language === undefined) continue;
    const key = 'name' in record ? JSON.stringify([record.pid, record.name]) : '';
    if (record.kind === 'begin') begun.set(key, { pid: record.pid, language });
    if (record.kind === 'test' || record.kind === 'done') begun.delete(key);
  }
  return [...begun.values()].at(-1);
}
