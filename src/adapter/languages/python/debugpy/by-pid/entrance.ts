import { chownSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textInDebuggee } from '../../../../../files/debuggee-file.ts';
import { readText } from '../../../../../files/read-file.ts';
import { makeTemporaryFolder } from '../../../../../process/folders/temporary-folder.ts';
import { debuggeeText } from '../../debuggee-files.ts';
import type { PrivatePort } from '../private-port.ts';

/** Files that stand alone, and that the process is to have run before debugpy is connected. */
const ALONE = ['leave_process.py', 'unwarned.py'] as const;

/**
 * Code that a process is to run once, in files that it can read and no other user can. The caller owns them: {@link withdraw}.
 */
export interface Entrance {
  /** Absolute. The process takes this file away before anything else. */
  readonly path: string;
  /** Writes another file beside it, and returns its path. */
  write(name: string, text: string): string;
  /** True if the process has begun to run it. */
  wasTaken(): boolean;
  /** The error that it ended with, in one line; empty if there is none. */
  failure(): string;
  /** Removes the files. Who has not begun by then does nothing. */
  withdraw(): void;
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
  if (owner) for (const each of [folder, settings, path]) chownSync(each, owner.uid, owner.gid);
  return {
    path,
    write,
    wasTaken: () => !existsSync(path),
    failure: () => readText(`${path}.failed`)?.split('\n', 1)[0] ?? '',
    withdraw: () => rmSync(folder, { recursive: true, force: true }),
  };
}
