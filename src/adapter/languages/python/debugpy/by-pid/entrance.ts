import { chownSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textInDebuggee } from '../../../../../files/debuggee-file.ts';
import { readText } from '../../../../../files/read-file.ts';
import { makeTemporaryFolder } from '../../../../../process/folders/temporary-folder.ts';
import { debuggeeText } from '../../debuggee-files.ts';
import type { PrivatePort } from '../private-port.ts';

const CODE_NAME = '<mcp-debugger>';
/** Files that stand alone, and that the process is to have run before debugpy is connected. */
const ALONE = ['leave_process.py', 'unwarned.py'] as const;

/**
 * Code that a process is to run once, in files that it can read and no other user can. The caller owns them: {@link withdraw}.
 */
export interface Entrance {
  /** Absolute. The process takes this file away before anything else. */
  readonly path: string;
  /** Another file, which has that one run, and does nothing where it is gone; absolute. */
  readonly script: string;
  /** Writes another file beside it, and returns its path. */
  write(name: string, text: string): string;
  /** True if the process has begun to run it. */
  wasTaken(): boolean;
  /** The error that it ended with, in one line; empty if there is none. */
  failure(): string;
  /** Removes the files. Who has not begun by then does nothing. */
  withdraw(): void;
  /** The same for a process that has the script yet to open: that stays, as Python would say on the program's stderr that it is missing. */
  giveUp(): void;
}

/**
 * Writes down what puts debugpy into a process.
 *
 * @param packages The folder of packages in which the debugpy for its interpreter lies.
 * @throws Error of the system
 */
export function openEntrance(pid: number, packages: string, { host, port, token }: PrivatePort): Entrance {
  // A debugger that runs as root looks into programs of other users. Asked first: of a process that has ended, nothing is left behind.
  const owner = process.getuid?.() === 0 ? statSync(`/proc/${pid}`) : undefined;
  const folder = makeTemporaryFolder('enter');
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const setup = { packages, address: [host, port], token, first: ALONE.map(debuggeeText) };
  const settings = write('setup.json', JSON.stringify(setup));
  const path = write('enter_process.py', textInDebuggee('enter_process.py', import.meta.url));
  const script = write('run_entrance.py', runFile(path));
  if (owner) for (const each of [folder, settings, path, script]) chownSync(each, owner.uid, owner.gid);
  return {
    path,
    script,
    write,
    wasTaken: () => !existsSync(path),
    failure: () => readText(`${path}.failed`)?.split('\n', 1)[0] ?? '',
    withdraw: () => rmSync(folder, { recursive: true, force: true }),
    giveUp: () => {
      for (const each of [path, settings]) rmSync(each, { force: true });
    },
  };
}

/**
 * The text that runs a file and leaves no name in the program's main module, also not the one that Python makes for warnings of files left
 * open, and raises nothing: a pending call that fails would be an error of the program.
 *
 * @param path Absolute.
 */
export function runFile(path: string): string {
  const file = JSON.stringify(path);
  const run = `exec(compile(f.read(), "${CODE_NAME}", "exec"), {"__name__": "${CODE_NAME}", "__file__": ${file}})`;
  return ['try:', ` [(${run}, f.close()) for f in [open(${file}, "rb")]]`, 'except BaseException:', ' pass', ''].join(
    '\n',
  );
}
