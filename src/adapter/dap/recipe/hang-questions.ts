import type { DapThreadId } from '../../../dap/ids.ts';
import type { HangFrame } from '../../../model/hang-report.ts';

/** A question about a thread; see HangEvidence for the methods of these names. */
export type HangQuestion =
  | { readonly kind: 'sample' | 'inspect' | 'waits' | 'blocked' | 'standstill' | 'facts' }
  | { readonly kind: 'staying' | 'activity'; readonly seconds: number }
  | {
      readonly kind: 'rounds';
      readonly path: string;
      readonly first: number;
      readonly last: number;
      readonly seconds: number;
    };

/** Code of the language that runs in the debuggee and says what its threads do, asked by evaluations without a frame. */
export interface HangQuestions {
  /** See HangEvidence. */
  readonly attachToPidMs?: number;
  /** The code to evaluate once, before any question. */
  installation(): string;
  /** Evaluated once, before the program runs: notes what ends by an exception. */
  readonly record?: string;
  expression(question: HangQuestion, dapThreadId: DapThreadId): string;
  /**
   * Reads an answer, or the refusal that carries it where results are not given: what HangEvidence's method of that name gives, with
   * the process id and the system's number of the thread; undefined when there is none.
   */
  decode(
    result: string,
  ): { readonly answer: unknown; readonly pid: number; readonly systemThread?: number | undefined } | undefined;
  /** The command line of a process that the program has started, without what the debugger has put into it. */
  readonly commandOf?: (command: string) => string;
  /** True for the command line of a process that only starts others, or tracks them: what it has started counts in its place. */
  readonly isStarter?: (command: string) => boolean;
  /** A way to the stacks of a process that answers nothing: a signal on which it writes them to a file. */
  readonly stacks?: {
    readonly signal: number;
    /** The code to evaluate once. */
    readonly listen: (file: string) => string;
    /** Reads the program's thread from the written text, innermost frame first. */
    readonly read: (text: string) => readonly HangFrame[];
    /** The call that the innermost frame of the program is in, by the text of its line; undefined where that does not show it. */
    readonly callIn: (frames: readonly HangFrame[], line: string) => string | undefined;
    /** True if the innermost frame matches a pattern: in a function of the language's own, or by the text of its line. */
    readonly isMatching: (frames: readonly HangFrame[], line: string) => boolean;
  };
}
