import type { EventEmitter } from 'node:events';
import type {
  BreakpointState,
  ExceptionBreakMode,
  FunctionBreakpoint,
  SourceBreakpoint,
} from '../model/breakpoints/breakpoint.ts';
import type { ReportedTally } from '../model/breakpoints/condition-tally.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { CollectedHit } from '../model/collected-value.ts';
import type { RecordedWrite } from '../model/data-breakpoint.ts';
import type { EvaluateOutcome } from '../model/evaluate-outcome.ts';
import type { BreakpointId, FrameId, ThreadId } from '../model/ids.ts';
import type { OutputChunk } from '../model/output-chunk.ts';
import type { DebuggeeProcesses } from '../model/program/debuggee-processes.ts';
import type { ProcessIdentity } from '../model/session-summary.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { StackFrame, Thread } from '../model/stack-frame.ts';
import type { ExitInfo, RelatedException, StoppedInfo, UnstoppedException } from '../model/stop-outcome.ts';
import type { Scope, ValueSummary, Variable } from '../model/variable.ts';
import type { DebuggeeInput, ProgramInput } from './debuggee-input.ts';
import type { EditedSource } from './edited-source.ts';
import type { FollowedCall } from './followed-call.ts';
import type { FollowedLine } from './followed-lines.ts';
import type { HangEvidence } from './hang-evidence.ts';
import type { LiveTracing } from './live-tracing.ts';
import type { Patches } from './patches.ts';
import type { RestartOptions, RestartOutcome } from './restart-outcome.ts';
import type { ForcedReturn, ReturnStops } from './return-stops.ts';
import type { WriteWatches } from './write-watches.ts';

/**
 * A program to start. `program` is a file of the adapter's language, or any command or line for a shell that ends up running such
 * a file.
 */
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
  /** The program's standard input; left out, the input is empty, and open in a terminal. */
  readonly stdin?: ProgramInput | undefined;
  /** True if the program runs in a terminal: its output to both streams comes as one. */
  readonly tty?: boolean | undefined;
  /** Processes that the program starts are debugged, too, also where only the first one usually is. */
  readonly wholeTree?: boolean | undefined;
  /** Processes that the program starts are left alone; left out, they belong to the debuggee. */
  readonly followChildren?: boolean | undefined;
  /**
   * The stops of processes in other languages below the program. `all`, or left out: those of the program. `breakpoints`: no
   * exception, as something in the processes writes exceptions down. `nothing`: the processes are left alone.
   */
  readonly stopOthers?: 'all' | 'breakpoints' | 'nothing' | undefined;
  readonly others?: OtherLanguages | undefined;
  /** Steps pass over code that is not the program's own, where the language's debugger knows the difference; left out, its own default. */
  readonly justMyCode?: boolean | undefined;
  /** Arguments of DAP's `launch` beside those that follow from this request; other debuggers have no use for them. */
  readonly adapterArguments?: Readonly<Record<string, unknown>> | undefined;
  /** The port, on loopback, that the debuggee is reached at; left out, one that the system chooses. */
  readonly debugPort?: number | undefined;
}

/** The other languages whose processes below a program are followed: a command may come to one of these alone. */
export interface OtherLanguages {
  /** The languages as people call them: `Python`. */
  readonly titles: readonly string[];
  /** Breakpoints stand in their files: the command is under way, and ends as any program does. */
  readonly areWanted: boolean;
  /** Resolves with the first process of one of them. */
  readonly reported: Promise<void>;
}

/** A folder here, and what the debuggee calls it. Both absolute. */
export interface PathMapping {
  readonly localRoot: string;
  readonly remoteRoot: string;
}

/** The target of an attach: exactly one way of naming a running process. */
export type AttachRequest =
  | {
      readonly kind: 'port';
      readonly host: string;
      readonly port: number;
      /** The program's files on another machine or in a container, and their paths here. */
      readonly pathMappings?: readonly PathMapping[] | undefined;
    }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'pid'; readonly pid: number };

/** The limits of a value's summary: a bound on each dimension, so that no answer can be unbounded. */
export interface ValueLimits {
  /** Levels below the value itself that are listed as `children`. 0: the one-line text only. */
  readonly depth: number;
  /** Children listed for each value. */
  readonly maxChildren: number;
  /** Characters of each one-line text. */
  readonly maxTextLength: number;
}

/** Selects the children of a reference to list. */
export interface VariablesRequest extends ValueLimits {
  readonly variablesReference: number;
  /** Skip this many children; for paging through large ones. */
  readonly start?: number;
}

/** An expression to evaluate, in a frame of a stopped thread or, without `frameId`, in the global scope. */
export interface EvaluateRequest extends ValueLimits {
  readonly expression: string;
  readonly frameId?: FrameId | undefined;
  /** Refuse an expression that would change the program. CDP: throwOnSideEffect. */
  readonly readOnly: boolean;
}

/** The place of an expression, which says its language if a debuggee has several. */
export interface ExpressionOptions extends CallOptions {
  /** The source file that it is to be evaluated in; absolute. */
  readonly path?: string | undefined;
}

/** Said, behind its name, of a process that outlives the launched one: nothing more of it is seen. */
export const GOES_ON_ALONE = 'goes on without the debugger: the program that started it has ended';

/** The events of a debuggee, in the order in which they happened. */
export interface AdapterEvents {
  stopped: [StoppedInfo];
  /** The thread runs again although no call asked through this adapter (another client, a detach). */
  continued: [{ readonly threadId: ThreadId }];
  output: [OutputChunk];
  /** A breakpoint's state changed after `setBreakpoints` answered. */
  breakpoint: [{ readonly id: BreakpointId; readonly state: BreakpointState }];
  /** A process that started after an edit has bound a breakpoint, with its statement or, where that is gone, on its line. */
  breakpointFollowed: [FollowedLine];
  /** Passes counted by log breakpoints and other ones that did not stop. */
  breakpointHit: [{ readonly id: BreakpointId }];
  /** The outcome of the condition of a breakpoint so far; not sent where the language's debugger keeps that to itself. */
  conditionTally: [ReportedTally];
  /** A process has ended without having said all: breakpoints that do not stop at each pass may have been passed more often. */
  countsCutShort: [{ readonly ids: readonly number[] }];
  /** A part of a process is not seen. `what` stands in a sentence: `main.js closed its inspector, and nothing of it is seen from then on`. */
  unseen: [{ readonly what: string }];
  /** A pass of a breakpoint that collects, in the order of the passes of its thread; `breakpointHit` is sent for it, too. */
  collected: [CollectedHit];
  /** A change of a watched place that is only reported. */
  written: [RecordedWrite];
  /** An exception is about to end a process that it was to stop. */
  unstopped: [UnstoppedException];
  thread: [{ readonly threadId: ThreadId; readonly reason: 'started' | 'exited' }];
  /** A process of the debuggee runs without a debugger, as nothing in it matters so far; see {@link DebugAdapter.unadopted}. */
  unadopted: [ProcessIdentity];
  /** A process of the debuggee runs where no debugger gets to; what was said of it has come as output. */
  unfollowed: [];
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
  expressionError(expression: string, options?: ExpressionOptions): Promise<string | undefined>;

  threads(): readonly Thread[];
  /** The processes that run without a debugger, as far as they report themselves; absent where each one is debugged. */
  readonly unadopted?: readonly ProcessIdentity[] | undefined;
  /** Frames of a stopped thread, innermost first, async callers after the real ones. */
  stackTrace(threadId: ThreadId, options?: CallOptions): Promise<readonly StackFrame[]>;
  /**
   * The exceptions that led to the exception at which a thread is stopped, without running code of the program; the nearest
   * first.
   */
  relatedExceptions(threadId: ThreadId, options?: CallOptions): Promise<readonly RelatedException[]>;
  /**
   * Names of the function call that a thread is stopped in, by what is known of it when its locals have been read: two stops of a thread
   * with a name in common are in one call. None where that cannot be known.
   */
  callNames(threadId: ThreadId, options?: CallOptions): Promise<readonly string[]>;
  /**
   * Has the debuggee say how the call of a stopped thread's innermost frame ends; undefined, or absent, where it cannot.
   *
   * @throws DebugError `connection_closed` and others of the connection
   */
  followCall?(frameId: FrameId, options: CallOptions): Promise<FollowedCall | undefined>;
  scopes(frameId: FrameId, options?: CallOptions): Promise<readonly Scope[]>;
  variables(request: VariablesRequest, options?: CallOptions): Promise<readonly Variable[]>;
  evaluate(request: EvaluateRequest, options?: CallOptions): Promise<EvaluateOutcome>;
  /**
   * Ends the evaluation that is under way in a frame, as its limit would: what waits for it gets a timeout. Does nothing where nothing reaches the
   * program meanwhile, and is absent where none of the language's debuggers can.
   */
  endEvaluation?(frameId: FrameId): Promise<void>;
  /**
   * The text of a source that is no file here: it exists in a source map only, was evaluated, or is built in. Undefined when it
   * cannot be had.
   */
  source(path: string, options?: CallOptions): Promise<string | undefined>;
  /**
   * The outcome for a source file since the program loaded it; undefined where it is as it was, as far as is known.
   *
   * @param path Absolute.
   * @param frameId A frame that stands in it: a file may have been loaded several times. Left out, what was loaded last is meant.
   */
  editedSource(path: string, frameId?: FrameId, options?: CallOptions): Promise<EditedSource | undefined>;
  /**
   * True if a file may be read and shown as a source of the program. The debuggee gives its sources their names, and could call one
   * of them like any file of this machine. @param path Absolute.
   */
  isOwnSource(path: string): boolean;
  /** Assigns `expression`'s value to a variable visible in the frame, or to a path below one (`order.lines[0].price`). */
  setVariable(frameId: FrameId, name: string, expression: string, options?: CallOptions): Promise<ValueSummary>;

  continue(threadId: ThreadId, options?: CallOptions): Promise<void>;
  next(threadId: ThreadId, options?: CallOptions): Promise<void>;
  stepIn(threadId: ThreadId, options?: CallOptions): Promise<void>;
  stepOut(threadId: ThreadId, options?: CallOptions): Promise<void>;
  /**
   * Begins a frame at the first statement of its function, with the arguments it has and those above it gone; absent where the
   * language's debugger cannot. What its statements did to anything else is not undone. The stop, with the reason `restart`, comes before this
   * resolves.
   *
   * @throws DebugError `not_stopped`
   * @see DAP restartFrame
   */
  restartFrame?(frameId: FrameId, options?: RestartOptions): Promise<RestartOutcome>;
  /**
   * Prepares that the innermost call, which the thread is stopped in, returns the value that an expression has in it now; absent where
   * the language's debugger cannot. The thread stays stopped: the step out that follows takes it there.
   *
   * @throws DebugError `not_stopped`, `invalid_argument`
   */
  forceReturn?(frameId: FrameId, expression: string, options?: CallOptions): Promise<ForcedReturn>;
  /** Asks a running thread to stop; the stop comes as an event, when the thread next runs code. */
  pause(threadId: ThreadId, options?: CallOptions): Promise<void>;
  /**
   * Stops a thread that was asked to pause and waits in its event loop, in the frame `IDLE_FRAME`. To be called only while it uses no
   * processor; absent where the language's debugger stops such a thread by itself.
   */
  pauseIdle?(threadId: ThreadId): void;

  /**
   * The place of a running thread at the moment, or undefined when the thread runs no code of the program (it waits for a timer,
   * a socket, a native call). The thread is not left stopped.
   */
  whereabouts(threadId: ThreadId, options?: CallOptions): Promise<SourceLocation | undefined>;
  /**
   * True if a running thread is on its way to the end of a step, which may never come: some ways out of a function are not stopped at.
   * Absent where the adapter does not know.
   */
  isStepping?(threadId: ThreadId): boolean;

  /** The debuggee's processes; undefined where they are not known, or not of this machine. */
  readonly processes?: DebuggeeProcesses | undefined;
  /** Evidence about a debuggee that may be stuck; absent if the adapter has none. */
  readonly hang?: HangEvidence | undefined;
  /** Stops at the returns of a thread's functions; undefined, or absent, if the language's debugger has none. */
  returnStops?(threadId: ThreadId): ReturnStops | undefined;
  /** Stops at writes to a place in memory; undefined, or absent, if the language's debugger cannot watch memory. */
  readonly writes?: WriteWatches | undefined;
  /** Gives functions new texts while they run; undefined, or absent, where the language's debugger cannot. */
  readonly patches?: Patches | undefined;
  /** Records what the debuggee does without stopping it; absent where the adapter cannot. */
  readonly tracing?: LiveTracing | undefined;
  /** The standard input of a launched program; undefined before its start, and where the program is not our own child. */
  readonly input?: DebuggeeInput | undefined;

  /** Leaves the debuggee running, without its breakpoints. */
  disconnect(options?: CallOptions): Promise<void>;
  /** Ends the debuggee and everything it started. Resolves when they are gone. */
  terminate(options?: CallOptions): Promise<void>;
}
