import type { CodeBranch, CodeFunction } from '../../../../../model/trace/trace-record.ts';

/** What can run of one written file in a text. */
export interface LineFile {
  readonly path: string;
  readonly functions: readonly CodeFunction[];
  readonly statements: readonly (readonly [line: number, endLine: number, counter: number, within: number])[];
  readonly branches: readonly CodeBranch[];
  readonly unfinished: readonly (readonly [line: number, counter: number])[];
}

/** What can run of a text, by the counters that its code holds. It can be sent between threads. */
export interface LineTable {
  readonly counters: number;
  /** Counters that the code has none for, by turns with those whose difference they are: number, of, less. */
  readonly differences: readonly number[];
  readonly files: readonly LineFile[];
}

/** Where something is in a file: `undefined` for what is not counted. */
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
