/** An error as a runner reported it. */
export interface RecordedError {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  /** Where it happened, from a runner that sees that by itself; recordedSite reads it. */
  readonly site?: unknown;
}

interface TestPlace {
  /** Absolute; as the runner reported it. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** Names of the suites around the test, and its own. */
  readonly name: readonly string[];
}

/** One line of the results file. Every runner writes the same, by its hook, reporter or plugin. */
export type RunnerRecord = { readonly runner: string } & (
  | { readonly kind: 'runner'; readonly cwd?: string }
  | ({ readonly kind: 'begin' } & TestPlace)
  /** It ended, and there is nothing to say of it: a suite. */
  | ({ readonly kind: 'done' } & TestPlace)
  | ({
      readonly kind: 'test';
      readonly status: 'passed' | 'failed' | 'skipped' | 'todo';
      readonly errors: readonly RecordedError[];
      /** Its file has not ended: a retry may follow. */
      readonly provisional?: boolean;
    } & TestPlace)
  /** All that is final about the tests of a file follows. */
  | { readonly kind: 'settled'; readonly file: string }
  | { readonly kind: 'file'; readonly file: string; readonly errors: readonly RecordedError[] }
  | { readonly kind: 'run'; readonly errors: readonly RecordedError[] }
);

const KINDS = new Set(['runner', 'begin', 'done', 'test', 'settled', 'file', 'run']);

/** The records of a results file. A line that was cut off by the end of its writer is left out. */
export function parseRunnerRecords(text: string): RunnerRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const fact: unknown = JSON.parse(line);
      return isRecord(fact) ? [fact] : [];
    } catch {
      return [];
    }
  });
}

/** The tests of this run are strangers' code, which may write into the file as well: the kind and what it stands on are checked. */
function isRecord(fact: unknown): fact is RunnerRecord {
  if (typeof fact !== 'object' || fact === null || !('kind' in fact) || !('runner' in fact)) return false;
  if (typeof fact.kind !== 'string' || !KINDS.has(fact.kind) || typeof fact.runner !== 'string') return false;
  const needsName = ['begin', 'done', 'test'].includes(fact.kind);
  const needsErrors = ['test', 'file', 'run'].includes(fact.kind);
  const needsFile = ['settled', 'file'].includes(fact.kind);
  return (
    (!needsName || ('name' in fact && isListOf(fact.name, 'string'))) &&
    (!needsErrors || ('errors' in fact && isListOf(fact.errors, 'object'))) &&
    (!needsFile || ('file' in fact && typeof fact.file === 'string'))
  );
}

function isListOf(value: unknown, type: 'string' | 'object'): boolean {
  return Array.isArray(value) && value.every((each: unknown) => typeof each === type && each !== null);
}
