import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathInDebuggee } from '../../../../files/debuggee-file.ts';
import { removeFolder } from '../../../../process/folders/remove-folder.ts';
import { makeTemporaryFolder } from '../../../../process/folders/temporary-folder.ts';
import { pythonPath } from '../../../commands/python-path.ts';

const FILE_MODE = 0o600;

/** The breakpoints for whose sake processes are adopted. */
export interface FollowWanted {
  /** Base names of files with breakpoints. */
  readonly names: readonly string[];
  /** Last words of the names of functions with breakpoints. */
  readonly functions: readonly string[];
  /** `uncaught`: a process is adopted when it dies of one. `all`: as soon as it runs code of the program's own. */
  readonly exceptions: 'none' | 'uncaught' | 'all';
}

/** The variable that names the file of what is wanted, as the code in the debuggee reads it. */
const WANTED_VARIABLE = 'MCP_DEBUGGER_FOLLOW';

/** The connection data of a process's debugger. */
interface FollowDebugger {
  /** The address and the token of the debugger's connection. */
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** Private copies of debugpy, by the kind of interpreter that they fit. */
  readonly copies: Readonly<Record<string, string>>;
}

/** The files that processes below a program read: what matters, and whom to connect to. They lie in a folder for its owner only. */
export class FollowFiles {
  readonly #folder = makeTemporaryFolder('follow');
  readonly #wanted = join(this.#folder, 'wanted');
  /** The file to which processes append their reports. */
  readonly reports = join(this.#folder, 'reports');
  #isRemoved = false;

  constructor(contents: FollowDebugger) {
    writeFileSync(join(this.#folder, 'debugger.json'), JSON.stringify(contents), { mode: FILE_MODE });
  }

  /**
   * Replaces what is wanted as a whole: a process may be reading it. Each does when it starts, so it is read with a few calls of the
   * system and no module: three lists of words, each of them ended by a NUL. Once they are removed they are not read: a breakpoint may be
   * set while the program is being ended.
   */
  write({ exceptions, names, functions }: FollowWanted): void {
    if (this.#isRemoved) return;
    const next = `${this.#wanted}.next`;
    const lists = [[exceptions], names, functions];
    writeFileSync(next, lists.map((words) => words.map((word) => `${word}\0`).join('')).join('\n'), {
      mode: FILE_MODE,
    });
    renameSync(next, this.#wanted);
  }

  /**
   * Variables with which each Python process below a program runs our `sitecustomize` first, which reads these files.
   *
   * @param env The program's own, whole.
   * @throws Error when the distribution was built without it
   */
  environment({ PYTHONPATH: present }: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
    return {
      PYTHONPATH: pythonPath(present, [sitecustomizeFolder()]),
      [WANTED_VARIABLE]: this.#wanted,
    };
  }

  /** Removes the files, without which processes follow nothing any more. */
  remove(): void {
    this.#isRemoved = true;
    removeFolder(this.#folder);
  }
}

/** The folder of the files that run in processes below a program. */
export function followerFolder(): string {
  return fileURLToPath(new URL('./in-debuggee', import.meta.url));
}

/** A folder that holds nothing but the `sitecustomize`: what lies in it could be imported by the program. */
function sitecustomizeFolder(): string {
  return dirname(pathInDebuggee('python-follow/sitecustomize.py', import.meta.url));
}
