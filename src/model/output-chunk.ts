import type { SourceLocation } from './source-location.ts';

/**
 * A piece of what the program wrote, or of what a log breakpoint wrote on its behalf.
 *
 * @see DAP output event; `log` is DAP's category `console` for logpoints
 */
export interface OutputChunk {
  readonly category: 'stdout' | 'stderr' | 'log';
  readonly text: string;
  /** It is a `log` that the debugger writes of what it does, and not what a breakpoint was to log. */
  readonly isNote?: true;
  /** Where a log breakpoint stands. */
  readonly location?: SourceLocation;
}
