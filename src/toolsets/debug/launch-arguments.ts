import { resolve } from 'node:path';
import * as z from 'zod/v4';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { arrayOf, textRecord } from '../schema.ts';

/** The arguments that say what to run; shared by every tool that starts a program. */
export const launchArguments = {
  program: z.string().describe('File to run, or any command: "npm test"'),
  language: z.string().optional().describe('node (default)'),
  args: arrayOf(z.string()).optional().describe("The program's arguments"),
  cwd: z.string().optional(),
  env: textRecord().optional(),
  runtimeArgs: arrayOf(z.string()).optional().describe('Flags for node'),
  runtimeExecutable: z.string().optional().describe('Another node binary'),
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
    runtimeArgs: args.runtimeArgs,
    runtimeExecutable: args.runtimeExecutable,
    stopOnEntry,
  };
}
