import { parseArgs } from 'node:util';
import { DEFAULT_JOURNAL } from '../journal/journal-names.ts';
import { LOG_LEVELS } from '../journal/log-level.ts';
import { messageOf } from '../model/debug-error.ts';
import type { CommandName } from './help.ts';
import type { EngineOptions } from './toolsets.ts';

/** A parsed command line; main prints a `usage-error` and ends. */
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
  /** @property command Undefined: of all. */
  | { readonly kind: 'help'; readonly command: CommandName | undefined }
  | { readonly kind: 'version' }
  /** The command line cannot be understood; `message` says which part. */
  | { readonly kind: 'usage-error'; readonly message: string };

const OPTIONS = {
  toolset: { type: 'string', multiple: true },
  'trace-wire': { type: 'string' },
  config: { type: 'string' },
  root: { type: 'string', multiple: true },
  'allow-shell': { type: 'boolean' },
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

/** Options that mean something to one command only. */
const OWN_OPTIONS: Readonly<Record<CommandName, readonly (keyof typeof OPTIONS)[]>> = {
  serve: [
    ...(['toolset', 'trace-wire', 'root', 'allow-shell', 'allow-remote'] as const),
    ...(['log-file', 'log-level', 'log', 'show-secrets'] as const),
  ],
  doctor: ['fix', 'json', 'python'],
  trust: [],
  tui: ['follow', 'session', 'demo'],
};

/** The most arguments after a command, options not counted. */
const MAX_ARGUMENTS: Readonly<Record<CommandName, number>> = { serve: 0, doctor: 1, trust: 1, tui: 1 };

/** Understands the arguments after the program's name. */
export function parseCommandLine(args: readonly string[], knownToolsets: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (thrown) {
    return { kind: 'usage-error', message: usageMessage(messageOf(thrown)) };
  }
  const { values, positionals } = parsed;
  const empty = emptyOption(values);
  if (empty !== undefined)
    return { kind: 'usage-error', message: `--${empty} is empty: leave it out, or give it a value` };
  if (values.help) return { kind: 'help', command: COMMAND_NAMES.find((name) => name === positionals[0]) };
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
  const allowShell = values['allow-shell'] ?? false;
  const { 'log-file': file = DEFAULT_JOURNAL, 'log-level': wanted = 'info', log = true } = values;
  const level = LOG_LEVELS.find((each) => each === wanted);
  if (level === undefined) {
    return { kind: 'usage-error', message: `Unknown log level: ${wanted}. Levels: ${LOG_LEVELS.join(', ')}` };
  }
  const journal = log ? { file, level } : undefined;
  const showSecrets = values['show-secrets'] ?? false;
  const options = { traceWire, config, roots, allowShell, allowRemote, journal, showSecrets };
  return serveCommand(values.toolset ?? ['debug'], options, knownToolsets);
}

function serveCommand(lists: readonly string[], options: EngineOptions, known: readonly string[]): Command {
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

/** The option that was given nothing, as by a variable of a shell that is not set. An empty list of toolsets is answered with their names. */
function emptyOption({ toolset: _, ...values }: ReturnType<typeof parse>['values']): string | undefined {
  const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === '';
  return Object.entries(values).find(([, value]) => [value].flat().some(isEmpty))?.[0];
}

/** `parseArgs` explains at length how an argument could begin with a dash. */
function usageMessage(message: string): string {
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1];
  return unknown === undefined ? message : `Unknown option: ${unknown}`;
}
