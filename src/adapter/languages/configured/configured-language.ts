import type { ExceptionBreakMode } from '../../../model/breakpoints/breakpoint.ts';
import { type CheckedValue, listAt, memberOf, objectAt, textAt, wrongValue } from './checked-value.ts';
import { checkTemplate, type Template } from './template.ts';

/** The way to reach the debug adapter of a language. */
export type AdapterReach =
  /** A program that speaks the protocol on its standard input and output. */
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  /** A program that listens: at the port that its `args` name as `${port}` (then one is chosen), or at a fixed one. */
  | {
      readonly kind: 'server';
      readonly command: string;
      readonly args: readonly string[];
      readonly port: number | undefined;
    }
  /** Something that listens already. */
  | { readonly kind: 'port'; readonly host: string; readonly port: number };

/** A language that the user describes in `mcp-debugger.json`, so that it needs no code. */
export interface ConfiguredLanguage {
  /** `go`. */
  readonly id: string;
  readonly names: readonly string[];
  /** With the dot. */
  readonly extensions: readonly string[];
  /** The built-in language that it takes the place of; undefined: none. */
  readonly replaces: string | undefined;
  readonly reach: AdapterReach;
  /** Added to the environment that the adapter runs in. */
  readonly env: Readonly<Record<string, string>>;
  /** Arguments of the requests; undefined where the language cannot be started, or attached to. */
  readonly launch: Template | undefined;
  readonly attach: Template | undefined;
  /** The command that is run before each launch, to make what is debugged; undefined where nothing is built. */
  readonly build: readonly string[] | undefined;
  /** True if the started process is the program itself, with the debugger inside: its output and its end are the program's. */
  readonly isProgram: boolean;
  /** The function that programs begin with; undefined if the adapter's own stop at the entry serves. */
  readonly entry: string | undefined;
  /** DAP's context in which expressions are evaluated; undefined: the usual one. */
  readonly evaluateContext: 'watch' | 'repl' | undefined;
  /** The adapter's exception filters for each mode. */
  readonly exceptionFilters: Readonly<Record<Exclude<ExceptionBreakMode, 'none'>, readonly string[]>>;
  /** The command that installs the adapter, for `doctor`. */
  readonly install: string | undefined;
}

/** The names that templates may use. */
const LAUNCH_NAMES: readonly string[] = ['program', 'args', 'cwd', 'env', 'envList', 'stopOnEntry', 'output'];
const BUILD_NAMES: readonly string[] = ['program', 'cwd', 'output'];
const COMMAND_NAMES: readonly string[] = ['port', 'program', 'args', 'cwd', 'output'];
const ATTACH_NAMES: readonly string[] = ['pid', 'host', 'port', 'cwd'];

const FILTER_MODES: readonly string[] = ['uncaught', 'userUnhandled', 'all'];
/** The name of the chosen port in `args`. */
const PORT_NAME = /\$\{port\}/;

const KEYS: readonly string[] = [
  'names',
  'extensions',
  'replaces',
  'command',
  'args',
  'host',
  'port',
  'env',
  'build',
  'isProgram',
  'launch',
  'attach',
  'entry',
  'evaluateContext',
  'exceptionFilters',
  'install',
];

/**
 * Reads one entry of `languages`.
 *
 * @throws DebugError `invalid_argument` naming the key
 */
export function configuredLanguage(id: string, at: CheckedValue): ConfiguredLanguage {
  const values = objectAt(at, 'an object like {"extensions": [".go"], "command": "dlv", …}');
  const member = (name: string) => memberOf(at, values, name);
  const unknown = Object.keys(values).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw wrongValue(member(unknown), `left out: the keys are ${KEYS.join(', ')}`);
  const launch = templateAt(member('launch'), LAUNCH_NAMES);
  const attach = templateAt(member('attach'), ATTACH_NAMES);
  if (launch === undefined && attach === undefined) {
    throw wrongValue(member('launch'), "an object with the arguments of the adapter's launch request (or give attach)");
  }
  const { install, replaces, entry } = values;
  return {
    id,
    names: textsAt(member('names'), 'a list of names'),
    extensions: extensionsAt(member('extensions')),
    replaces: replaces === undefined ? undefined : textAt(member('replaces'), 'the name of a language'),
    reach: reachAt(member),
    env: environmentAt(member('env')),
    build: buildAt(member('build')),
    isProgram: flagAt(member('isProgram')),
    launch,
    attach,
    entry: entry === undefined ? undefined : textAt(member('entry'), 'the name of a function'),
    evaluateContext: contextAt(member('evaluateContext')),
    exceptionFilters: filtersAt(member('exceptionFilters')),
    install: install === undefined ? undefined : textAt(member('install'), 'a command'),
  };
}

function reachAt(member: (name: string) => CheckedValue): AdapterReach {
  const [command, args, host, port] = ['command', 'args', 'host', 'port'].map(member);
  if (!command || !args || !host || !port) throw new Error('unreachable');
  const number = port.value === undefined ? undefined : portAt(port);
  if (command.value === undefined) {
    if (number === undefined) throw wrongValue(command, "the adapter's command (or give port, where one listens)");
    const where = host.value === undefined ? '127.0.0.1' : textAt(host, 'a host name');
    return { kind: 'port', host: where, port: number };
  }
  if (host.value !== undefined) throw wrongValue(host, 'left out when there is a command: it runs on this machine');
  checkTemplate(args, COMMAND_NAMES);
  const start = { command: textAt(command, 'a command'), args: textsAt(args, 'a list of texts') };
  const choosesPort = start.args.some((arg) => PORT_NAME.test(arg));
  if (choosesPort && number !== undefined) throw wrongValue(port, `left out when args say $\{port}`);
  return choosesPort || number !== undefined ? { kind: 'server', ...start, port: number } : { kind: 'stdio', ...start };
}

function buildAt(at: CheckedValue): readonly string[] | undefined {
  if (at.value === undefined) return undefined;
  checkTemplate(at, BUILD_NAMES);
  const words = textsAt(at, 'a list with a command and its arguments');
  if (words.length === 0) throw wrongValue(at, 'a list with a command and its arguments');
  return words;
}

function flagAt(at: CheckedValue): boolean {
  if (at.value === undefined || typeof at.value === 'boolean') return at.value ?? false;
  throw wrongValue(at, 'true or false');
}

function contextAt(at: CheckedValue): ConfiguredLanguage['evaluateContext'] {
  const { value } = at;
  if (value === undefined || value === 'watch' || value === 'repl') return value;
  throw wrongValue(at, '"watch" or "repl"');
}

function portAt(at: CheckedValue): number {
  const { value } = at;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw wrongValue(at, 'a port number');
}

function extensionsAt(at: CheckedValue): readonly string[] {
  for (const each of listAt(at, 'a list of file extensions')) {
    if (!/^\.\w[\w.+-]*$/.test(textAt(each, 'a file extension with its dot, like ".go"')))
      throw wrongValue(each, 'a file extension with its dot, like ".go"');
  }
  return textsAt(at, 'a list of file extensions').map((each) => each.toLowerCase());
}

function templateAt(at: CheckedValue, names: readonly string[]): Template | undefined {
  if (at.value === undefined) return undefined;
  checkTemplate(at, names);
  return objectAt(at, 'an object with the arguments of the request');
}

function filtersAt(at: CheckedValue): ConfiguredLanguage['exceptionFilters'] {
  const values = at.value === undefined ? {} : objectAt(at, 'an object like {"uncaught": ["panic"], "all": ["throw"]}');
  const unknown = Object.keys(values).find((key) => !FILTER_MODES.includes(key));
  if (unknown !== undefined)
    throw wrongValue(memberOf(at, values, unknown), `left out: the keys are ${FILTER_MODES.join(', ')}`);
  const list = (name: string) => textsAt(memberOf(at, values, name), "a list of the adapter's exception filters");
  const uncaught = list('uncaught');
  const unhandled = list('userUnhandled');
  return { uncaught, all: list('all'), userUnhandled: unhandled.length > 0 ? unhandled : uncaught };
}

function environmentAt(at: CheckedValue): Readonly<Record<string, string>> {
  if (at.value === undefined) return {};
  const values = objectAt(at, 'an object of texts');
  return Object.fromEntries(
    Object.keys(values).map((name) => [name, textAt(memberOf(at, values, name), 'a text')] as const),
  );
}

function textsAt(at: CheckedValue, expected: string): readonly string[] {
  return listAt(at, expected).map((each) => textAt(each, 'a text'));
}
