/**
 * The recording that is asked of a traced process. The server writes it as JSON into a file of its own; the tracers inside of the debuggees
 * read it when they start, each process and each worker for itself.
 */
export interface TraceRequest {
  /** Absolute; exists. Each process and worker appends its {@link TraceRecord}s to a file of its own there. */
  readonly directory: string;
  /** Absolute folders. Own code is what lies in one of them, outside of installed packages. */
  readonly roots: readonly string[];
  readonly wanted: WantedTrace;
  readonly limits: TraceLimits;
}

/** The name that stands for all functions of own code. */
export const EVERY_FUNCTION = '*';

/** The question that the run is to answer. `inside`: of all functions, those calls are meant that were made in one of this place, or all. */
export type WantedTrace =
  | {
      readonly kind: 'frame';
      readonly place: TracePlace;
      readonly call: WantedCall;
      readonly inside?: TracePlace | 'run';
    }
  | { readonly kind: 'calls'; readonly below?: TracePlace }
  | {
      readonly kind: 'values';
      readonly points: readonly TracePoint[];
      /** So many rows of each point are kept from the first one on, where that is more than half of `limits.maxRows`. */
      readonly keepFirst?: number;
    }
  /** The lines and branches that ran, with their counts: of all own code, of one file, or of the functions of a place. */
  | { readonly kind: 'lines'; readonly file?: string; readonly within?: TracePlace };

/** Functions by name (`invoice`, `Cart.total`), or the innermost function around a line. */
export type TracePlace =
  | { readonly kind: 'function'; readonly name: string; readonly path?: string }
  | { readonly kind: 'line'; readonly path: string; readonly line: number };

/** The call of the function that is shown. Calls are counted from 1 in each process. */
export type WantedCall =
  | { readonly kind: 'first' }
  | { readonly kind: 'last' }
  | { readonly kind: 'number'; readonly number: number }
  /** The first that ends with an exception. */
  | { readonly kind: 'throws' }
  /** The first at whose start the expression is true; of the debuggee's language, its arguments in scope. */
  | { readonly kind: 'condition'; readonly expression: string }
  /**
   * The calls that a value with one of the texts came from: `60.30`, `12345`, `"12345"` for a string alone. Kept are the calls in
   * which it came to be (`isWanted`; the record `origin` says where), those that were running then, and of each other function
   * the one that began last before it. Where no value ever had a text, the last call of each function is kept, and none is
   * wanted.
   */
  | {
      readonly kind: 'value';
      readonly texts: readonly string[];
      /** Looked for as well, counted after the texts: parts of them, which may have been wrong before. */
      readonly parts?: readonly string[];
      /** The last calls are kept as well that were made in these files so near to these lines, whatever they have to do with. */
      readonly madeNear?: readonly { readonly path: string; readonly line: number }[];
      /**
       * `eachRoot`: places are told apart by the outermost call around them (a test), and of several values of one place that came as
       * far, the one counts that went somewhere last, as it did to what failed. Left out, the first one of the whole run.
       */
      readonly keeps?: 'eachRoot';
    };

/** Expressions at a place; without any, at a function: its arguments, and how each call ends. */
export interface TracePoint {
  readonly id: number;
  readonly place: TracePlace;
  readonly expressions: readonly string[];
  readonly condition?: string;
}

/** Bounds of what is kept; counts stay exact beyond them. */
export interface TraceLimits {
  /** Characters of the text of a value. */
  readonly maxTextLength: number;
  /** Events of one call. */
  readonly maxEvents: number;
  /** Calls in the tree, and rows of each point: the first and the last half of so many. */
  readonly maxRows: number;
}
