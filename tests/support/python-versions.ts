import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pythonWith } from './pythons.ts';

/** A Python that tests run programs with. */
export interface PythonVersion {
  readonly minor: number;
  readonly path: string;
}

const MINORS = [8, 9, 10, 11, 12, 13] as const;

/**
 * The Pythons from 3.8 to 3.13 that there are on this machine, one of each minor version: those of pyenv, and those on `PATH`.
 * Without any, the one that the tests of the debugger use; its minor version is then not known, and taken for the oldest.
 */
export function pythonVersions(): PythonVersion[] {
  const found = MINORS.flatMap((minor) => {
    const path = [...ofPyenv(minor), ...onPath(minor)].find(isExecutable);
    return path === undefined ? [] : [{ minor, path }];
  });
  return found.length > 0 ? found : [{ minor: MINORS[0], path: pythonWith('bare') }];
}

function ofPyenv(minor: number): string[] {
  const { PYENV_ROOT: root = join(homedir(), '.pyenv') } = process.env;
  const folder = join(root, 'versions');
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(`3.${minor}.`))
      .map((name) => join(folder, name, 'bin', 'python'));
  } catch {
    return [];
  }
}

/** The shims of pyenv are there for versions that it does not run. */
function onPath(minor: number): string[] {
  const { PATH: path = '' } = process.env;
  const folders = path.split(':').filter((folder) => folder !== '' && !folder.includes('shims'));
  return folders.map((folder) => join(folder, `python3.${minor}`));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
