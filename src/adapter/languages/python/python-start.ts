import { DebugError } from '../../../model/debug-error.ts';
import {
  assertShell,
  rewritten,
  SHELL,
  type ShellCommand,
  type ShellLine,
  shellLineOf,
} from '../../commands/shell-line.ts';
import type { LaunchRequest } from '../../debug-adapter.ts';
import { type PythonCommand, planPythonCommand, targetWords } from './python-command.ts';
import { isPythonCommand } from './python-program.ts';

/** A request, ready to be started. */
export interface PythonStart {
  /** The command that is debugged; of a shell line, the first one. */
  readonly main: PythonCommand;
  /** The command to start. @param front The interpreter's words before the program. */
  commandLine(front: readonly string[]): { readonly command: string; readonly args: readonly string[] };
}

/**
 * Works out what to start: a command, or a line for a shell in which each command of Python's is started as such a one.
 *
 * @throws DebugError as planPythonCommand; `unsupported` for a shell line where there is no such shell
 */
export async function planPythonStart(request: LaunchRequest): Promise<PythonStart> {
  const line = shellLineOf(request);
  if (line) return planLine(line, request);
  const main = await planPythonCommand(request);
  return {
    main,
    commandLine: (front) => ({
      command: main.interpreter.path,
      args: [...interpreterWords(main, front), ...main.args],
    }),
  };
}

async function planLine(line: ShellLine, request: LaunchRequest): Promise<PythonStart> {
  assertShell(request);
  const plans = new Map<ShellCommand, PythonCommand>();
  for (const command of line.commands) {
    if (isPythonCommand(command, request.env)) plans.set(command, await planPythonCommand(requestOf(command, request)));
  }
  const [main] = plans.values();
  if (!main) throw noPython(request);
  return {
    main,
    commandLine(front) {
      const text = rewritten(line, (command) => {
        const plan = plans.get(command);
        // The arguments stay as they are written: the shell may have something to put in.
        return plan && { words: interpreterPath(plan, front), count: command.words.length - plan.args.length };
      });
      return { command: SHELL, args: ['-c', text] };
    },
  };
}

function requestOf({ words: [name, ...args], env, cwd }: ShellCommand, request: LaunchRequest): LaunchRequest {
  const texts = args.map(({ text }) => text);
  return { ...request, program: name?.text ?? '', args: texts, cwd, env: { ...request.env, ...env } };
}

function interpreterWords({ flags, target }: PythonCommand, front: readonly string[]): string[] {
  return [...flags, ...front, ...targetWords(target)];
}

function interpreterPath(command: PythonCommand, front: readonly string[]): string[] {
  return [command.interpreter.path, ...interpreterWords(command, front)];
}

function noPython({ program }: LaunchRequest): DebugError {
  return new DebugError('not_debuggable', `No command in "${program}" is Python's.`, {
    advice: 'Name the command that starts Python in the line itself: python app.py, pytest.',
    details: { program },
  });
}
