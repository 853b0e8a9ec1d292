import type { DebugAdapter, LaunchRequest } from '../../../src/adapter/debug-adapter.ts';

/** What a scenario needs of a language beyond the common ground. */
export type Feature =
  /** Callers that await what runs now are shown in the stack. */
  | 'async-stack'
  /** `readOnly` evaluation refuses side effects. */
  | 'read-only'
  /** A process can be attached to by its pid although it was started without a debugger. */
  | 'attach-pid'
  /** The runtime's own library is written in the language, so steps can land in it. */
  | 'visible-internals'
  /** Values that cannot be assigned to again (`const`). */
  | 'constants'
  /** Block scopes, shadowing and variables that are not initialised yet. */
  | 'block-scopes'
  /** What is known of JavaScript alone: npm, ES modules, inspector ports. */
  | 'javascript';

/** A language as the scenarios see it: how its debuggees are found and started. */
export interface LanguageHost {
  /** The adapter's id: `node`. */
  readonly id: string;
  readonly features: ReadonlySet<Feature>;
  /** The interpreter that runs the debuggees, also where no debugger is involved. */
  readonly interpreter: string;
  /** @param traceWire Takes each message of the wire. */
  createAdapter(traceWire?: (line: string) => void): DebugAdapter;
  /** The absolute path of a debuggee below tests/programs/scenarios, by its name (`cart`). */
  program(name: string): string;
  /** What the language writes for a text value. */
  quoted(text: string): string;
  launchRequest(program: string, args: readonly string[]): LaunchRequest;
}
