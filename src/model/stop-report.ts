import type { WatchedWrite, WriteWatch } from './data-breakpoint.ts';
import type { EvaluateOutcome } from './evaluate-outcome.ts';
import type { OutputChunk } from './output-chunk.ts';
import type { SourceLocation } from './source-location.ts';
import type { StackFrame } from './stack-frame.ts';
import type { RelatedException, StoppedInfo } from './stop-outcome.ts';
import type { Variable } from './variable.ts';

/** A local variable at a stop, with what it was at the previous stop in the same function call, if that differs. */
export interface LocalVariable extends Variable {
  /** The previous one-line text; present only when the value changed. `null`: the variable is new. */
  readonly previous?: string | null;
}

/** A watched expression at a stop. */
export interface WatchResult {
  readonly id: number;
  readonly expression: string;
  readonly outcome: EvaluateOutcome;
  /** The one-line text at the previous stop; present only when it changed since. */
  readonly previous?: string;
}

/** A run of lines of a source text. */
export interface SourceExcerpt {
  /** 1-based number of the first line in `lines`. */
  readonly startLine: number;
  readonly lines: readonly string[];
  /** The reason why these lines differ, or may differ, from those of the file or from those that run. */
  readonly edited?: string;
  /** The reason why there is no line although a file of that name exists. */
  readonly withheld?: string;
  /** The call that these lines show: the nearest one whose text is known, where that of the place itself is not. */
  readonly caller?: SourceLocation;
}

/** Output since some point, oldest first, bounded. */
export interface OutputExcerpt {
  readonly chunks: readonly OutputChunk[];
  /** Characters left out before the first chunk. */
  readonly omittedChars: number;
}

/** A stop that explains itself: everything an agent needs to decide the next call. */
export interface StopReport {
  readonly stop: StoppedInfo;
  /** The causes of the stop's exception, and the exceptions that it contains; the nearest first. */
  readonly related?: readonly RelatedException[];
  readonly frames: readonly StackFrame[];
  /** Locals of the innermost frame, in the order of the source. */
  readonly locals: readonly LocalVariable[];
  /** Lines around the stop; absent when no source text is to be had. */
  readonly source?: SourceExcerpt;
  /** The program's output since the last report. */
  readonly output: OutputExcerpt;
  readonly watches: readonly WatchResult[];
  /** The write that the program stopped at. */
  readonly write?: WatchedWrite;
  /** Watches that list writers, where there were some since the last report. */
  readonly writers?: readonly WriteWatch[];
  /** News about breakpoints that the caller must know: moved, rejected, still pending. */
  readonly warnings: readonly string[];
}
