import type { SeenWrite } from './data-breakpoint.ts';
import type { BreakpointId, FrameId, ThreadId } from './ids.ts';
import type { SourceLocation } from './source-location.ts';
import type { ValueSummary, Variable } from './variable.ts';

/**
 * The reason why a thread stopped.
 *
 * @see DAP stopped event, `reason`; `debugger statement` and `restart` are ours (DAP has no words for them)
 */
export type StopReason =
  | 'entry'
  | 'breakpoint'
  | 'function breakpoint'
  | 'data breakpoint'
  | 'step'
  | 'pause'
  | 'exception'
  | 'goto'
  | 'restart'
  | 'debugger statement';

/** A thrown value, at the stop where it was thrown or as the failure of an evaluated expression. */
export interface ExceptionInfo {
  /** The constructor's name (`TypeError`), or the type of a thrown non-error. */
  readonly name: string;
  readonly message: string;
  /** True when no caller catches it, as far as the debugger knows. */
  readonly uncaught: boolean;
  /** The handler that catches it, where that is known. */
  readonly caughtAt?: SourceLocation;
  /** Set where it is not known whether it is caught: it rejects a promise that may be handled, or comes to code that may catch it. */
  readonly undecided?: 'promise' | 'handlers';
  /** Set at an uncaught exception if code has run on its way: variables may not be what they were at the throw. */
  readonly cleanup?: ExceptionCleanup;
  readonly value: ValueSummary;
  /** The traceback that the interpreter or its adapter prints of an exception of an expression. */
  readonly trace?: string | undefined;
}

/** The fate of an exception, as far as that is known where it is thrown. */
export type ExceptionFate = Partial<Pick<ExceptionInfo, 'uncaught' | 'caughtAt' | 'undecided' | 'cleanup'>>;

/** Code that ran between the throw of an exception and the stop at it. */
export interface ExceptionCleanup {
  /** The innermost call's first. 1-based lines. */
  readonly ran: readonly { readonly path: string; readonly first: number; readonly last: number }[];
  /** True if variables say what they were at the throw, where that has changed. */
  readonly isRecorded: boolean;
}

/** An exception that another one came from, or that a group of exceptions contains. */
export interface RelatedException {
  /** `cause`: the other was raised from it. `context`: it was being handled when the other was raised. `member`: the group has it. */
  readonly relation: 'cause' | 'context' | 'member';
  /** The number of groups around it, beside the exception of the stop. */
  readonly depth: number;
  readonly name: string;
  readonly message: string;
  /** The place of the raise; absent where that is not known. */
  readonly location?: SourceLocation;
  readonly functionName?: string;
}

/** An exception that ended a process without a stop, although such ones were to stop it. */
export interface UnstoppedException {
  readonly name: string;
  readonly message: string;
  /** The place of the throw. */
  readonly location: SourceLocation;
  readonly because: UnstoppedCause;
}

/** The reason why the debugger did not stop at an exception that ended the process. */
export type UnstoppedCause =
  /**
   * A breakpoint on its statement. `condition`: it stops on some passes, and this was none of them. `record`: it never stops, it only logs or
   * collects.
   */
  | { readonly kind: 'condition' | 'record'; readonly breakpointId: number }
  /** The exception rejected a promise, and it was not known then whether that would be handled. */
  | { readonly kind: 'undecided'; readonly thrown: UndecidedThrow }
  /** So many caught exceptions had been looked at that the runtime's own word was taken for the rest. */
  | { readonly kind: 'limit'; readonly count: number }
  /** The stack was full: there is no room to stop in. */
  | { readonly kind: 'overflow' }
  /** The runtime took the exception for caught. */
  | { readonly kind: 'unforeseen' };

/** The state at the throw of an exception that did not stop its thread. */
export interface UndecidedThrow {
  readonly location: SourceLocation;
  readonly functionName: string;
  /** The variables of that function, with `this`; they cannot be expanded. */
  readonly variables: readonly Variable[];
}

/** Everything known at the moment of a stop, before anything further is asked. */
export interface StoppedInfo {
  readonly threadId: ThreadId;
  /** The frame that `location` is in: the innermost one of the program. Valid until the thread resumes. */
  readonly frameId: FrameId;
  readonly reason: StopReason;
  readonly location: SourceLocation;
  /** Name of that frame's function. */
  readonly functionName: string;
  /** Session numbers of the breakpoints that caused it; empty for other reasons. */
  readonly hitBreakpointIds: readonly BreakpointId[];
  readonly exception?: ExceptionInfo;
  /** The write that the program stopped at, which has been made. */
  readonly write?: SeenWrite;
}

/** The end of the process: exactly one of the two is not null, unless neither is known (attached debuggees). */
export interface ExitInfo {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** The outcome of a resuming command: exactly one of four, always within its time limit. */
export type StopOutcome =
  | ({ readonly kind: 'stopped' } & StoppedInfo)
  | ({ readonly kind: 'exited' } & ExitInfo)
  | {
      readonly kind: 'running';
      readonly waitedMs: number;
      readonly where?: SourceLocation;
      /** True if the program is not under control yet: no code of it is known to have run. */
      readonly isStarting?: true;
      /** The process that a signal (SIGSTOP) has stopped: no wait comes to anything before it is continued. */
      readonly suspended?: { readonly pid: number };
    }
  | { readonly kind: 'lost'; readonly cause: string };
