import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { shellLineOf } from '../../adapter/commands/shell-line.ts';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import type { DebugEngine } from '../../engine/debug-engine.ts';
import { meantPath, meantProgram } from '../../engine/meant-path.ts';
import type { NamedStart } from '../../engine/projects/named-start.ts';
import { namedProgram } from '../../engine/projects/project-programs.ts';
import { DebugError } from '../../model/debug-error.ts';
import { displayPath } from '../../render/paths.ts';
import { oneLine } from '../../render/plain-text.ts';
import { arrayOf, optional, text, textRecord, unadvertised } from '../schema.ts';
import { programInput } from './input/stdin-argument.ts';

const MAX_NAMED_CHARS = 300;

/** The arguments that say what to run; shared by every tool that starts a program. */
export const launchArguments = {
  program: text().describe('File to run, or any shell command: "npm test"'),
  language: optional(text()).describe("Default: from the program's name"),
  args: optional(arrayOf(z.string())),
  cwd: optional(text()),
  env: optional(textRecord()),
  stdin: optional(text()).describe('Text, "@file" or "open"'),
  runtimeArgs: optional(arrayOf(z.string())),
  runtimeExecutable: optional(text()),
};

/** The same for the other tools. What they mean is said once, with the tool that stands first in the list. */
export const runArguments = {
  ...launchArguments,
  program: text(),
  // Hardly ever wanted: it shows in the program's name.
  language: unadvertised(launchArguments.language),
  stdin: optional(text()),
  // A command may hold both itself: "node --enable-source-maps app.js".
  runtimeArgs: unadvertised(launchArguments.runtimeArgs),
  runtimeExecutable: unadvertised(launchArguments.runtimeExecutable),
};

type LaunchArguments = z.output<z.ZodObject<typeof launchArguments>>;

/** Notes on requests that come from a configuration of the project. */
const namedNotes = new WeakMap<LaunchRequest, readonly string[]>();

/**
 * The arguments of a whole run as a request. Relative folders start from the server's.
 *
 * @throws DebugError `invalid_argument` for a configuration that starts nothing, and for an input that no call could write
 */
export function launchRequest(args: LaunchArguments, engine: DebugEngine): LaunchRequest {
  const start = startWanted(args, engine);
  if (start.kind === 'attach') {
    throw refused('program', `"${args.program}" attaches to a program; a run starts one.`, 'Attach to it first.');
  }
  if (start.launch.stdin?.kind === 'open') {
    throw refused(
      'stdin',
      'stdin "open" is for a session: no call can write to a run.',
      'Give its whole input as stdin.',
    );
  }
  const launch = { ...start.launch, stopOnEntry: false };
  namedNotes.set(launch, start.notes);
  return launch;
}

/**
 * The start that the arguments ask for: a file or command, or a name of the project (`launch.json: Server`).
 *
 * @throws DebugError `invalid_argument`
 */
export function startWanted(
  args: LaunchArguments & { readonly tty?: boolean | undefined },
  engine: DebugEngine,
): NamedStart {
  const folder = resolve(engine.cwd, meantPath(args.cwd ?? '.'));
  const program = meantProgram(args.program, folder);
  const { env, runtimeArgs, runtimeExecutable, tty } = args;
  const named = namedProgram(program);
  if (named === undefined) {
    const launch = { program, args: args.args ?? [], cwd: folder, env: env ?? {}, runtimeArgs, runtimeExecutable };
    return { kind: 'launch', launch: { ...launch, stdin: programInput(args.stdin, folder) }, notes: [] };
  }
  const start = engine.projects.startOf(named, folder, { args: args.args, env, runtimeArgs, runtimeExecutable, tty });
  if (start.kind === 'attach') return start;
  const launch = { ...start.launch, stdin: programInput(args.stdin, start.launch.cwd) };
  return { ...start, launch, notes: [namedText(launch, engine), ...start.notes] };
}

/** `It runs "npm run dev -- --port 3" in api.` */
function namedText(
  { program, args, cwd }: Omit<LaunchRequest, 'stopOnEntry'>,
  { cwd: serverCwd }: DebugEngine,
): string {
  const line = oneLine([displayPath(program, { cwd }), ...args].join(' '), MAX_NAMED_CHARS);
  return `It runs "${line}"${cwd === serverCwd ? '' : ` in ${displayPath(cwd, { cwd: serverCwd })}`}.`;
}

function refused(argument: string, message: string, advice: string): DebugError {
  return new DebugError('invalid_argument', message, { advice, details: { argument } });
}

/** Says of a program what runs it, where that does not show in its name. */
export function launchNotes(launch: LaunchRequest): string[] {
  return [...(namedNotes.get(launch) ?? []), ...(shellLineOf(launch) ? ['Run through sh -c.'] : [])];
}
