import type { AttachRequest, DebugAdapter, LaunchRequest } from '../../../src/adapter/debug-adapter.ts';

/** Needs of a scenario beyond the common ground of languages and debuggers. */
export type Feature =
  /** Functions that await. */
  | 'async'
  /** Callers that await what runs now, and are no frames any more, are shown in the stack. */
  | 'async-stack'
  /** `readOnly` evaluation refuses side effects. */
  | 'read-only'
  /** A process can be attached to by its pid although it was started without a debugger. */
  | 'attach-pid'
  /** A process can be attached to by the address of its debugger. */
  | 'attach-url'
  /** Processes of the language that some other command starts are debugged. */
  | 'command-trees'
  /** The runtime's own library is written in the language, so steps can land in it. */
  | 'visible-internals'
  /** Values that cannot be assigned to again (`const`). */
  | 'constants'
  /** Block scopes, shadowing and variables that are not initialised yet. */
  | 'block-scopes'
  /** The variables that a function closes over are a scope of their own. */
  | 'closure-scopes'
  /** Variables of the whole program, beside those of a module. */
  | 'global-scope'
  /** Getters are listed among the children of an object, without running them. */
  | 'listed-getters'
  /** An anonymous function is named by the variable it is assigned to. */
  | 'named-lambdas'
  /** Functions are compiled when they are first used, and cannot be stopped in before. */
  | 'lazy-compilation'
  /** Code that awaits outside of functions. */
  | 'top-level-await'
  /** Anything can be thrown, also a text. */
  | 'thrown-values'
  /** A program can close the debugger that it is debugged with. */
  | 'closes-debugger'
  /** Features of JavaScript alone: ES modules, `this`, statements with a value. */
  | 'javascript';

/** Evidence that a language is without something: a place where it can be read, or a tool that a machine is without. */
export type Evidence =
  | {
      readonly kind: 'document';
      readonly document:
        | 'The Python Language Reference'
        | 'The Python Standard Library'
        | 'Debug Adapter Protocol Specification'
        | 'debugpy Command Line Reference'
        | 'debugpy Debug Configuration Settings'
        | 'ECMAScript Language Specification';
      readonly section: string;
    }
  /** One that its installer below scripts/install could not get. */
  | { readonly kind: 'tool'; readonly tool: string };

/** The reason why a language is without a feature. */
export interface Lack {
  /** The rest of a sentence, without a full stop. */
  readonly reason: string;
  readonly evidence: Evidence;
}

/** A program that is started outside of any session, with its debugger open. */
export interface OpenProgram {
  /** Arguments for the interpreter. */
  readonly args: readonly string[];
  /**
   * The target to attach to, once it can be attached to. `says` waits until the program wrote something; it gives the pattern's
   * group.
   */
  target(says: (pattern: RegExp) => Promise<string>): Promise<AttachRequest>;
}

/** A language as the scenarios see it: how its debuggees are found and started, and how it writes some things. */
export interface LanguageHost {
  /** The language's id: `node`. */
  readonly id: string;
  /**
   * Features that the language does not have, each with reason and evidence, which the matrix prints. Scenarios that need them
   * are left out.
   */
  readonly lacks: Readonly<Partial<Record<Feature, Lack>>>;
  /** The interpreter that runs the debuggees, also where no debugger is involved. */
  readonly interpreter: string;
  /** The interpreter as a user names it on a command line; the PATH of `launchRequest` leads to `interpreter`. */
  readonly command: string;
  /** @param traceWire Takes each message of the wire. */
  createAdapter(traceWire?: (line: string) => void): DebugAdapter;
  /** The absolute path of a debuggee below tests/programs/scenarios, by its name (`cart`). */
  program(name: string): string;
  /** The language's text of a string value. */
  quoted(text: string): string;
  /** An expression that never ends by itself. */
  readonly neverEnding: string;
  /** Other expressions and statements whose value is, or holds, the variable. */
  moreWaysToSay(variable: string): readonly string[];
  launchRequest(program: string, args: readonly string[]): LaunchRequest;
  /** Arguments for the interpreter that run a program without a debugger, such that it can be attached to by its pid. */
  plain(program: string, args: readonly string[]): readonly string[];
  /** @param waits It runs no line before a debugger is there. */
  open(program: string, args: readonly string[], waits: boolean): Promise<OpenProgram>;
}
