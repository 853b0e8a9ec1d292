import { resolve } from 'node:path';
import * as z from 'zod/v4';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { shellLineOf } from '../../adapter/shell-line.ts';
import { arrayOf, optional, text, textRecord } from '../schema.ts';

/** The arguments that say what to run; shared by every tool that starts a program. */
export const launchArguments = {
  program: text().describe('File to run, or any shell command: "npm test"'),
  language: optional(text()).describe("Default: from the program's name"),
  args: optional(arrayOf(z.string())),
  cwd: optional(text()),
  env: optional(textRecord()),
  stdin: optional(text()),
  runtimeArgs: optional(arrayOf(z.string())),
  runtimeExecutable: optional(text()),
};

/** The same arguments as a request. Relative folders start from the server's. */
export function launchRequest(
  args: z.output<z.ZodObject<typeof launchArguments>>,
  serverCwd: string,
  stopOnEntry: boolean,
): LaunchRequest {
  return {
    program: args.program,
    args: args.args ?? [],
    cwd: resolve(serverCwd, args.cwd ?? '.'),
    env: args.env ?? {},
    stdin: args.stdin,
    runtimeArgs: args.runtimeArgs,
    runtimeExecutable: args.runtimeExecutable,
    stopOnEntry,
  };
}

/** Says of a program with the syntax of a shell what runs it; empty for others. */
export function shellNote(launch: LaunchRequest): string[] {
  return shellLineOf(launch) ? ['Run through sh -c.'] : [];
}
