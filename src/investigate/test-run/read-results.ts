import type { TestCounts, TestError, TestFailure, TestResult, UnfinishedTest } from '../../model/tests/test-report.ts';
import { testError } from './error-text.ts';
import { type RecordedSite, recordedSite } from './recorded-site.ts';
import type { RecordedError, RunnerRecord } from './runner-records.ts';

type Of<K extends RunnerRecord['kind']> = Extract<RunnerRecord, { kind: K }>;
/** A failure before it is known where it was thrown, unless its runner saw that. */
export type FailedTest = Omit<TestFailure, 'site'> & { readonly recorded?: RecordedSite };

/** The results of a run, from its records. */
export interface TestResults {
  readonly runners: readonly string[];
  readonly counts: TestCounts;
  readonly printedCounts?: readonly string[];
  readonly tests: readonly TestResult[];
  readonly failures: readonly FailedTest[];
  readonly unfinished: readonly UnfinishedTest[];
}

/** Kinds of records that are no sign of a runner at work. */
const BESIDE_RUNNERS: ReadonlySet<RunnerRecord['kind']> = new Set(['uncaught', 'unselected', 'thrown', 'below']);

/** The form of a runner's word for an outcome, and of its counts: tests are strangers' code, which may have written the text. */
const CALLED = /^[a-z][a-z ]{0,29}$/;
const COUNTED = /^\d{1,7} [\w ]{1,30}$/;

/** Adds up the records. @param cwd Absolute; paths of runners that do not say their own folder start from there. */
export function readResults(records: readonly RunnerRecord[], cwd: string): TestResults {
  const folders = new Map(
    records.flatMap((each) => (each.kind === 'runner' ? [[each.runner, each.cwd ?? cwd] as const] : [])),
  );
  const final = withUncaught(withoutProvisional(records));
  const tests = final.filter((each) => each.kind === 'test');
  const count = (status: Of<'test'>['status']) => tests.filter((each) => each.status === status).length;
  return {
    runners: [...new Set(records.flatMap(({ kind, runner }) => (BESIDE_RUNNERS.has(kind) ? [] : [runner])))],
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), todo: count('todo') },
    ...printedCounts(records),
    tests: tests.map(({ name, file, status, called }) => ({
      name: name.join(' > '),
      ...(file === undefined ? {} : { file }),
      status,
      ...(typeof called === 'string' && CALLED.test(called) ? { called } : {}),
    })),
    failures: withoutRepeated(final.flatMap((each) => failureOf(each, folders.get(each.runner) ?? cwd) ?? [])),
    unfinished: unfinishedOf(records),
  };
}

/**
 * The counts that the only runner of the command printed; if there are several, or the runner ran twice, no text covers all
 * tests.
 */
function printedCounts(records: readonly RunnerRecord[]): Pick<TestResults, 'printedCounts'> {
  const [counts, another] = records.filter((each) => each.kind === 'counts');
  const isAlone =
    counts !== undefined && another === undefined && records.every(({ runner }) => runner === counts.runner);
  return isAlone && counts.texts.every((text) => COUNTED.test(text)) ? { printedCounts: counts.texts } : {};
}

/** A file that is collected twice, for its tests and for its doctests, cannot be loaded twice. */
function withoutRepeated(failures: readonly FailedTest[]): FailedTest[] {
  const files = new Set<string>();
  return failures.filter(({ kind, name, error }) => {
    const key = `${name}\n${error.message}`;
    if (kind !== 'file' || !files.has(key)) return Boolean(files.add(kind === 'file' ? key : ''));
    return false;
  });
}

/** Drops a running file's reports of its tests when the file has ended. */
function withoutProvisional(records: readonly RunnerRecord[]): RunnerRecord[] {
  const settled = new Set(records.flatMap((each) => (each.kind === 'settled' ? [each.file] : [])));
  return records.filter((each) => !(each.kind === 'test' && each.provisional && settled.has(each.file ?? '')));
}

/**
 * Fails the test that had begun in a process with the error that ended the process. If no test had begun, the error explains why
 * a file failed, of which the runner knows no more.
 */
function withUncaught(records: readonly RunnerRecord[]): RunnerRecord[] {
  const explained = new Set(records.flatMap((each) => (each.kind === 'uncaught' ? [each.file] : [])));
  return records.flatMap((each, index) => {
    if (each.kind === 'file' && explained.has(each.file) && each.errors.every(({ stack }) => !stack)) return [];
    if (each.kind !== 'uncaught') return [each];
    if (isBelowTests(each.file, records)) return [];
    const { runner, file, errors } = each;
    const begun = begunBefore(records.slice(0, index), each);
    if (begun === undefined) return [{ kind: 'file', runner, file: unreadable(errors) ?? file, errors }];
    const name = begun.name.split(' > ');
    return [{ kind: 'test', runner, file: begun.file ?? file, name, status: 'failed', errors }];
  });
}

/** True if a test has started a process, which may end as that expects it to. The files of tests are started by some runners themselves. */
export function isBelowTests(file: string, records: readonly RunnerRecord[]): boolean {
  const isBelow = records.some((each) => each.kind === 'below' && each.file === file);
  return isBelow && !records.some((each) => isOfTests(each) && 'file' in each && each.file === file);
}

function isOfTests({ kind }: RunnerRecord): boolean {
  return kind !== 'uncaught' && kind !== 'below';
}

/** A runner that runs files in processes of their own begins each of them, too. */
function begunBefore(records: readonly RunnerRecord[], { runner, file }: Of<'uncaught'>): UnfinishedTest | undefined {
  if (runner === '') return undefined;
  return unfinishedOf(records.filter((each) => each.runner === runner))
    .filter((test) => (test.file ?? file) === file && !file.endsWith(test.name))
    .at(-1);
}

/** The file that could not be read: the script may be that of the runner. */
function unreadable([error]: readonly RecordedError[]): string | undefined {
  return /^(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])[^\n]*?):\d+\n/.exec(error?.stack ?? '')?.[1];
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
    if (!('name' in record) || record.name === undefined) continue;
    const { file } = record;
    const name = record.name.join(' > ');
    const key = `${file ?? ''}\n${name}`;
    if (record.kind !== 'begin') open.delete(key);
    else open.set(key, { name, ...(file === undefined ? {} : { file }) });
  }
  return [...open.values()];
}
