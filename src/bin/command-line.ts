import { parseArgs } from 'node:util';
import { messageOf } from '../model/debug-error.ts';

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'serve'; readonly toolsets: readonly string[]; readonly traceWire: string | undefined }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** It cannot be understood; `message` says which part. */
  | { readonly kind: 'usage-error'; readonly message: string };

const OPTIONS = {
  toolset: { type: 'string', multiple: true },
  'trace-wire': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export const HELP = `Usage: mcp-debugger [serve] [options]

Serves a debugger for Node.js programs over the Model Context Protocol on stdin and stdout.

Options:
  --toolset NAME[,NAME]  tools to serve (default: debug)
  --trace-wire FILE      write every message from and to debuggees to FILE, one JSON object a line
  -v, --version          print the version
  -h, --help             print this text
`;

/** Understands the arguments after the program's name. */
export function parseCommandLine(args: readonly string[], knownToolsets: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (thrown) {
    return { kind: 'usage-error', message: messageOf(thrown) };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [command = 'serve', ...rest] = positionals;
  if (command !== 'serve') return { kind: 'usage-error', message: `Unknown command: ${command}. Commands: serve` };
  if (rest.length > 0) return { kind: 'usage-error', message: `Unexpected argument: ${rest[0]}` };
  return serveCommand(values.toolset ?? ['debug'], values['trace-wire'], knownToolsets);
}

function serveCommand(lists: readonly string[], traceWire: string | undefined, known: readonly string[]): Command {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return { kind: 'usage-error', message: `Unknown toolset: ${unknown || '(empty)'}. Toolsets: ${known.join(', ')}` };
  }
  return { kind: 'serve', toolsets: [...new Set(names)], traceWire };
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
}
