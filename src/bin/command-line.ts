import { parseArgs } from 'node:util';
import { DEFAULT_JOURNAL } from '../journal/journal-names.ts';
import { LOG_LEVELS } from '../journal/log-level.ts';
import { messageOf } from '../model/debug-error.ts';
import type { EngineOptions } from './toolsets.ts';

/** What the command line asks for. */
export type Command =
  | ({ readonly kind: 'serve'; readonly toolsets: readonly string[] } & EngineOptions)
  | {
      readonly kind: 'doctor';
      readonly language: string | undefined;
      readonly fix: boolean;
      readonly json: boolean;
      readonly config: string | undefined;
      /** The interpreter, or the folder whose interpreter, to look at. */
      readonly python: string | undefined;
    }
  | {
      readonly kind: 'trust';
      /** The folder whose mcp-debugger.json is trusted; undefined: the working folder. */
      readonly folder: string | undefined;
    }
  | {
      readonly kind: 'tui';
      /** The journal to show; undefined: the one of the working folder. */
      readonly file: string | undefined;
      readonly follow: boolean;
      readonly session: string | undefined;
      readonly demo: boolean;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** It cannot be understood; `message` says which part. */
  | { readonly kind: 'usage-error'; readonly message: string };

const OPTIONS = {
  toolset: { type: 'string', multiple: true },
  'trace-wire': { type: 'string' },
  config: { type: 'string' },
  root: { type: 'string', multiple: true },
  'allow-remote': { type: 'boolean' },
  'log-file': { type: 'string' },
  'log-level': { type: 'string' },
  log: { type: 'boolean' },
  'show-secrets': { type: 'boolean' },
  fix: { type: 'boolean' },
  python: { type: 'string' },
  json: { type: 'boolean' },
  follow: { type: 'boolean' },
  session: { type: 'string' },
  demo: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type CommandName = 'serve' | 'doctor' | 'trust' | 'tui';

/** Options that mean something to one command only. */
const OWN_OPTIONS: Readonly<Record<CommandName, readonly (keyof typeof OPTIONS)[]>> = {
  serve: ['toolset', 'trace-wire', 'root', 'allow-remote', 'log-file', 'log-level', 'log', 'show-secrets'],
  doctor: ['fix', 'json', 'python'],
  trust: [],
  tui: ['follow', 'session', 'demo'],
};

/** What may follow a command beside options. */
const MAX_ARGUMENTS: Readonly<Record<CommandName, number>> = { serve: 0, doctor: 1, trust: 1, tui: 1 };

export const HELP = `Usage: mcp-debugger [serve] [options]
       mcp-debugger doctor [LANGUAGE] [--fix] [--python PATH] [--json]
       mcp-debugger trust [FOLDER]
       mcp-debugger tui [FILE] [--no-follow] [--session ID] [--demo]

Serves a debugger over the Model Context Protocol on stdin and stdout.

doctor says which languages can be debugged here: version, where, or what to run.
Its exit code is 1 when LANGUAGE cannot be debugged (without one: when none can).

trust lets the mcp-debugger.json of FOLDER (default: this one) take effect, as it is now: it names commands that debugging runs.

tui shows what a server does, live: the journal that it writes (default: logs/debug-mcp-server.log).

Options:
  --toolset NAME[,NAME]  tools to serve (default: debug)
  --trace-wire FILE      write every message from and to debuggees to FILE, one JSON object a line
  --config FILE          read languages from FILE, which is trusted (default: mcp-debugger.json, where there is a trusted one)
  --root DIR             refuse programs, folders and files outside of DIR; may be given repeatedly
  --allow-remote         attach to programs on other machines, too
  --log-file FILE        write the journal to FILE (default: ${DEFAULT_JOURNAL})
  --log-level LEVEL      what the journal records: ${LOG_LEVELS.join(', ')} (default: info)
  --no-log               write no journal
  --show-secrets         do not mask passwords, keys and tokens in answers (the journal masks them always)
  --fix                  doctor: install what is missing into a private folder
  --python PATH          doctor: look at this Python, or the one that programs in the folder PATH run with
  --json                 doctor: print JSON
  --no-follow            tui: show what is in the journal, wait for nothing
  --session ID           tui: begin with this session alone, by its name or id
  --demo                 tui: play a recorded session
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
  if (!isCommandName(command)) {
    return { kind: 'usage-error', message: `Unknown command: ${command}. Commands: ${COMMAND_NAMES.join(', ')}` };
  }
  for (const other of COMMAND_NAMES.filter((name) => name !== command)) {
    const misplaced = OWN_OPTIONS[other].find((option) => values[option] !== undefined);
    if (misplaced)
      return { kind: 'usage-error', message: `--${misplaced} is an option of ${other}, not of ${command}` };
  }
  const surplus = rest[MAX_ARGUMENTS[command]];
  if (surplus !== undefined) return { kind: 'usage-error', message: `Unexpected argument: ${surplus}` };
  const { config, fix = false, json = false, python, follow = true, session, demo = false } = values;
  if (command === 'doctor') return { kind: 'doctor', language: rest[0], fix, json, config, python };
  if (command === 'trust') return { kind: 'trust', folder: rest[0] };
  if (command === 'tui') return { kind: 'tui', file: rest[0], follow, session, demo };
  const { root: roots = [], 'allow-remote': allowRemote = false, 'trace-wire': traceWire } = values;
  const { 'log-file': file = DEFAULT_JOURNAL, 'log-level': wanted = 'info', log = true } = values;
  const level = LOG_LEVELS.find((each) => each === wanted);
  if (level === undefined) {
    return { kind: 'usage-error', message: `Unknown log level: ${wanted}. Levels: ${LOG_LEVELS.join(', ')}` };
  }
  const journal = log ? { file, level } : undefined;
  const options = { traceWire, config, roots, allowRemote, journal, showSecrets: values['show-secrets'] ?? false };
  return serveCommand(values.toolset ?? ['debug'], options, knownToolsets);
}

function serveCommand(
  lists: readonly string[],
  options: Pick<
    Extract<Command, { kind: 'serve' }>,
    'traceWire' | 'config' | 'roots' | 'allowRemote' | 'journal' | 'showSecrets'
  >,
  known: readonly string[],
): Command {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return { kind: 'usage-error', message: `Unknown toolset: ${unknown || '(empty)'}. Toolsets: ${known.join(', ')}` };
  }
  return { kind: 'serve', toolsets: [...new Set(names)], ...options };
}

const COMMAND_NAMES: readonly CommandName[] = ['serve', 'doctor', 'trust', 'tui'];

function isCommandName(name: string): name is CommandName {
  return COMMAND_NAMES.some((known) => known === name);
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    // `--no-follow`.
    allowNegative: true,
    strict: true,
  });
}
