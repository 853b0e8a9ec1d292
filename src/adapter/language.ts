import type { SourceBreakpoint } from '../model/breakpoints/breakpoint.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { LanguageHealth } from '../model/language-health.ts';
import type { SourceLocation } from '../model/source-location.ts';
import type { ChildFollower } from './child-follower.ts';
import type { DebugAdapter, LaunchRequest } from './debug-adapter.ts';
import type { PlainProgram } from './plain-program.ts';

/** The part of a launch that decides in which language the program is written. */
export type ProgramPlace = Pick<LaunchRequest, 'program' | 'cwd' | 'env'>;

/** The folder and the environment in which a program would start. */
export interface DoctorSurroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Python only: the interpreter to look at, or a folder whose programs are meant; left out, those of `cwd`. */
  readonly python?: string | undefined;
}

/** Options of every adapter, whatever its language. */
export interface AdapterOptions {
  /** Takes each protocol message as a line of JSON. */
  readonly traceWire?: ((line: string) => void) | undefined;
}

/** Makes the adapters of one language. */
export interface AdapterFactory {
  /** A new adapter for each debuggee. */
  createAdapter(): DebugAdapter;
  /** The least time of a start, whatever its limit, if a program is built first; left out, the caller's limit holds. */
  readonly leastStartMs?: number;
  /** A new follower for each program of another language; left out where processes cannot be found below one. */
  createFollower?(): ChildFollower;
  /**
   * The reason why a breakpoint can never be hit; undefined if nothing speaks against it. Needs no adapter and no debuggee.
   *
   * @param path Absolute.
   * @throws DebugError `invalid_argument` for a condition or message that cannot be understood
   */
  breakpointProblem(path: string, wanted: SourceBreakpoint, options?: CallOptions): Promise<string | undefined>;
}

/** A launch before the first one: what it runs of this server is loaded and compiled then, and a user's launch need not wait for that. */
export interface Rehearsal {
  /** The file that runs and is stopped in: one of ours; absolute. */
  readonly program: string;
  /** The line, 1-based. */
  readonly line: number;
  /** As in {@link LaunchRequest}. */
  readonly runtimeExecutable: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * One language that can be debugged: how it is recognised, how its adapters are made, and whether it can be debugged here.
 * The table of all languages is read at the first call, so what few sessions need is imported in `load`, `check` and `fix`.
 */
export interface Language {
  /** The name that answers use: `python`. */
  readonly id: string;
  /** Every further name under which it may be asked for, in lower case. */
  readonly names: readonly string[];
  /** The languages that this adapter debugs as people call them, for sentences: `Node.js`, `TypeScript`. */
  readonly titles: readonly string[];
  /** True if a program, or a command, runs code of it: `app.py`, `pytest`, `python -m app`. */
  claims(place: ProgramPlace): boolean;
  /** True if a source file is written in it, by its name; where no language claims one, it belongs to the program that was started. */
  isSource?(path: string): boolean;
  /**
   * True if this language's debugger finds only those processes below a program that are started by others of the language: its
   * follower finds the rest.
   */
  readonly hasFollowerBelowItself?: boolean;
  /** True if a program that runs already is one of it, by the name of the file that its process runs: `python3.12`. */
  isInterpreter?(name: string): boolean;
  /** True if a program is one of it, by the file that its process runs: what is compiled has any name. @param path Absolute. */
  isExecutable?(path: string): boolean;
  /** The command that starts a program so that it can be attached to at an address: `node --inspect=127.0.0.1:9229 app.js`. */
  listenCommand?(address: string): string;
  /** Loads the debugger of the language. */
  load(options: AdapterOptions): Promise<AdapterFactory>;
  /** Loads the rehearsal of a launch; left out where few programs are of this language. */
  loadRehearsal?(): Promise<Rehearsal>;
  /**
   * Starts a program as {@link load}'s adapters start it, but without a debugger; left out where that is not needed.
   *
   * @throws DebugError `launch_failed`, `source_not_found`, `invalid_argument`
   */
  startPlainly?(request: LaunchRequest): Promise<PlainProgram>;
  /**
   * Variables of the environment with which all processes of the language below a program load its tracer, and record what the
   * {@link TraceRequest} asks that MCP_DEBUGGER_TRACE names; left out where there is no tracer.
   *
   * @param env The program's own, whole.
   */
  traceEnvironment?(env: Readonly<Record<string, string | undefined>>): Promise<Readonly<Record<string, string>>>;
  /** Variables of the environment with which hooks inside of test runners can describe values of this language. */
  describingEnvironment?(): Promise<Readonly<Record<string, string>>>;
  /** Variables of the environment with which such hooks listen for {@link placeOf}. @param file Absolute; theirs alone. */
  placeEnvironment?(file: string): Promise<Readonly<Record<string, string>>>;
  /**
   * The place of a process without a debugger in its own code; undefined if the process does not report its place. Callers may
   * ask only a process that is about to be ended.
   */
  placeOf?(pid: number, file: string, options: CallOptions): Promise<SourceLocation | undefined>;
  /** Finds out whether the language can be debugged. Changes nothing. */
  check(surroundings: DoctorSurroundings): Promise<LanguageHealth>;
  /**
   * Installs what is missing and can be installed without changing anything of the user's; left out where nothing can.
   *
   * @throws DebugError `launch_failed`
   */
  fix?(surroundings: DoctorSurroundings): Promise<void>;
}
