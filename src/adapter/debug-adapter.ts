import type { EventEmitter } from 'node:events';
import type { BreakpointState, ExceptionBreakMode, FunctionBreakpoint, SourceBreakpoint } from '../model/breakpoint.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { CollectedHit } from '../model/collected-value.ts';
import type { ReportedTally } from '../model/condition-tally.ts';
import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { OutputChunk } from '../model/output-chunk.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { StackFrame, Thread } from '../model/stack-frame.ts';
import type { ExitInfo, RelatedException, StoppedInfo } from '../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../model/variable.ts';
import type { EditedSource } from './edited-source.ts';
import type { HangEvidence } from './hang-evidence.ts';

/** What to start. `program` is a file of the adapter's language, or any command or line for a shell that ends up running one. */
export interface LaunchRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Added to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The interpreter to run a file with, when it is not the default one. */
  readonly runtimeExecutable?: string | undefined;
  readonly runtimeArgs?: readonly string[] | undefined;
  readonly stopOnEntry: boolean;
  /** What it reads from its standard input; left out, that is empty. */
  readonly stdin?: string | undefined;
  /** Processes that the program starts are debugged, too, also where only the first one usually is. */
  readonly wholeTree?: boolean | undefined;
  /** Steps pass over code that is not the program's own, where the language's debugger knows the difference; left out, its own default. */
  readonly justMyCode?: boolean | undefined;
  /** Arguments of DAP's `launch` beside those that follow from this request; other debuggers have no use for them. */
  readonly adapterArguments?: Readonly<Record<string, unknown>> | undefined;
  /** The port, on loopback, that the debuggee is reached at; left out, one that the system chooses. */
  readonly debugPort?: number | undefined;
}

/** The standard input of a launch, as a process is started with it. */
export function stdinOf({ stdin }: Pick<LaunchRequest, 'stdin'>): { readonly text: string } | undefined {
  return stdin === undefined ? undefined : { text: stdin };
}

/** A folder here, and what the debuggee calls it. Both absolute. */
export interface PathMapping {
  readonly localRoot: string;
  readonly remoteRoot: string;
}

/** What to attach to: exactly one way of naming a process that runs already. */
export type AttachRequest =
  | {
      readonly kind: 'port';
      readonly host: string;
      readonly port: number;
      /** Where the program's files are elsewhere than here (another machine, a container). */
      readonly pathMappings?: readonly PathMapping[] | undefined;
    }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'pid'; readonly pid: number };

/** How values are summarised: a bound on each dimension, so that no answer can be unbounded. */
export interface ValueLimits {
  /** Levels below the value itself that are listed as `children`. 0: the one-line text only. */
  readonly depth: number;
  /** Children listed for each value. */
  readonly maxChildren: number;
  /** Characters of each one-line text. */
  readonly maxTextLength: number;
}

/** Which children of a reference to list. */
export interface VariablesRequest extends ValueLimits {
  readonly variablesReference: number;
  /** Skip this many children; for paging through large ones. */
  readonly start?: number;
}

/** An expression to evaluate, in a frame of a stopped thread or, without `frameId`, in the global scope. */
export interface EvaluateRequest extends ValueLimits {
  readonly expression: string;
  readonly frameId?: number | undefined;
  /** Refuse an expression that would change the program. CDP: throwOnSideEffect. */
  readonly readOnly: boolean;
}

/** The events of a debuggee, in the order in which they happened. */
export interface AdapterEvents {
  stopped: [StoppedInfo];
  /** The thread runs again although nobody asked through this adapter (another client, a detach). */
  continued: [{ readonly threadId: number }];
  output: [OutputChunk];
  /** A breakpoint's state changed after `setBreakpoints` answered. */
  breakpoint: [{ readonly id: number; readonly state: BreakpointState }];
  /** Passes counted by log breakpoints and other ones that did not stop. */
  breakpointHit: [{ readonly id: number }];
  /** What the condition of a breakpoint came to so far; not sent where the language's debugger keeps that to itself. */
  conditionTally: [ReportedTally];
  /** A pass of a breakpoint that collects, in the order of the passes of its thread; `breakpointHit` is sent for it, too. */
  collected: [CollectedHit];
  thread: [{ readonly threadId: number; readonly reason: 'started' | 'exited' }];
  exited: [ExitInfo];
  /** The connection is gone without an exit that we know of. */
  lost: [{ readonly cause: string }];
}

/**
 * One debuggee (a process, with the tree it starts), spoken to in DAP's verbs whatever its wire is, so that the DAP
 * specification is this interface's manual. Lines and columns are 1-based.
 *
 * Every call fails with `connection_closed` when the debuggee is gone, `request_timeout` past its limit and `cancelled` when
 * its signal is aborted. Owned by one DebugSession, which ends it with `terminate` or `disconnect`.
 *
 * Order: construct, subscribe to `events`, set breakpoints, then `launch` or `attach` (which resolves once the debuggee is
 * under control and about to run, not when it stops).
 */
export interface DebugAdapter {
  readonly events: EventEmitter<AdapterEvents>;

  /** @throws DebugError `launch_failed`, `source_not_found`, `not_debuggable` */
  launch(request: LaunchRequest, options: CallOptions): Promise<void>;
  /** @throws DebugError `attach_refused` */
  attach(request: AttachRequest, options: CallOptions): Promise<void>;

  /** Replaces all breakpoints of one source (absolute path); answers in the order of `wanted`. May precede launch. */
  setBreakpoints(path: string, wanted: readonly SourceBreakpoint[], options?: CallOptions): Promise<BreakpointState[]>;
  /** Replaces all function breakpoints; answers in the order of `wanted`. */
  setFunctionBreakpoints(wanted: readonly FunctionBreakpoint[], options?: CallOptions): Promise<BreakpointState[]>;
  setExceptionBreakpoints(mode: ExceptionBreakMode, options?: CallOptions): Promise<void>;
  /** The parse error of an expression of the debuggee's language, or undefined when it parses. Needs no debuggee. */
  expressionError(expression: string, options?: CallOptions): Promise<string | undefined>;

  threads(): readonly Thread[];
  /** Frames of a stopped thread, innermost first, async callers after the real ones. */
  stackTrace(threadId: number, options?: CallOptions): Promise<readonly StackFrame[]>;
  /** What the exception came from that a thread is stopped at, without running code of the program; the nearest first. */
  relatedExceptions(threadId: number, options?: CallOptions): Promise<readonly RelatedException[]>;
  scopes(frameId: number, options?: CallOptions): Promise<readonly Scope[]>;
  variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]>;
  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome>;
  /**
   * The text of a source that is no file here: it exists in a source map only, was evaluated, or is built in. Undefined when it
   * cannot be had.
   */
  source(path: string, options?: CallOptions): Promise<string | undefined>;
  /**
   * What became of a source file since the program loaded it; undefined where it is as it was, as far as is known.
   *
   * @param path Absolute.
   * @param frameId A frame that stands in it: a file may have been loaded several times. Left out, what was loaded last is meant.
   */
  editedSource(path: string, frameId?: number, options?: CallOptions): Promise<EditedSource | undefined>;
  /**
   * Whether a file may be read and shown as a source of the program. The debuggee gives its sources their names, and could call one
   * of them like any file of this machine. @param path Absolute.
   */
  isOwnSource(path: string): boolean;
  /** Assigns `expression`'s value to a variable visible in the frame, or to a path below one (`order.lines[0].price`). */
  setVariable(frameId: number, name: string, expression: string, options?: CallOptions): Promise<ValueSummary>;

  continue(threadId: number, options?: CallOptions): Promise<void>;
  next(threadId: number, options?: CallOptions): Promise<void>;
  stepIn(threadId: number, options?: CallOptions): Promise<void>;
  stepOut(threadId: number, options?: CallOptions): Promise<void>;
  /** Asks a running thread to stop; the stop comes as an event, when the thread next runs code. */
  pause(threadId: number, options?: CallOptions): Promise<void>;

  /**
   * Where a running thread is at the moment, or undefined when it runs no code of its own (it waits for a timer, a socket, a
   * native call). The thread is not left stopped.
   */
  whereabouts(threadId: number, options?: CallOptions): Promise<SourceLocation | undefined>;

  /** What can be found out about a debuggee that may be stuck; absent where the adapter cannot. */
  readonly hang?: HangEvidence;

  /** Leaves the debuggee running, without its breakpoints. */
  disconnect(options?: CallOptions): Promise<void>;
  /** Ends the debuggee and everything it started. Resolves when they are gone. */
  terminate(options?: CallOptions): Promise<void>;
}
