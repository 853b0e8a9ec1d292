import type { DapConnection } from '../../../dap/dap-connection.ts';
import type { ExceptionBreakMode } from '../../../model/breakpoint.ts';
import type { CallOptions } from '../../../model/call-options.ts';
import type { CollectedValue } from '../../../model/collected-value.ts';
import type { OutputChunk } from '../../../model/output-chunk.ts';
import type { SourceLocation } from '../../../model/source-location.ts';
import type { DebuggeeProcess } from '../../../process/debuggee-process.ts';
import type { Transport } from '../../../wire/transport.ts';
import type { AttachRequest, LaunchRequest } from '../../debug-adapter.ts';
import type { LogPart } from '../../log-message.ts';
import type { HangQuestions } from './hang-questions.ts';
import type { Summariser } from './value-questions.ts';

/** One DAP session that waits to be opened: the debuggee's own, or that of a process which it started. */
export interface SessionOffer {
  readonly transport: Transport<string>;
  /** The request that begins it, with the adapter's own arguments. */
  readonly command: 'launch' | 'attach';
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A process that was started for a debuggee: the program itself, or a debug adapter that starts the program. */
interface StartedProcess {
  readonly kind: 'debuggee' | 'adapter';
  readonly process: DebuggeeProcess;
}

/** The way to a debuggee. Owned by the DapDebugAdapter, which closes it. */
export interface AdapterLink {
  /** Undefined where nothing was started: somebody else runs the program. */
  readonly started: StartedProcess | undefined;
  /** What the launched program is called in messages. */
  readonly label: string;
  /** Sets the one listener for sessions: the debuggee's first, then those of processes that it starts. */
  onSession(listener: (offer: SessionOffer) => void): void;
  /**
   * A further session that the adapter asked for.
   *
   * @see DAP startDebugging
   */
  childSession?(
    command: 'launch' | 'attach',
    configuration: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<SessionOffer>;
  /**
   * What an adapter wrote on stderr lately, for errors. Given where its standard output carries the protocol, so that nobody else
   * may read it; otherwise left out.
   */
  stderrTail?(): string;
  /** Takes no further sessions. */
  close(): void;
}

/** How a breakpoint at a function is asked for. */
interface FunctionTarget {
  readonly name: string;
  /** True only in the function that is meant, where the adapter knows functions by a part of their name. */
  readonly condition?: string;
}

/** Where an adapter or its language goes its own way. Each has a default in the generic part: what the specification says. */
export interface AdapterQuirks {
  /** The adapter's names for what a mode means; those that it does not offer are left out. */
  exceptionFilters(mode: ExceptionBreakMode): readonly string[];
  /**
   * The category of what an output event carries, or undefined to drop it. For adapters that report under one name what the
   * program wrote and what they say themselves.
   */
  outputCategory?(category: string, program: 'captured' | 'reported'): OutputChunk['category'] | undefined;
  /** Parse errors of expressions, in their order; undefined for those that parse. Needs no debuggee. */
  expressionErrors?(expressions: readonly string[], options: CallOptions): Promise<readonly (string | undefined)[]>;
  /** The statement that assigns an expression's value to a variable or a path; left out, DAP's own request is sent. */
  assignment?(name: string, expression: string): string;
  /** The log message to send for one of ours; left out, it is sent as it is, as DAP has the same braces. */
  logMessage?(parts: readonly LogPart[]): string;
  /** The log message that puts out the values of expressions, to be read by `collected`. */
  collectMessage?(expressions: readonly string[]): string;
  /** Reads what such a message put out. */
  collected?(text: string): { readonly dapThreadId: number; readonly values: readonly CollectedValue[] } | undefined;
  /**
   * For adapters that call a breakpoint verified before its file is loaded: an evaluation without a frame that has the debuggee
   * tell when it loads a file, and says whether it has.
   */
  readonly loading?: {
    /** `first`: the arguments that the session began with. */
    readonly watch: (path: string, first: SessionOffer['arguments']) => string;
    readonly isLoaded: (result: string) => boolean;
  };
  /** Asks where a running thread is, by an evaluation without a frame, where stackTrace is slow for such a thread. */
  readonly whereabouts?: {
    readonly expression: (dapThreadId: number) => string;
    /** Given the result, or what was said in its place when there is none. */
    readonly decode: (answer: string) => SourceLocation | undefined;
  };
  /** Its function breakpoints stop where the function is defined, before its first statement. */
  readonly stopsAtFunctionHead?: boolean;
  /** It stops at a raised exception again in each caller that the exception leaves. */
  readonly stopsWhileUnwinding?: boolean;
  /** The name of a frame's function, where the adapter puts remarks into it. */
  frameName?(given: string): string;
  /** The name of an exception's type, where the adapter puts more than that under it. */
  exceptionName?(given: string): string;
  /** Whether an uncaught exception is a way to end the program, which nobody wants to be stopped at. */
  endsProgram?(exceptionName: string): boolean;
  /** The signal that ended the program, where the adapter puts it into the exit code that it reports; undefined for other codes. */
  reportedSignal?(exitCode: number): string | undefined;
  /** Why a breakpoint that was refused with this message can never be hit; undefined when it may be yet. */
  permanentRejection?(message: string): string | undefined;
  /**
   * Makes breakpoints in files possible that the adapter has left out; they are sent again then.
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
  /** Requests of the adapter's own, to be sent with the configuration. */
  prepare?(connection: DapConnection): readonly Promise<unknown>[];
  /** The language's words between conditions; left out, those of C and most of its kin. */
  readonly logicalWords?: { readonly and: string; readonly or: string };
  /** How to ask for the functions of that name. */
  functionTarget?(name: string): FunctionTarget;
  /** A warning when a breakpoint was moved to where it may not mean the same. Lines are 1-based. */
  moveWarning?(path: string, fromLine: number, toLine: number): string | undefined;
  /** Says what threads do, for a program that may be stuck. */
  readonly hang?: HangQuestions;
  /** Describes values inside the debuggee; without one, DAP's own variables are read. */
  readonly summariser?: Summariser;
}

/**
 * How a language is debugged over DAP: how its adapter is reached, and where it goes its own way. All other code of this
 * folder is the same for every language.
 */
export interface AdapterRecipe {
  readonly quirks: AdapterQuirks;
  /**
   * Starts a program, or an adapter that will start it.
   *
   * @throws DebugError `launch_failed`, `source_not_found`, `unsupported`
   */
  launch(request: LaunchRequest, options: CallOptions): Promise<AdapterLink>;
  /** @throws DebugError `attach_refused`, `unsupported` */
  attach(request: AttachRequest, options: CallOptions): Promise<AdapterLink>;
}
