import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedFolders } from './packages.ts';
import type { PlantedBug } from './planted-bug.ts';

/** A program beside its own copy of a package, in which there is a bug. */
export interface PlantedProject {
  readonly bug: PlantedBug;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Place of the faulty statement; `file` from `cwd`. */
  readonly faulty: { readonly file: string; readonly line: number };
}

/** Copies the package, sees that the program is right with it, plants the bug, and sees that it is wrong then. @throws Error where it is not so */
export function plantedProject(bug: PlantedBug, folders: PlantedFolders, programs: string): PlantedProject {
  const cwd = join(folders.projects, bug.program.replace(/\.\w+$/, ''));
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  const installed = bug.language === 'node' ? join(folders.node, 'node_modules') : folders.python;
  cpSync(join(installed, bug.folder), join(cwd, bug.folder), { recursive: true });
  cpSync(join(programs, bug.program), join(cwd, bug.program));
  const env = { ...process.env, PYTHONPATH: folders.python, PYTHONDONTWRITEBYTECODE: '1' };
  expectOutput(bug, bug.right, { cwd, env });
  const faulty = plant(bug, cwd);
  expectOutput(bug, bug.wrong, { cwd, env });
  return { bug, cwd, env, faulty };
}

function plant({ folder, plant: { file, was, is } }: PlantedBug, cwd: string): PlantedProject['faulty'] {
  // A module may be a file by itself.
  const relative = file === '' ? folder : `${folder}/${file}`;
  const text = readFileSync(join(cwd, relative), 'utf8');
  const [before = '', ...after] = text.split(was);
  if (after.length !== 1) throw new Error(`${relative} has ${after.length} times: ${was}`);
  writeFileSync(join(cwd, relative), before + is + after[0]);
  return { file: relative, line: before.split('\n').length };
}

function expectOutput(bug: PlantedBug, expected: string, at: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const command = bug.language === 'node' ? process.execPath : 'python3';
  const { stdout, stderr } = spawnSync(command, [bug.program], { ...at, encoding: 'utf8' });
  if (stdout.replace(/\n$/, '') !== expected)
    throw new Error(`${bug.program} wrote ${stdout}${stderr}, not ${expected}`);
}
