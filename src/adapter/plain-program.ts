import type { CallOptions } from '../model/call-options.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { ExitInfo } from '../model/stop-outcome.ts';

/** A program that runs without a debugger, and ends with this server at the latest. */
export interface PlainProgram {
  /** The exit of the program. Resolves after all its output was delivered. */
  readonly exited: Promise<ExitInfo>;
  /** Sets the only listener to the program's output; the listener gets earlier output, too. */
  onOutput(listener: (stream: 'stdout' | 'stderr', text: string) => void): void;
  /**
   * Sets the one listener for processes of it that nothing of ours gets to: what is to be said of each, and whether it is the last that will run.
   * Absent where that cannot be seen.
   */
  onUnfollowed?(listener: (text: string, isLast: boolean) => void): void;
  /**
   * The place of the program in its own code; undefined if the program does not report its place. Callers may ask only a program
   * that is about to be ended.
   */
  where(options?: CallOptions): Promise<SourceLocation | undefined>;
  /** A process of the program that a signal (SIGSTOP) has stopped; undefined if there is none, or the system does not say. */
  suspended(): Promise<number | undefined>;
  /** Ends the program with everything that it started. */
  kill(): Promise<void>;
}
