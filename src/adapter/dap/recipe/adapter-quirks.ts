import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { DapThreadId } from '../../../dap/ids.ts';
import type { Dap } from '../../../dap/protocol.ts';
import type { ExceptionBreakMode, WantedBreakpoint } from '../../../model/breakpoints/breakpoint.ts';
import type { ConditionTally } from '../../../model/breakpoints/condition-tally.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { CollectedValue } from '../../../model/collected-value.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { ExceptionFate, RelatedException } from '../../../model/stop-outcome.ts';
import type { CallState } from '../../followed-call.ts';
import type { LogPart, LogSyntax } from '../../log-message.ts';
import type { SessionOffer } from './adapter-link.ts';
import type { HangQuestions } from './hang-questions.ts';
import type { PatchQuestions } from './patch-questions.ts';
import type { RestartQuestions } from './restart-questions.ts';
import type { TracingQuestions } from './tracing-questions.ts';
import type { DebuggeeSummariser } from './value-questions.ts';
import type { WriteQuestions } from './write-questions.ts';

/**
 * The deviations of an adapter or its language, by subject. Anything left out follows the specification; only the meaning of
 * exception filters has no default there.
 */
export interface AdapterQuirks {
  readonly start?: StartQuirks;
  readonly breakpoints?: BreakpointQuirks;
  readonly functions?: FunctionBreakpointQuirks;
  readonly exceptions: ExceptionQuirks;
  readonly expressions?: ExpressionQuirks;
  readonly threads?: ThreadQuirks;
  readonly output?: OutputQuirks;
  readonly end?: EndQuirks;
}

interface StartQuirks {
  /** Requests of the adapter's own, to be sent with the configuration: settings that DAP has no request for. */
  prepare?(connection: DapConnection): readonly Promise<unknown>[];
  /**
   * The name of a process of which the adapter only says that it runs a text: an evaluation without a frame, asked again at its
   * stops.
   */
  readonly naming?: {
    readonly isNameless: (reported: string) => boolean;
    readonly expression: string;
    /** Undefined if the process has no better name (yet). */
    readonly read: (result: string) => string | undefined;
  };
}

/** The condition that decides whether a pass of a breakpoint is a hit. */
export interface CountedCondition extends WantedBreakpoint {
  /**
   * Set for a breakpoint at functions, of which each has a number of hits of its own. `condition`: true in the function that is
   * meant; left out, in all.
   */
  readonly functions?: { readonly condition?: string | undefined };
}

/** The adapter's words about line breakpoints, and the words it leaves out. */
export interface BreakpointQuirks {
  /**
   * For adapters that call a breakpoint verified when they have only read its file: an evaluation without a frame that has the
   * debuggee report when it loads the file, and says whether it has. Until then such a breakpoint is shown as pending.
   */
  readonly loading?: {
    /** `first`: the arguments that the session began with. */
    readonly watch: (path: string, first: SessionOffer['arguments']) => string;
    readonly isLoaded: (result: string) => boolean;
  };
  /**
   * Makes breakpoints in files possible that the adapter leaves out, as it does with libraries; they are sent again then.
   *
   * @param first The arguments that the session began with.
   * @param paths All files that were asked for so in this session.
   */
  admitSources?(
    connection: DapConnection,
    first: SessionOffer['arguments'],
    paths: readonly string[],
    options: CallOptions | undefined,
  ): Promise<void>;
  /**
   * The reason why a breakpoint that was refused with this message can never be hit; undefined if it still may be. Adapters say
   * both in free text, and a breakpoint that waits for nothing must not be shown as pending.
   */
  permanentRejection?(message: string): string | undefined;
  /** Programs of the language run code from archives, whose files have paths below the archive's own (`tool.pyz/shop/cart.py`). */
  readonly hasArchives?: true;
  /**
   * Reads the places of breakpoints from a file's text, once for all breakpoints that are set together. Undefined if the file
   * cannot be read, and the adapter's word counts.
   *
   * @param first The arguments that the session began with.
   */
  placesIn?(path: string, first: SessionOffer['arguments']): BreakpointPlaces | undefined;
  /** Conditions that report what they came to, as output under the mark `count`; left out, that stays unknown. */
  readonly counting?: {
    /** The condition to send in place of both of a breakpoint's; of several that the adapter has as one, each counts. At least one. */
    readonly condition: (counted: readonly CountedCondition[]) => string;
    readonly read: (text: string) => ConditionTally | undefined;
  };
}

/** The places of breakpoints, from the text of a file. Lines are 1-based. */
export interface BreakpointPlaces {
  /**
   * The places of a breakpoint for a line, in the order to try, for adapters that move a breakpoint to any line above that has
   * code; at least one.
   */
  forLine(line: number): readonly LinePlace[];
  /**
   * A warning when one was moved to where it may not mean the same, which adapters do without a word, or stands where it means
   * something else than is likely wanted. The lines are the same when it was not moved.
   */
  warning(wantedLine: number, line: number): string | undefined;
}

/** A line to ask for, 1-based, and the line where its statement begins: an adapter may answer with what lies between them. */
export interface LinePlace {
  readonly line: number;
  readonly fromLine: number;
}

interface FunctionBreakpointQuirks {
  /** The request for the functions of that name, if the adapter knows functions by a part of the name only. */
  target?(name: string): FunctionTarget;
  /** The language's words between conditions, which are joined where the adapter has one for several functions; left out, C's. */
  readonly logicalWords?: { readonly and: string; readonly or: string };
  /**
   * True if the adapter stops at the function's definition, before its first statement: a step further, there is something to
   * see.
   */
  readonly stopsAtHead?: boolean;
}

/** The request for a breakpoint at a function. */
interface FunctionTarget {
  readonly name: string;
  /** True only in the function that is meant. */
  readonly condition?: string;
}

/** A function in which a stop is one at an exception. */
export interface RaisingFunction {
  readonly function: string;
  /** The exception's name. */
  readonly name: string;
}

/** The adapter's name and message of an exception. */
interface ExceptionWords {
  readonly name: string;
  readonly message: string;
}

/** Exceptions, and stops at them. */
interface ExceptionQuirks {
  /** The adapter's names for what a mode means; those that it does not offer are left out. */
  filters(mode: ExceptionBreakMode): readonly string[];
  /** Functions that are called where something fails, for failures that the adapter has no filter for; left out, there are none. */
  raisedIn?(mode: ExceptionBreakMode): readonly RaisingFunction[];
  /** The name of an exception's type, where the adapter puts more than that under it. */
  typeName?(given: string): string;
  /** The name and the message of an exception, if the adapter has them in other places, or in quotes. */
  described?(given: ExceptionWords): ExceptionWords;
  /**
   * True if the adapter stops at a raised exception again in each caller that the exception leaves, which would show one stop
   * several times.
   */
  readonly stopsWhileUnwinding?: boolean;
  /** Asks what the exception came from that a thread stopped at, by an evaluation without a frame; left out, that is not known. */
  readonly related?: {
    readonly expression: (dapThreadId: DapThreadId) => string;
    /** Given the result, or what was said in its place when there is none. */
    readonly decode: (answer: string) => readonly RelatedException[];
  };
  /**
   * Asks for the fate of the exception that a thread stopped at where it was thrown, likewise, or where it was uncaught for the code that has
   * run since; left out, the first is taken for caught.
   */
  readonly fate?: {
    readonly expression: (dapThreadId: DapThreadId, isUncaught: boolean) => string;
    /** Undefined where the answer does not say it. */
    readonly decode: (answer: string) => ExceptionFate | undefined;
  };
  /**
   * True if a stop is at an uncaught exception, where the adapter does not say so; undefined where that depends on what stops
   * at all. @param name What the exception is called.
   */
  uncaught?(name: string, message: string): boolean | undefined;
  /** True if an uncaught exception is a way to end the program, at which no stop is wanted. */
  endsProgram?(typeName: string): boolean;
}

/** Expressions of the language, and their values. */
export interface ExpressionQuirks {
  /**
   * Parse errors of expressions, in their order; undefined for those that parse in one of the forms that each is given in. Needs no debuggee.
   * Adapters accept anything in a breakpoint, and what does not parse would never stop.
   */
  errors?(expressions: readonly (readonly string[])[], options: CallOptions): Promise<readonly (string | undefined)[]>;
  /** An expression that parses only where a name, or a path, can be assigned to; left out, the name itself. */
  assignable?(name: string): string;
  /** The statement that assigns an expression's value to a variable or a path; left out, DAP's own request is sent. */
  assignment?(name: string, expression: string): string;
  /**
   * In which of DAP's contexts expressions are evaluated; left out, `watch`: in others, adapters take the first word for a command, or
   * describe a value over many lines.
   */
  readonly context?: 'repl' | 'watch' | undefined;
  /** The text of a value, where the adapter repeats its type in it. */
  valueText?(text: string, type: string): string;
  /** True if a variable is none of the program's own: the debugger's, or a place that holds nothing yet. */
  isHidden?(name: string): boolean;
  /** Describes values inside the debuggee, bounded and in one round trip; without one, DAP's own variables are read. */
  readonly summariser?: DebuggeeSummariser;
  /** Watches the writes of places inside the debuggee; without it, there are no such watches. */
  readonly writes?: WriteQuestions;
}

/** Threads and their frames. */
export interface ThreadQuirks {
  /** The name of a frame's function, where the adapter puts remarks into it. */
  frameName?(given: string): string;
  /** The name of a thread, where the adapter puts into it where the thread is. */
  threadName?(given: string): string;
  /**
   * True if code of a file is the program's own, and not a library's; left out, what the adapter does not play down is.
   *
   * @param path As the adapter gives it: it may be relative to where a library was built.
   */
  isOwn?(path: string, frame: Dap.StackFrame): boolean;
  /** Asks where a running thread is, by an evaluation without a frame, where stackTrace is slow for such a thread. */
  readonly whereabouts?: {
    readonly expression: (dapThreadId: DapThreadId) => string;
    /** Given the result, or what was said in its place when there is none. */
    readonly decode: (answer: string) => SourceLocation | undefined;
  };
  /**
   * Has threads stand where they have stopped while another one makes its next step, by an evaluation without a frame; left out, the
   * step lets them go on, and what they have stopped for is shown first.
   */
  readonly keepStopped?: (dapThreadIds: readonly DapThreadId[]) => string;
  /** Has the debuggee say how calls end; without it, that shows only at what stops next. */
  readonly follow?: FollowQuestions;
  /** Says what threads do, for a program that may be stuck; without it, such a program cannot be explained. */
  readonly hang?: HangQuestions;
  /** Records what a program does without stopping it; without it, only what breakpoints and steps show is known. */
  readonly tracing?: TracingQuestions;
  /** Gives functions new texts while the program runs; without it, they run as they were loaded. */
  readonly patches?: PatchQuestions;
  /** The reason why no call can be made to return another value, as a part of a sentence. */
  readonly noForcedReturn?: string;
  /** Says where a call begins; without it, only adapters that restart frames by themselves do. */
  readonly restarts?: RestartQuestions;
}

/** Asks the debuggee to report the ends of calls, which we number. A report comes as output under the mark `ended`. */
export interface FollowQuestions {
  /** Evaluated in the frame of the call. */
  begin(number: number): string;
  /** Evaluated without a frame, also while the program runs. Its answer says how the call stands; undefined where the end has been told. */
  leave(number: number): string;
  /** Given the result, or what was said in its place when there is none. */
  readState(answer: string): CallState | undefined;
  readEnd(text: string): CallState | undefined;
}

/** The kinds of output: the program's, the adapter's own, and that of breakpoints that do not stop. */
interface OutputQuirks {
  /**
   * The category of what an output event carries, or undefined to drop it. For adapters that report under one name what the
   * program wrote and what they say themselves. The text tells what its category does not: an adapter's own chatter.
   */
  category?(category: string, program: 'captured' | 'reported', text: string): OutputChunk['category'] | undefined;
  /** The log message to send for one of ours; left out, it is sent as it is, as DAP has the same braces. */
  logMessage?(parts: readonly LogPart[]): string;
  readonly logSyntax?: LogSyntax;
  /** The second form of what stands in braces: an expression with a format, as the language itself takes it there. */
  formatted?(text: string): string;
  /** Values that a breakpoint records without stopping; left out, the adapter cannot. */
  readonly collecting?: {
    /** The log message that puts out the values of expressions. */
    readonly message: (expressions: readonly string[]) => string;
    /** Reads what such a message put out. */
    readonly read: (
      text: string,
    ) => { readonly dapThreadId: DapThreadId; readonly values: readonly CollectedValue[] } | undefined;
  };
}

interface EndQuirks {
  /**
   * The debuggee says before its end, as output under the mark `complete`, that it has said all of its breakpoints that do not stop at
   * each pass. One that ends without that word may have passed them more often.
   */
  readonly saysComplete?: boolean;
  /** The signal that ended it, where the adapter puts it into the exit code that it reports; undefined for other codes. */
  signal?(exitCode: number): string | undefined;
}
