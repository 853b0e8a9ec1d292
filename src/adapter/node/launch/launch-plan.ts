import { basename, extname, resolve } from 'node:path';
import { didYouMean, missingProgram } from '../../../files/missing-program.ts';
import { statOf } from '../../../files/read-file.ts';
import { DebugError } from '../../../model/debug-error.ts';
import { findCommand } from '../../../process/find-command.ts';
import { splitCommandLine } from '../../commands/command-line.ts';
import {
  assertShell,
  rewritten,
  SHELL,
  type ShellCommand,
  type ShellLine,
  shellLineOf,
} from '../../commands/shell-line.ts';
import type { LaunchRequest } from '../../debug-adapter.ts';
import type { CompiledFiles } from '../../v8/scripts/program-files.ts';
import { canFollow } from './boot/announcements.ts';

/** The command to run, and the way in which the inspector gets into its processes. */
export type LaunchPlan =
  /** Our own `node`: the inspector comes by a flag, which is the fastest way to the first stop. */
  | { readonly kind: 'node'; readonly node: string; readonly nodeArgs: readonly string[] }
  /** Any command: the processes of its tree announce themselves through a preloaded script. */
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] };

const SCRIPT_EXTENSIONS = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx']);

/**
 * Decides how to start a program: a script file runs with `node`, everything else is a command on PATH.
 *
 * A command line in one string (`npm test`) is taken apart, since callers write it so; one with the syntax of a shell is left to the shell.
 *
 * @throws DebugError `source_not_found`, `launch_failed`, `invalid_argument`, `unsupported`
 */
export function planLaunch(request: LaunchRequest): LaunchPlan {
  const file = resolve(request.cwd, request.program);
  const kind = kindOf(file);
  const line = shellLineOf(request);
  if (line) return planShell(line, request);
  const node = request.runtimeExecutable ?? nodeOnPath(request);
  if (kind === 'file' && isScript(file)) {
    const nodeArgs = [...(request.runtimeArgs ?? []), file, ...request.args];
    return needsAnnouncing(request)
      ? { kind: 'command', command: node, args: nodeArgs }
      : { kind: 'node', node, nodeArgs };
  }
  if (kind === 'file') return planCommand(file, request.args, request);
  if (kind === 'directory' && !isCommand(request)) throw directoryError(request.program);
  const [command = '', ...args] = splitCommandLine(request.program);
  if (looksLikePath(command) && kindOf(resolve(request.cwd, command)) === 'missing')
    throw missingProgram({ program: command, cwd: request.cwd });
  // A script with its arguments behind it. Once: a file whose name has a blank in it was tried above.
  if (args.length > 0 && isScript(command) && kindOf(resolve(request.cwd, command)) === 'file')
    return planLaunch({ ...request, program: command, args: [...args, ...request.args] });
  return planCommand(command, [...args, ...request.args], request);
}

/** Plans a shell line. Its scripts are run with node, as they are elsewhere; a shell would want them executable. */
function planShell(line: ShellLine, request: LaunchRequest): LaunchPlan {
  assertShell(request);
  const { runtimeExecutable, runtimeArgs = [] } = request;
  const isOther = runtimeExecutable !== undefined || runtimeArgs.length > 0;
  const text = rewritten(line, ({ words: [name], cwd }: ShellCommand) => {
    const command = name?.text ?? '';
    const isFile = isScript(command) && kindOf(resolve(cwd, command)) === 'file';
    if (!isFile && !(isOther && command === 'node')) return undefined;
    const node = runtimeExecutable ?? nodeOnPath(request);
    return { words: [node, ...runtimeArgs, ...(isFile ? [resolve(cwd, command)] : [])], count: 1 };
  });
  return { kind: 'command', command: SHELL, args: ['-c', text] };
}

function planCommand(command: string, args: readonly string[], request: LaunchRequest): LaunchPlan {
  const found = findCommand(command, { cwd: request.cwd, env: { ...process.env, ...request.env } });
  if (!found && kindOf(resolve(request.cwd, command)) === 'file') {
    throw new DebugError('launch_failed', `"${command}" is neither a script of Node.js nor executable.`, {
      advice: `Make it executable (chmod +x ${command}), or name the program that runs it.`,
      details: { program: request.program },
    });
  }
  if (!found) {
    throw new DebugError(
      'launch_failed',
      `Command "${command}" was not found on PATH, and no file of that name is in ${request.cwd}.`,
      {
        advice:
          didYouMean({ program: command, cwd: request.cwd }) ??
          'Give a script file (app.js), or a command that is installed (npm, npx, node), with its arguments in args.',
        details: { program: request.program },
      },
    );
  }
  if (!/^node(\.exe)?$/.test(basename(found))) return { kind: 'command', command: found, args };
  const node = request.runtimeExecutable ?? found;
  const nodeArgs = [...(request.runtimeArgs ?? []), ...args];
  // A bare `node app.js` needs no detour: the flag goes in front of its own arguments.
  if (args.length > 0 && !needsAnnouncing(request) && !args.some((arg) => STARTS_OTHERS.test(arg)))
    return { kind: 'node', node, nodeArgs };
  return { kind: 'command', command: node, args: nodeArgs };
}

/** Its processes announce themselves, also the first one: below a terminal it is no child of ours. */
function needsAnnouncing({ wholeTree = false, tty = false }: LaunchRequest): boolean {
  return wholeTree || tty;
}

/** With these, node itself only starts the processes in which the program runs. */
const STARTS_OTHERS = /^--(test|watch|run)(=|$)/;

function nodeOnPath(request: LaunchRequest): string {
  return findCommand('node', { cwd: request.cwd, env: { ...process.env, ...request.env } }) ?? process.execPath;
}

function kindOf(path: string): 'file' | 'directory' | 'missing' {
  const stats = statOf(path);
  if (!stats) return 'missing';
  return stats.isDirectory() ? 'directory' : 'file';
}

/** A command may have the name of a folder beside it. */
function isCommand({ program, cwd, env }: LaunchRequest): boolean {
  return !looksLikePath(program) && findCommand(program, { cwd, env: { ...process.env, ...env } }) !== undefined;
}

function isScript(path: string): boolean {
  return SCRIPT_EXTENSIONS.has(extname(path).toLowerCase());
}

function looksLikePath(program: string): boolean {
  return program.includes('/') || program.includes('\\') || isScript(program);
}

function directoryError(program: string): DebugError {
  return new DebugError('launch_failed', `"${program}" is a directory, not a program.`, {
    advice: 'Name the file to run, for example its index.js.',
    details: { program },
  });
}

/** The files that a plan compiles, as far as its flags and its environment show. */
export function compiledBy(plan: LaunchPlan, { env, program }: Pick<LaunchRequest, 'env' | 'program'>): CompiledFiles {
  if (plan.kind === 'command' || plan.nodeArgs.some((arg) => LOADS_HOOKS.test(arg))) return 'all';
  const fromOutside = (env.NODE_OPTIONS ?? process.env.NODE_OPTIONS ?? '').split(/\s+/);
  const compiles = [...plan.nodeArgs, ...fromOutside].some((arg) => LOADS_HOOKS.test(arg) || TRANSFORMS.test(arg));
  // A server of JavaScript mostly has its TypeScript compiled by what it imports (Vite), which no flag shows.
  return compiles || !RUN_BY_NODE.test(program) ? 'sources' : 'nothing';
}

/** True if what a script starts can report itself: with Node's permission model, a file that is loaded unasked ends the program. */
export function isFollowable(plan: LaunchPlan & { kind: 'node' }, { env }: Pick<LaunchRequest, 'env'>): boolean {
  const options = [...plan.nodeArgs, ...(env.NODE_OPTIONS ?? process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return canFollow() && !options.some((option) => /^--(experimental-)?permission(=|$)/.test(option));
}

const LOADS_HOOKS = /^(-r|--require|--import|--loader|--experimental-loader)(=|$)/;
/** TypeScript that Node runs by itself. */
const RUN_BY_NODE = /\.[cm]?ts$/;
const TRANSFORMS = /^--experimental-transform-types$/;
