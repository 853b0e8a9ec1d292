import type { SourceLocation } from './source-location.ts';

/**
 * A piece of what the program wrote, or of what a log breakpoint wrote on its behalf.
 *
 * @see DAP output event; `log` is DAP's category `console` for logpoints
 */
export interface OutputChunk {
  readonly category: 'stdout' | 'stderr' | 'log';
  readonly text: string;
  /** True for a `log` that the debugger writes about its own work, and not for a breakpoint's message. */
  readonly isNote?: true;
  /** True for a note about how the program runs on, which says nothing once the program has ended. */
  readonly isOfRun?: true;
  /** The place of a log breakpoint. */
  readonly location?: SourceLocation;
  /** The length of the program's own output when a log breakpoint was passed; left out where the process does not say. */
  readonly written?: WrittenMark;
}

/** The bytes that a process had written by its own count, by which a line that came another way finds its place. */
export interface WrittenMark {
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly stdout: WrittenBytes | undefined;
  readonly stderr: WrittenBytes | undefined;
}

/** Bytes that a process has written to one of the program's streams. */
export interface WrittenBytes {
  readonly bytes: number;
  /** The beginning of the process's count, and the length then. */
  readonly sinceMs: number;
  readonly sinceBytes: number;
}
