import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { splitCommandLine } from '../../adapter/commands/command-line.ts';
import { readText } from '../../files/read-file.ts';
import { DebugError } from '../../model/debug-error.ts';
import { fillVariables } from './editor-variables.ts';
import { parseEnvFile } from './env-file.ts';
import { type Fields, fieldsOf, textsIn } from './fields.ts';

/** A caller's values in place of those of a configuration. */
export interface RunOverrides {
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Absolute; a folder of the project that is not its first one. */
  readonly cwd?: string | undefined;
  readonly runtimeArgs?: readonly string[] | undefined;
  readonly runtimeExecutable?: string | undefined;
  /** True if the program is given a terminal. */
  readonly tty?: boolean | undefined;
}

/** The folder of a configuration, and the files that it may name. */
export interface ConfigurationPlace {
  /** Absolute. */
  readonly workspaceFolder: string;
  /** @throws DebugError `invalid_argument` for a file that may not be named */
  readonly checkFile: (path: string) => void;
}

const MAX_ENV_FILE_BYTES = 1_000_000;
const PLATFORM_BLOCKS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'osx', win32: 'windows' };

/**
 * One entry of `launch.json`, read field by field: variables are filled in where a field is used, so that one that has no value here
 * matters only where the caller gave nothing instead. What was not used can be named afterwards.
 */
export class Configuration {
  readonly name: string;
  readonly notes: string[] = [];
  readonly #fields: Fields;
  readonly #place: ConfigurationPlace;
  readonly #used = new Set<string>();

  constructor(name: string, entry: Fields, place: ConfigurationPlace) {
    this.name = name;
    const block = fieldsOf(entry[PLATFORM_BLOCKS[process.platform] ?? '']);
    this.#fields = { ...entry, ...block };
    this.#place = place;
    for (const each of Object.values(PLATFORM_BLOCKS)) this.#used.add(each);
  }

  get workspaceFolder(): string {
    return this.#place.workspaceFolder;
  }

  /** The value of a field, as it is written. */
  value(key: string): unknown {
    this.#used.add(key);
    return this.#fields[key];
  }

  /** A text, filled in; numbers are written so, too. @throws DebugError `invalid_argument` */
  text(key: string): string | undefined {
    const value = this.value(key);
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value !== '' ? this.fill(value, key) : undefined;
  }

  /** A path, absolute. @throws DebugError `invalid_argument` */
  path(key: string): string | undefined {
    const text = this.text(key);
    return text === undefined ? undefined : resolve(this.workspaceFolder, text);
  }

  /** A list of words, or a command line with them. @throws DebugError `invalid_argument` */
  words(key: string): string[] | undefined {
    const value = this.value(key);
    if (typeof value === 'string') return splitCommandLine(this.fill(value, key));
    return value === undefined ? undefined : textsIn(value).map((each) => this.fill(each, key));
  }

  flag(key: string): boolean | undefined {
    const value = this.value(key);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** `envFile` with `env` over it. @throws DebugError `invalid_argument` */
  env(): Readonly<Record<string, string>> {
    const given = Object.entries(fieldsOf(this.value('env')) ?? {});
    const removed = given.flatMap(([name, value]) => (value === null ? name : []));
    if (removed.length > 0) this.notes.push(`Not removed from the environment: ${removed.join(', ')}.`);
    const own = given.flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, this.fill(String(value), 'env')] as const] : [],
    );
    return { ...this.#envFiles(), ...Object.fromEntries(own) };
  }

  #envFiles(): Readonly<Record<string, string>> {
    const value = this.value('envFile');
    const files = typeof value === 'string' ? [value] : textsIn(value);
    return Object.assign({}, ...files.map((file) => this.#envFile(this.fill(file, 'envFile'))));
  }

  #envFile(file: string): Readonly<Record<string, string>> {
    const path = resolve(this.workspaceFolder, file);
    this.checkFile(path);
    const text = readText(path, MAX_ENV_FILE_BYTES);
    if (text === undefined) this.notes.push(`envFile ${file} cannot be read; the program runs without it.`);
    return text === undefined ? {} : parseEnvFile(text);
  }

  /** A text with its variables filled in. @throws DebugError `invalid_argument` for one that has no value here */
  fill(text: string, key: string): string {
    const env = process.env;
    const filled = fillVariables(text, { workspaceFolder: this.workspaceFolder, userHome: homedir(), env });
    if (filled.kind === 'text') return filled.text;
    throw this.refused(`Its ${key} needs ${filled.variable}, ${filled.why}.`, {
      advice:
        key === 'program'
          ? 'Give the file itself as program, with the args, env and cwd that it needs.'
          : `Give ${key} with the call, where there is such an argument; or give the file or command as program.`,
    });
  }

  /**
   * The path of a file that the configuration names, before the file is read. @throws DebugError `invalid_argument` for one that
   * may not be named
   */
  checkFile(path: string): void {
    this.#place.checkFile(path);
  }

  /** A failure that names the configuration. */
  refused(why: string, { advice }: { readonly advice: string }): DebugError {
    return new DebugError('invalid_argument', `Configuration "${this.name}" cannot be run. ${why}`, {
      advice,
      details: { argument: 'program' },
    });
  }

  /** The fields that were not read, and that matter. */
  ignored(): string[] {
    return Object.keys(this.#fields).filter((key) => !this.#used.has(key) && !WITHOUT_EFFECT.has(key));
  }
}

/** Fields that only an editor's windows are about, and those for what is done here in any case. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...[
    'name',
    'type',
    'request',
    'presentation',
    'internalConsoleOptions',
    'autoStartBrowser',
    'debugServer',
    'order',
    'purpose',
  ],
  ...['skipFiles', 'sourceMaps', 'outFiles', 'smartStep', 'resolveSourceMapLocations', 'sourceMapPathOverrides'],
  ...[
    'showAsyncStacks',
    'redirectOutput',
    'showReturnValue',
    'version',
    'suppressMultipleSessionWarning',
    'outputCapture',
  ],
]);
