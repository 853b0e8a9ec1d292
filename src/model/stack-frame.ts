import type { SourceLocation } from './source-location.ts';

/**
 * One frame of a stopped thread, innermost first.
 *
 * @see DAP StackFrame
 */
export interface StackFrame {
  /** Valid until the thread resumes. */
  readonly id: number;
  /** The function's name; `(anonymous)` where it has none. */
  readonly name: string;
  readonly location: SourceLocation;
  /**
   * `normal`: the program's own code. `internal`: the runtime or a dependency. `async`: a caller whose frame is gone, known
   * only from the async stack; nothing can be evaluated in it.
   */
  readonly presentation: 'normal' | 'internal' | 'async';
}

/** The name of the frame of a module's top level. */
export const MODULE_FRAME = '(module)';
/** The name of the only frame of a thread that was stopped while it waited in its event loop: no function of the program runs. */
export const IDLE_FRAME = '(idle)';

/**
 * A thread of the debuggee: a Node process or worker of the launched tree, or a thread of another language.
 *
 * @see DAP Thread
 */
export interface Thread {
  readonly id: number;
  readonly name: string;
  /** The operating system's process id, where the thread has a process of its own. */
  readonly pid?: number;
  /** `ws://127.0.0.1:…`, where the thread's own debugger listens; processes of Node only. */
  readonly inspectorUrl?: string;
  /** The language that the thread runs, if it is not the session's: `python`. */
  readonly language?: string;
  /** The process of the thread, if the thread is not the process's only one, or has another name. */
  readonly process?: { readonly pid: number; readonly name: string };
}
