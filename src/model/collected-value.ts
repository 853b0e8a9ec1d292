import type { BreakpointId, ThreadId } from './ids.ts';
/**
 * The outcome of an expression that a breakpoint collected. A value is whole, as its JSON, where it has one; what JSON cannot
 * carry is described in a bounded line.
 */
export type CollectedValue =
  | {
      readonly kind: 'value';
      /** The language's word for the type: in JavaScript what `typeof` gives. */
      readonly type: string;
      /** The result of `JSON.stringify`, decoded. Absent where it gave nothing, threw, or gave too much. */
      readonly json?: unknown;
      /** The value in one line, where `json` is absent or says less than there is. */
      readonly description?: string;
      /** The value in one line in the words of its language, where those of JSON differ: Python's `None`, `36.0`. */
      readonly text?: string;
    }
  | { readonly kind: 'thrown'; readonly message: string };

/** One pass of a breakpoint that collects, with a value for each of its expressions, in their order. */
export interface CollectedHit {
  /** The breakpoint's number. */
  readonly id: BreakpointId;
  readonly threadId: ThreadId;
  readonly values: readonly CollectedValue[];
  /** Bytes of the values as they came, so that a store of them can keep a limit. */
  readonly size: number;
}
