import { type Stats, statSync } from 'node:fs';
import { version } from '../../package.json';
import { serveMcp } from '../mcp/server.ts';
import type { TuiRequest } from '../tui/run.ts';
import { type Command, parseCommandLine } from './command-line.ts';
import type { DoctorRequest } from './doctor.ts';
import { helpText } from './help.ts';
import { logLine, surviveDefects, writeOut } from './outlets.ts';
import { installShutdown } from './shutdown.ts';
import { ToolThread } from './tool-thread.ts';
import { instructionsOf, TOOLSET_NAMES } from './toolsets.ts';

/** Exit code for a command line that cannot be understood, as shells and getopt programs use it. */
const EXIT_USAGE = 2;

/** Runs the program with the arguments after its name. Serving goes on after it returns, until the client leaves. */
export function main(args: readonly string[]): void {
  const command = parseCommandLine(args, TOOLSET_NAMES);
  switch (command.kind) {
    case 'help':
      process.stdout.write(helpText(command.command));
      return;
    case 'version':
      process.stdout.write(`${version}\n`);
      return;
    case 'usage-error':
      refuse(command.message);
      return;
    case 'doctor':
      void doctor(command);
      return;
    case 'trust':
      void trust(command.folder);
      return;
    case 'tui':
      void tui(command);
      return;
    case 'serve': {
      const missing = missingPath(command);
      if (missing === undefined) serve(command);
      else refuse(missing);
    }
  }
}

/** The complaint about a path of the command line that is not there; undefined where all are. */
function missingPath({ roots, config }: Extract<Command, { kind: 'serve' }>): string | undefined {
  const missing = roots.find((root) => !statOf(root)?.isDirectory());
  if (missing !== undefined) return `--root ${missing}: there is no such folder`;
  if (config === undefined || statOf(config)?.isFile()) return undefined;
  return `--config ${config}: there is no such file`;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // It is not there, or no file can have such a name.
    return undefined;
  }
}

function refuse(message: string): void {
  process.stderr.write(`${message}\nRun mcp-debugger --help for what it takes.\n`);
  process.exitCode = EXIT_USAGE;
}

/** Its code is read only for it: a server's start must stay cheap. */
async function doctor(request: DoctorRequest): Promise<void> {
  const { runDoctor } = await import('./doctor.ts');
  process.exitCode = await runDoctor(request, { out: writeOut, log: logLine });
}

async function trust(folder: string | undefined): Promise<void> {
  const { runTrust } = await import('./trust.ts');
  process.exitCode = runTrust(folder, { out: writeOut, log: logLine });
}

/** Its code, and the terminal library with it, is read only for it. */
async function tui(request: TuiRequest): Promise<void> {
  // Ink draws nothing where these are set, which it looks at when it is loaded. A person who types the command wants to see the view.
  for (const name of ['CI', 'CONTINUOUS_INTEGRATION']) if (name in process.env) process.env[name] = 'false';
  const { runTui } = await import('../tui/run.ts');
  const { stdin, stdout, env } = process;
  // At once: a terminal's stdin may keep the process alive.
  process.exit(await runTui(request, { stdin, stdout, env, cwd: process.cwd(), log: logLine }));
}

function serve({ toolsets, kind: _kind, ...options }: Extract<Command, { kind: 'serve' }>): void {
  const thread = new ToolThread({ toolsets, options, entry: process.argv[1] }, (error) => {
    logLine(`the tools have ended: ${error?.message ?? 'their thread left'}`);
    // What they started ends with it; a client that starts the server again has a whole one.
    process.exit(1);
  });
  const server = serveMcp({
    name: 'mcp-debugger',
    title: 'Debugger',
    version,
    instructions: instructionsOf(toolsets),
    loadTools: () => thread.load(),
    log: logLine,
    write: writeOut,
  });
  installShutdown({
    answered: (timeoutMs) => server.answered(timeoutMs),
    close: () => server.close(),
    terminate: () => thread.terminate(),
  });
  surviveDefects();
}
