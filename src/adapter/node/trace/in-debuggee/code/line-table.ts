import type { CodeBranch, CodeFunction } from '../../../../../model/trace/trace-record.ts';

/** The countable code of one written file in a text. */
export interface LineFile {
  readonly path: string;
  readonly functions: readonly CodeFunction[];
  readonly statements: readonly (readonly [line: number, endLine: number, counter: number, within: number])[];
  readonly branches: readonly CodeBranch[];
  readonly unfinished: readonly (readonly [line: number, counter: number])[];
}

/** The countable code of a text, by the counters that the code holds. Can be sent between threads. */
export interface LineTable {
  readonly counters: number;
  /** Counters that the code has none for, by turns with those whose difference they are: number, of, less. */
  readonly differences: readonly number[];
  readonly files: readonly LineFile[];
}

/** A place in a file: `undefined` for code that is not counted. */
export interface LinePlace {
  readonly file: LineFileDraft;
  readonly line: number;
}

/** A file, as its parts are found. */
export interface LineFileDraft {
  readonly path: string;
  readonly functions: CodeFunction[];
  readonly statements: [line: number, endLine: number, counter: number, within: number][];
  readonly branches: CodeBranch[];
  readonly unfinished: [line: number, counter: number][];
}
