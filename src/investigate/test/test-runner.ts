import type { LaunchRequest } from '../../adapter/debug-adapter.ts';

/** A test runner: all that differs between one and another. Adding a runner is adding a row to the table. */
export interface TestRunner {
  /** `jest`. Every record that it writes carries it. */
  readonly id: string;
  /** Words of a command by which a person calls it, to recognise it where it is not installed. */
  readonly commands: readonly string[];
  /** The exact command that installs it; undefined where it is part of its language. */
  readonly install?: string;
  /**
   * What to add to the environment of the command, so that the runner writes down its results beside what it shows. It must
   * leave alone what is no run of this runner: all runners get theirs, as nobody knows yet which one the command will run.
   *
   * @param env What the others have made of the environment; `results` is the file to write to.
   */
  environment(
    launch: LaunchRequest,
    env: Readonly<Record<string, string | undefined>>,
    results: string,
  ): Readonly<Record<string, string>>;
}
