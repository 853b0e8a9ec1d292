import { version } from '../../package.json';
import { serveMcp } from '../mcp/server.ts';
import { HELP, parseCommandLine } from './command-line.ts';
import { installShutdown, surviveDefects } from './shutdown.ts';
import { chosenToolsets, TOOLSET_NAMES } from './toolsets.ts';

/** Exit code for a command line that cannot be understood, as shells and getopt programs use it. */
const EXIT_USAGE = 2;

/** Runs the program with the arguments after its name. Serving goes on after it returns, until the client leaves. */
export function main(args: readonly string[]): void {
  const command = parseCommandLine(args, TOOLSET_NAMES);
  switch (command.kind) {
    case 'help':
      process.stdout.write(HELP);
      return;
    case 'version':
      process.stdout.write(`${version}\n`);
      return;
    case 'usage-error':
      process.stderr.write(`${command.message}\nRun mcp-debugger --help for what it takes.\n`);
      process.exitCode = EXIT_USAGE;
      return;
    case 'serve':
      serve(command.toolsets, command.traceWire);
  }
}

function serve(toolsets: readonly string[], traceWire: string | undefined): void {
  const { instructions, load } = chosenToolsets(toolsets);
  const server = serveMcp({
    name: 'mcp-debugger',
    title: 'Debugger',
    version,
    instructions,
    loadTools: () => load({ traceWire }),
    log: logLine,
  });
  installShutdown(() => server.close());
  surviveDefects(logLine);
}

/** To stderr, because stdout is the protocol. Fails silently: a client that closed stderr still wants its answers. */
function logLine(line: string): void {
  process.stderr.write(`mcp-debugger: ${line}\n`, () => {});
}
