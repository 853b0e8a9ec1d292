import type { BreakpointId } from '../ids.ts';
import type { SourceLocation } from '../source-location.ts';
import type { BreakpointOptions } from './breakpoint-options.ts';

/** A breakpoint as a debugger is asked for it, wherever it is to stand. */
export interface WantedBreakpoint extends BreakpointOptions {
  /** The session's number for it: stable over restarts, never reused. */
  readonly id: BreakpointId;
}

/**
 * A breakpoint wanted at a line.
 *
 * @see DAP SourceBreakpoint
 */
export interface SourceBreakpoint extends WantedBreakpoint {
  /** 1-based. */
  readonly line: number;
  /** 1-based; left out, the first place on the line where the program can stop. */
  readonly column?: number;
}

/**
 * A breakpoint wanted at the entry of every function of that name: `total`, `Cart.total` (class or object member).
 *
 * @see DAP FunctionBreakpoint
 */
export interface FunctionBreakpoint extends WantedBreakpoint {
  readonly name: string;
}

/** The state of a breakpoint. `verified` only after the debugger resolved a location. */
export type BreakpointState =
  | {
      readonly kind: 'pending';
      readonly reason: string;
      /** `reason` says why nothing became of it, also at the end of the program. */
      readonly final?: true;
    }
  | {
      readonly kind: 'verified';
      readonly location: SourceLocation;
      /** Set when the debugger could not stop on the line asked for. */
      readonly movedFromLine?: number;
      /**
       * The reason why the place may not be the one that was meant: it is in another function, or the source is newer than its
       * map.
       */
      readonly warning?: string;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

/**
 * The exceptions that stop the program. `uncaught` is the default everywhere. `userUnhandled`: also those that leave the program's own
 * code for a library that catches them (a test runner); the same as `uncaught` where the language's debugger cannot distinguish them.
 */
export type ExceptionBreakMode = 'none' | 'uncaught' | 'userUnhandled' | 'all';
