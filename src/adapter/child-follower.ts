import type { CallOptions } from '../model/call-options.ts';
import type { DebugAdapter } from './debug-adapter.ts';

/** The start of a program whose processes of another language are to be followed. */
export interface FollowRequest {
  /** Absolute. */
  readonly cwd: string;
  /** The program's own environment, whole. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Goes through what a program writes, and takes out what is not its own. One per stream. */
export interface OutputFilter {
  /**
   * Takes a chunk of the program's output. @returns the part of everything received so far that the program itself wrote and that
   * was not returned before
   */
  push(chunk: string): string;
  /** Returns the text still held back at the end of the stream. */
  flush(): string;
}

/**
 * The processes of one language below a program that another adapter starts: they report themselves, each is debugged as a
 * thread (or several) of `adapter`, and none of them ends or loses the session.
 *
 * Order: construct, subscribe to `adapter.events`, set breakpoints, `follow`, start the program with the answered environment. `launch`
 * and `attach` of `adapter` are never called; `terminate` or `disconnect` ends what `follow` began, and what follows in between.
 */
export interface ChildFollower {
  /** Has no threads until the first process was adopted. Never emits `exited` or `lost`. */
  readonly adapter: DebugAdapter;
  /** For the program's stderr, where the language's debugger writes there, too. */
  readonly noise?: OutputFilter;
  /**
   * Begins to wait for processes. @returns Variables of the environment, each whole (`PYTHONPATH` with the program's own folders in
   * it), with which every process of the language below the program reports itself.
   *
   * @throws DebugError `launch_failed` where this language cannot be followed here; the program runs without it then
   */
  follow(request: FollowRequest, options: CallOptions): Promise<Readonly<Record<string, string>>>;
}
