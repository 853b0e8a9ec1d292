/** An error as a runner reported it. */
export interface RecordedError {
  readonly name?: string;
  readonly message?: string;
  readonly stack?: string;
  /** The place of the error, from a runner that sees places by itself; recordedSite reads it. */
  readonly site?: unknown;
  /** The errors that it came from, from a runner that sees them by itself; relatedErrors reads them. */
  readonly related?: unknown;
  /** The compared values, if a hook saw them; recordedComparison reads them. */
  readonly compared?: unknown;
  /** The compared values as text, from a runner that reports no more of them. */
  readonly printed?: { readonly actual?: unknown; readonly expected?: unknown };
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
export type RunnerRecord = {
  readonly runner: string;
  /** The process that wrote it, where it says so. */
  readonly pid?: number;
} & (
  | { readonly kind: 'runner'; readonly cwd?: string }
  | ({ readonly kind: 'begin' } & TestPlace)
  /** A suite ended, of which there is nothing to say. */
  | ({ readonly kind: 'done' } & TestPlace)
  | ({
      readonly kind: 'test';
      readonly status: 'passed' | 'failed' | 'skipped' | 'todo';
      readonly errors: readonly RecordedError[];
      /** The runner's own word for what became of it, where that says more than the status: `xfailed`. */
      readonly called?: unknown;
      /** Its file has not ended: a retry may follow. */
      readonly provisional?: boolean;
      /**
       * Errors that the program's own code threw and other code caught meanwhile, from a runner that sees throws by itself;
       * recorded-throws.ts reads them.
       */
      readonly swallowed?: unknown;
      /** True if some of these errors may have been missed. */
      readonly isPartial?: unknown;
      /** Set where none of them was seen because another tool had Python's trace function: `coverage`. */
      readonly tracedBy?: unknown;
    } & TestPlace)
  /** A test that was not wanted, a whole file that was not even loaded, or, without either, an unknown number of tests. */
  | { readonly kind: 'unselected'; readonly file?: string; readonly name?: readonly string[] }
  /** The runner's last line: `8 failed`, `2 xfailed`. */
  | { readonly kind: 'counts'; readonly texts: readonly string[] }
  /** All that is final about the tests of a file follows. */
  | { readonly kind: 'settled'; readonly file: string }
  | { readonly kind: 'file'; readonly file: string; readonly errors: readonly RecordedError[] }
  /** An uncaught error that ended its process, of which the file was the script. */
  | { readonly kind: 'uncaught'; readonly file: string; readonly errors: readonly RecordedError[] }
  /** A process of tests started this one, of which the file is the script. */
  | { readonly kind: 'below'; readonly file: string }
  /** An error of own code in a process that runs no tests; recorded-throws.ts reads it. */
  | { readonly kind: 'thrown'; readonly swallowed: unknown }
  | { readonly kind: 'run'; readonly errors: readonly RecordedError[] }
);

const KINDS = new Set([
  'runner',
  'begin',
  'done',
  'test',
  'settled',
  'file',
  'run',
  'uncaught',
  'unselected',
  'counts',
  'thrown',
  'below',
]);

/** A record, and how many bytes the file has with it. */
export interface PlacedRecord {
  readonly record: RunnerRecord;
  readonly endOffset: number;
}

/** The records of a results file. A line that was cut off by the end of its writer is left out. */
export function parseRunnerRecords(text: string): PlacedRecord[] {
  let endOffset = 0;
  return text.split('\n').flatMap((line) => {
    endOffset += Buffer.byteLength(line) + 1;
    const record = recordOf(line);
    return record ? [{ record, endOffset }] : [];
  });
}

function recordOf(line: string): RunnerRecord | undefined {
  try {
    const fact: unknown = JSON.parse(line);
    return isRecord(fact) ? fact : undefined;
  } catch {
    return undefined;
  }
}

/** The tests of this run are strangers' code, which may write into the file as well: the kind and what it stands on are checked. */
function isRecord(fact: unknown): fact is RunnerRecord {
  if (typeof fact !== 'object' || fact === null || !('kind' in fact) || !('runner' in fact)) return false;
  if (typeof fact.kind !== 'string' || !KINDS.has(fact.kind) || typeof fact.runner !== 'string') return false;
  const needsName = ['begin', 'done', 'test'].includes(fact.kind);
  const needsErrors = ['test', 'file', 'run', 'uncaught'].includes(fact.kind);
  const needsFile = ['settled', 'file', 'uncaught', 'below'].includes(fact.kind);
  return (
    (!needsName || ('name' in fact && isListOf(fact.name, 'string'))) &&
    (!needsErrors || ('errors' in fact && isListOf(fact.errors, 'object'))) &&
    (fact.kind !== 'unselected' || !('name' in fact) || isListOf(fact.name, 'string')) &&
    (fact.kind !== 'counts' || ('texts' in fact && isListOf(fact.texts, 'string'))) &&
    (!needsFile || ('file' in fact && typeof fact.file === 'string'))
  );
}

function isListOf(value: unknown, type: 'string' | 'object'): boolean {
  return Array.isArray(value) && value.every((each: unknown) => typeof each === type && each !== null);
}
