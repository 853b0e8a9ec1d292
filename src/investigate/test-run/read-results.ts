import type { TestCounts, TestError, TestFailure, UnfinishedTest } from '../../model/test-report.ts';
import { testError } from './error-text.ts';
import { type RecordedSite, recordedSite } from './recorded-site.ts';
import type { RecordedError, RunnerRecord } from './runner-records.ts';

type Of<K extends RunnerRecord['kind']> = Extract<RunnerRecord, { kind: K }>;
/** A failure before it is known where it was thrown, unless its runner saw that. */
export type FailedTest = Omit<TestFailure, 'site'> & { readonly recorded?: RecordedSite };

/** What the records of a run come to. */
export interface TestResults {
  readonly runners: readonly string[];
  readonly counts: TestCounts;
  readonly failures: readonly FailedTest[];
  readonly unfinished: readonly UnfinishedTest[];
}

/** Adds up the records. @param cwd Absolute; paths of runners that do not say their own folder start from there. */
export function readResults(records: readonly RunnerRecord[], cwd: string): TestResults {
  const folders = new Map(
    records.flatMap((each) => (each.kind === 'runner' ? [[each.runner, each.cwd ?? cwd] as const] : [])),
  );
  const final = withoutProvisional(records);
  const tests = final.filter((each) => each.kind === 'test');
  const count = (status: Of<'test'>['status']) => tests.filter((each) => each.status === status).length;
  return {
    runners: [...new Set(records.map(({ runner }) => runner))],
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), todo: count('todo') },
    failures: final.flatMap((each) => failureOf(each, folders.get(each.runner) ?? cwd) ?? []),
    unfinished: unfinishedOf(records),
  };
}

/** What was reported of a test while its file was running does not count any more when the file has ended. */
function withoutProvisional(records: readonly RunnerRecord[]): RunnerRecord[] {
  const settled = new Set(records.flatMap((each) => (each.kind === 'settled' ? [each.file] : [])));
  return records.filter((each) => !(each.kind === 'test' && each.provisional && settled.has(each.file ?? '')));
}

function failureOf(record: RunnerRecord, cwd: string): FailedTest | undefined {
  switch (record.kind) {
    case 'test': {
      if (record.status !== 'failed') return undefined;
      const { file, line } = record;
      const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
      return { kind: 'test', name: record.name.join(' > '), ...place, ...errorsOf(record.errors, cwd) };
    }
    case 'file':
      return { kind: 'file', name: record.file, file: record.file, ...errorsOf(record.errors, cwd) };
    case 'run':
      return { kind: 'run', name: 'outside of the tests', ...errorsOf(record.errors, cwd) };
    default:
      return undefined;
  }
}

function errorsOf(
  recorded: readonly RecordedError[],
  cwd: string,
): { readonly error: TestError; readonly moreErrors: readonly TestError[]; readonly recorded?: RecordedSite } {
  const [error = testError({ message: '' }, cwd), ...moreErrors] = recorded.map((each) => testError(each, cwd));
  const site = recordedSite(recorded[0]?.site);
  return { error, moreErrors, ...(site === undefined ? {} : { recorded: site }) };
}

function unfinishedOf(records: readonly RunnerRecord[]): UnfinishedTest[] {
  const open = new Map<string, UnfinishedTest>();
  for (const record of records) {
    if (record.kind !== 'begin' && record.kind !== 'test' && record.kind !== 'done') continue;
    const { file } = record;
    const name = record.name.join(' > ');
    const key = `${file ?? ''}\n${name}`;
    if (record.kind !== 'begin') open.delete(key);
    else open.set(key, { name, ...(file === undefined ? {} : { file }) });
  }
  return [...open.values()];
}
