import { delimiter, dirname } from 'node:path';
import type { LaunchRequest } from '../../../src/adapter/debug-adapter.ts';
import type { NodeVersion } from '../node-versions.ts';
import type { ProgramLines } from './program.ts';

/** A way in which TypeScript (or the plain JavaScript made from it) comes to run. */
export interface RunMode {
  readonly name: string;
  /** The Node.js versions on which the mode exists, of those that it is tested on. */
  readonly nodeMajors: readonly number[];
  /**
   * Lays the program into an empty folder, built and ready to run.
   *
   * @param folder Absolute, symbolic links resolved.
   */
  readonly prepare: (folder: string) => Promise<PreparedProgram>;
}

/** A program that is ready to run, and what is known of it. Lives until its folder is removed. */
export interface PreparedProgram {
  /** The command to run; `cwd` is the folder of the program. */
  readonly launch: {
    readonly program: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly runtimeArgs?: readonly string[];
    readonly cwd: string;
  };
  /** The file for breakpoints of `util`: absolute path of the source, as a person would write it. */
  readonly source: string;
  /** The same for `main`. */
  readonly main: string;
  readonly lines: ProgramLines;
  readonly expectations: {
    /** `minified`: the generated code has other names, and statements of several lines joined into one. */
    readonly code: 'as written' | 'minified';
    /** False where the sources were deleted and only the map carries their text. */
    readonly sourcesExist: boolean;
  };
}

/** The launch on a version of Node.js. Commands find that version by PATH, scripts by name. */
export function launchRequestOf({ launch }: PreparedProgram, node: NodeVersion): LaunchRequest {
  return {
    program: launch.program,
    args: launch.args ?? [],
    cwd: launch.cwd,
    env: { ...launch.env, PATH: `${dirname(node.path)}${delimiter}${process.env.PATH ?? ''}` },
    runtimeExecutable: node.path,
    runtimeArgs: launch.runtimeArgs ?? [],
    stopOnEntry: false,
  };
}
