import type { ValueLimits } from '../../debug-adapter.ts';

/** The root of a path to a value: a variable of a frame's scope, or the result of an expression. */
export type ValueRoot =
  | { readonly scope: 'local' | 'global'; readonly name: string }
  /** The debuggee's own number for a value that it holds for us until it resumes. */
  | { readonly held: number };

/** The subject of a summary. */
export type SummaryQuestion =
  | { readonly kind: 'scope'; readonly scope: 'local' | 'global'; readonly start: number }
  /** `path`: positions among the children, from the root on; 0-based. */
  | { readonly kind: 'children'; readonly root: ValueRoot; readonly path: readonly number[]; readonly start: number }
  /** `timeoutMs`: the evaluation is ended then, as far as the language can end one. */
  | { readonly kind: 'value'; readonly expression: string; readonly timeoutMs: number | undefined };

/** A value as the debuggee described it. */
export interface SummarisedValue {
  readonly type: string;
  readonly text: string;
  /** Undefined when there is nothing inside. */
  readonly childCount: number | undefined;
  /** The number under which it is held, for the value of an expression. */
  readonly held: number | undefined;
  readonly cut: boolean;
  readonly children: readonly SummarisedVariable[] | undefined;
}

export interface SummarisedVariable extends SummarisedValue {
  readonly name: string;
  /** As Variable.sourceName. */
  readonly sourceName: string | undefined;
  /** In a list, where the name is its position in brackets. */
  readonly isElement: boolean;
  /** As Variable.thrown: null if it was not there. */
  readonly thrown?: readonly [type: string, text: string] | null | undefined;
}

interface SummarisedException {
  readonly kind: 'thrown';
  readonly name: string;
  readonly message: string;
  /** The interpreter's own traceback. */
  readonly trace: string | undefined;
  readonly value: SummarisedValue;
}

/** The call of a frame's function, as the debuggee knows it. */
export interface KnownCall {
  /** The call may begin where it is now, or go on after it has waited. */
  readonly mayBegin: boolean | undefined;
  /** Its number among the followed calls. */
  readonly followed: number | undefined;
}

/** The answer to a {@link SummaryQuestion}, decoded. */
export type SummaryAnswer =
  | { readonly kind: 'value'; readonly value: SummarisedValue }
  /** `call`: of a scope. */
  | {
      readonly kind: 'variables';
      readonly variables: readonly SummarisedVariable[];
      readonly call: KnownCall;
    }
  | SummarisedException
  | { readonly kind: 'timeout' }
  /** The value is not held any more. */
  | { readonly kind: 'stale' };

/**
 * Describes values by code that runs in the debuggee, within limits and in one round trip, where DAP would read variable by
 * variable without any. It is all text: expressions of the language, to be evaluated in a frame.
 */
export interface DebuggeeSummariser {
  /** The code to evaluate once, before the program runs, without a frame: the first of these that does not fail. */
  installations(): readonly (() => string)[];
  /**
   * The expression that answers a question.
   *
   * @param stop The number of the stop; values are held for one stop only.
   */
  expression(question: SummaryQuestion, limits: ValueLimits, stop: number): string;
  /** Reads the text of an answer; undefined for any other text, so that DAP's own way has to serve. */
  decode(result: string): SummaryAnswer | undefined;
  /** The code to evaluate without a frame to end the evaluations that are under way. */
  ending?(): string;
  /** The code to evaluate without a frame when the program goes on: lets go of the held values. */
  release(): string;
}
