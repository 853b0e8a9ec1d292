/** The processes of a debuggee, for looking at them from outside of its debugger. */
export interface DebuggeeProcesses {
  /** The process that was started or attached to; it need not be alive any more. */
  readonly root: number;
  /**
   * `launched`: the root, and all that descends from it. `launchedByDebugger`: the root is the language's debugger, and only what it has
   * started is the program. `attached`: the root is in a group that is not ours.
   */
  readonly kind: 'launched' | 'launchedByDebugger' | 'attached';
  /** The addresses at which the program listens for its debuggers, not for its clients. */
  readonly debuggerPorts: readonly number[];
}
