import type { LineTable } from './line-table.ts';

/** The kind of a probe in the code. The probe passes its number to the recorder. */
export type SiteKind =
  | 'line'
  | 'flush'
  | 'pass'
  | 'branch'
  | 'loopTest'
  | 'switch'
  | 'case'
  | 'argument'
  | 'calling'
  | 'result'
  | 'chain'
  | 'finally'
  | 'finallyEnd'
  | 'throw'
  | 'return'
  | 'end'
  | 'caught'
  | 'caughtParts'
  | 'awaiting'
  | 'yielding'
  | 'passing'
  | 'resumed';

/** A place with a probe. */
export interface Site {
  readonly kind: SiteKind;
  /** In the written source. */
  readonly line: number;
  /** The loops around the site, outermost first: indices into `loops`. */
  readonly loops: readonly number[];
  /** Variables whose values are passed, in order: indices into `slots`. */
  readonly slots?: readonly number[];
  /** Variables that exist there; all others are gone. */
  readonly alive?: readonly number[];
  /** A callee as it is written, or what a branch decides. */
  readonly text?: string;
  /** The arguments of a call, in order; null if an argument has no probe, a text if it stands for itself. */
  readonly args?: readonly (string | null)[];
  /** The site of the call or switch that an argument, a result or a case belongs to. */
  readonly of?: number;
  /** True if a call begins at a site of its own, because its last argument has no probe. */
  readonly isBegunApart?: boolean;
  /** The index of the argument. */
  readonly index?: number;
  /** V8's name for the expression inside the probe in the text of an error. */
  readonly plain?: string;
  /** The sites of the calls inside a chain with `?.`, whose results are not passed. */
  readonly inner?: readonly number[];
  /** True for a call inside a chain with `?.`: its result is not passed. */
  readonly isInsideChain?: boolean;
  /** The number of the loop that a pass or a test belongs to. */
  readonly loop?: number;
}

/** The sites in the code of one function, or of one point. Can be sent between threads. */
export interface CodeTable {
  readonly key: number;
  readonly kind: 'frame' | 'calls' | 'point' | 'pointFunction' | 'lines';
  readonly point?: number;
  /** True for the top level of a text. */
  readonly isTop?: boolean;
  /** True if calls below the function's calls are wanted. */
  readonly isRoot?: boolean;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly params: readonly string[];
  readonly outer: readonly string[];
  readonly slots: readonly { readonly name: string; readonly silent: boolean }[];
  /** Lines of the loops, and whether their head changes variables. */
  readonly loops: readonly number[];
  readonly sites: readonly Site[];
  /** Expressions of a point, in order. */
  readonly expressions: readonly string[];
  /** True if the function's errors are known when it ends with one. */
  readonly catches: boolean;
  /** The table of a text whose lines are counted. */
  readonly lines?: LineTable;
}

/** A text that is put into a line. */
export interface Insertion {
  /** In the plain text. */
  readonly offset: number;
  readonly text: string;
  /** The offset in the plain text for which the insertion stands, if an error is reported in it. */
  readonly target?: number;
}

/** The name under which the code finds the recorder. */
export const RECORDER = '__mcpDebuggerTrace';
