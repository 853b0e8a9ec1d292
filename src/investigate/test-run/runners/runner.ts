import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A test runner: all that differs between one and another. Adding a runner is adding a row to the table, and a file that writes
 * down, inside the runner, what becomes of each test (`runner-records.ts` has the form).
 *
 * All runners get what they need for each command, as nobody knows before which of them it will run.
 */
export interface TestRunner {
  /** `jest`. Every record that it writes carries it. */
  readonly id: string;
  /** Words by which a command calls it, to know it where it is not installed. */
  readonly commands: readonly string[];
  /** The exact command that installs it; undefined where it is part of its language. */
  readonly install?: string;
  /**
   * It writes down by itself where a failure happened, with the variables: a run of it needs no debugger. Debugged or not, what its
   * tests throw is not stopped at, as tests throw much that they expect.
   */
  readonly seesFailures?: true;
  /** For a runner in a process of Node.js that is known by its script. */
  readonly hook?: {
    /** Ends of the real path of the script. */
    readonly scripts: readonly string[];
    /** File in the folder `in-debuggee` that is loaded into the process before the script. */
    readonly file: string;
  };
  /**
   * What to add to the command's environment, for a runner that loads reporters or plugins by itself.
   *
   * @param env The environment so far.
   */
  environment?(launch: LaunchRequest, env: Environment): Readonly<Record<string, string>>;
}
