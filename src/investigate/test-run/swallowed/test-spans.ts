import type { PlacedRecord } from '../runner-records.ts';
import { TEST_RUNNERS } from '../runners/runners.ts';

const AT_ONCE = new Set(TEST_RUNNERS.flatMap(({ id, recordsAtOnce }) => (recordsAtOnce ? [id] : [])));

/** The span of a test's run, by the length of the results file. */
export interface TestSpan {
  /** The test's name, as TestFailure has it. */
  readonly name: string;
  readonly file?: string;
  readonly failed: boolean;
  /** Bytes of the results file at its start, and with the record of its end. */
  readonly begin: number;
  readonly end: number;
  /** The process that the test ran in, if errors that were thrown there meanwhile are known to belong to the test. */
  readonly pid?: number;
}

/**
 * The time in which each test ran, in the order of their ends. Runners that report all tests at the end have none: it is not
 * known then what was thrown in which of them.
 */
export function testSpans(records: readonly PlacedRecord[]): TestSpan[] {
  const open = new Map<string, number>();
  const spans: TestSpan[] = [];
  for (const { record, endOffset } of records) {
    if (record.kind !== 'begin' && record.kind !== 'test') continue;
    const { file } = record;
    const name = record.name.join(' > ');
    const key = `${file ?? ''}\n${name}`;
    if (record.kind === 'begin') open.set(key, endOffset);
    const begin = open.get(key);
    if (record.kind !== 'test' || begin === undefined) continue;
    open.delete(key);
    const failed = record.status === 'failed';
    const pid = AT_ONCE.has(record.runner) ? record.pid : undefined;
    const place = { ...(file === undefined ? {} : { file }), ...(pid === undefined ? {} : { pid }) };
    spans.push({ name, ...place, failed, begin, end: endOffset });
  }
  return spans;
}
