import type { LaunchRequest } from '../../../adapter/debug-adapter.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A test runner: all that differs between one and another. Adding a runner is adding a row to the table, and a file that writes
 * down, inside the runner, what becomes of each test (`runner-records.ts` has the form).
 *
 * All runners get what they need for each command, as it is not known before which of them it will run.
 */
export interface TestRunner {
  /** `jest`. Every record that it writes carries it. */
  readonly id: string;
  /** Words by which a command calls it, to know it where it is not installed. */
  readonly commands: readonly string[];
  /** The exact command that installs it; undefined where it is part of its language. */
  readonly install?: string;
  /** The meaning of exit codes that say more than that tests failed: a noun. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Id of the language of its tests; left out where no caller asks. */
  readonly language?: string;
  /**
   * True if the runner's hook writes down by itself where a failure happened, with the variables: a run of it needs no debugger.
   * Debugged or not, the errors of its tests stop nothing, as tests throw much that they expect.
   */
  readonly seesFailures?: true;
  /** For a runner in a process of Node.js that is known by its script. */
  readonly hook?: {
    /** Ends of the real path of the script. */
    readonly scripts: readonly string[];
    /**
     * Name of its package, for a runner that a program of the project may run by itself (`node test.js`): the file is loaded into each such
     * program that could import the package.
     */
    readonly library?: string;
    /** Ends of the paths of scripts of its worker processes, where the file is loaded to select tests. */
    readonly workers?: readonly string[];
    /** File in the folder `in-debuggee` that is loaded into the process before the script. */
    readonly file: string;
  };
  /**
   * True if the runner's record of a test is there before the next thing happens in that process: errors thrown in between belong
   * to the test. Other runners report their tests by messages or streams.
   */
  readonly recordsAtOnce?: true;
  /**
   * An expression that gives `[file, name]` of the test that is running, the names of its suites and its own joined by blanks;
   * undefined elsewhere. For a runner whose records come from another process, late. It is evaluated where the program is stopped.
   */
  readonly currentTest?: string;
  /**
   * The counter of the code that ran in each test. `tracer`: in a run with the tracer of the language, to which the process of
   * the tests reports their boundaries. `runner`: the runner's hook counts by itself. Left out, nothing counts.
   */
  readonly linesBy?: 'tracer' | 'runner';
  /** Its tests may make others while they run, which are not known before. */
  readonly makesTests?: true;
  /**
   * The variables to add to the command's environment, for a runner that loads reporters or plugins by itself.
   *
   * @param env The environment so far.
   */
  environment?(launch: LaunchRequest, env: Environment): Readonly<Record<string, string>>;
}
