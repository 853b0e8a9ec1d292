import { dirname, join, relative } from 'node:path';
import { readText, statOf } from '../../files/read-file.ts';
import { DebugError } from '../../model/debug-error.ts';
import { Configuration, type RunOverrides } from './configuration.ts';
import { type Fields, fieldsOf, listOfFields, textIn, textsIn } from './fields.ts';
import { parseJsonWithComments } from './json-with-comments.ts';
import { startOf } from './launch-configuration.ts';
import type { NamedStart, ProjectNames } from './named-start.ts';
import { scriptProgram, scriptsIn } from './package-scripts.ts';

const MAX_FILE_BYTES = 1_000_000;
const LAUNCH_FILE = join('.vscode', 'launch.json');
const NAMED = /^\s*(launch\.json|package\.json)\s*:\s*(\S.*?)\s*$/s;
const MAX_LISTED = 20;

/** A program as a caller names it: `launch.json: Server`. */
interface NamedProgram {
  readonly kind: 'configuration' | 'script';
  readonly name: string;
}

/** The content of `launch.json`. */
interface LaunchFile {
  readonly configurations: readonly Fields[];
  readonly compounds: readonly Fields[];
}

/** The program that a caller means by its name in a project; undefined for a file or a command. */
export function namedProgram(program: string): NamedProgram | undefined {
  const [, file, name] = NAMED.exec(program) ?? [];
  if (file === undefined || name === undefined) return undefined;
  return { kind: file === 'launch.json' ? 'configuration' : 'script', name };
}

/** The configurations of `.vscode/launch.json` and the scripts of `package.json`, by their names. */
export class ProjectPrograms {
  readonly #serverCwd: string;
  readonly #checkFile: (path: string) => void;

  /**
   * @param serverCwd Absolute.
   * @param checkFile Throws for a file that callers may not name.
   */
  constructor(serverCwd: string, checkFile: (path: string) => void) {
    this.#serverCwd = serverCwd;
    this.#checkFile = checkFile;
  }

  /**
   * The start that a name stands for. What the caller gives counts instead of what is written.
   *
   * @param folder Absolute; the project's, or one below it, in which it runs then.
   * @throws DebugError `invalid_argument`, listing the names that there are where it is another one
   */
  startOf(program: NamedProgram, folder: string, given: RunOverrides): NamedStart {
    this.#checkFile(folder);
    return program.kind === 'configuration'
      ? this.#configured(program.name, folder, given)
      : this.#script(program.name, folder, given);
  }

  /** The names that there are. Files that cannot be read have none. */
  names(folder: string = this.#serverCwd): ProjectNames {
    return {
      configurations: readable(() => this.#configurationNames(folder)),
      scripts: readable(() => this.#scriptNames(folder)),
    };
  }

  #configured(name: string, folder: string, given: RunOverrides): NamedStart {
    const workspaceFolder = this.#folderWith(LAUNCH_FILE, folder);
    if (workspaceFolder === undefined) throw this.#unknown(`There is no ${LAUNCH_FILE} in ${folder}.`, folder);
    const { configurations, compounds } = this.#launchFile(workspaceFolder);
    const entry = configurations.find((each) => textIn(each.name) === name);
    const compound = compounds.find((each) => textIn(each.name) === name);
    if (entry === undefined && compound !== undefined) throw severalAtOnce(name, textsIn(compound.configurations));
    if (entry === undefined) throw this.#unknown(`${LAUNCH_FILE} has no configuration "${name}".`, folder);
    const place = { workspaceFolder, checkFile: this.#checkFile };
    // The folder of the project is where the configuration is looked for; any other one is where it is to run.
    const cwd = workspaceFolder === folder ? undefined : folder;
    const said = Object.fromEntries(Object.entries({ ...given, cwd }).filter(([, value]) => value !== undefined));
    return startOf(new Configuration(name, entry, place), said);
  }

  #script(name: string, folder: string, given: RunOverrides): NamedStart {
    const cwd = this.#folderWith('package.json', folder);
    const scripts = cwd === undefined ? undefined : scriptsIn(cwd);
    if (cwd === undefined || scripts === undefined)
      throw this.#unknown(`There is no package.json with scripts in ${folder}.`, folder);
    if (!scripts.has(name)) throw this.#unknown(`package.json has no script "${name}".`, folder);
    const { args = [], env = {}, runtimeArgs, runtimeExecutable } = given;
    const launch = { ...scriptProgram(name, cwd, args), cwd, env, runtimeArgs, runtimeExecutable };
    return { kind: 'launch', launch, notes: [] };
  }

  #configurationNames(folder: string): string[] {
    const workspaceFolder = this.#folderWith(LAUNCH_FILE, folder);
    if (workspaceFolder === undefined) return [];
    return this.#launchFile(workspaceFolder).configurations.flatMap(({ name }) => textIn(name) ?? []);
  }

  #scriptNames(folder: string): string[] {
    const found = this.#folderWith('package.json', folder);
    return found === undefined ? [] : [...(scriptsIn(found)?.keys() ?? [])];
  }

  /**
   * The folder, or the nearest one above it, that has such a file. It ends at the server's own folder: what lies above it, or beside, is
   * no part of what the server was started for.
   */
  #folderWith(file: string, folder: string): string | undefined {
    let at = folder;
    for (;;) {
      if (statOf(join(at, file))?.isFile()) {
        this.#checkFile(join(at, file));
        return at;
      }
      const isBelow = at !== this.#serverCwd && !relative(this.#serverCwd, at).startsWith('..');
      if (!isBelow || dirname(at) === at) return undefined;
      at = dirname(at);
    }
  }

  /** @throws DebugError `invalid_argument` where it does not parse */
  #launchFile(workspaceFolder: string): LaunchFile {
    const path = join(workspaceFolder, LAUNCH_FILE);
    const read = parseJsonWithComments(readText(path, MAX_FILE_BYTES) ?? '');
    if (read.kind === 'broken') {
      throw new DebugError('invalid_argument', `${path} cannot be read: ${read.why}.`, {
        advice: 'Correct it, or give the file or command to run as program.',
        details: { argument: 'program', path },
      });
    }
    const fields = fieldsOf(read.value);
    return { configurations: listOfFields(fields?.configurations), compounds: listOfFields(fields?.compounds) };
  }

  #unknown(message: string, folder: string): DebugError {
    const { configurations, scripts } = this.names(folder);
    const parts = [
      ...(configurations.length > 0 ? [`launch.json has ${listed(configurations)}.`] : []),
      ...(scripts.length > 0 ? [`package.json has ${listed(scripts)}.`] : []),
    ];
    return new DebugError('invalid_argument', message, {
      advice:
        parts.length > 0
          ? parts.join(' ')
          : 'Give a file or a command as program, or the folder of the project as cwd.',
      details: { argument: 'program' },
    });
  }
}

/** Lists names; empty if their file is broken or lies outside of the roots: starting by such a name throws that error. */
function readable(names: () => string[]): string[] {
  try {
    return names();
  } catch (error) {
    if (error instanceof DebugError) return [];
    throw error;
  }
}

function severalAtOnce(name: string, members: readonly string[]): DebugError {
  return new DebugError('invalid_argument', `"${name}" is a compound of launch.json: several programs at once.`, {
    advice: `Start each of them by its name, in a session of its own: ${members.map((each) => `"launch.json: ${each}"`).join(', ')}.`,
    details: { argument: 'program' },
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => JSON.stringify(name));
  return `${shown.join(', ')}${names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''}`;
}
