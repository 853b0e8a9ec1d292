import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedBug } from './planted-bug.ts';

/** The folders of packages and of the projects that are made of them. */
export interface PlantedFolders {
  /** Holds `node_modules`, and the projects below it find the dependencies there. */
  readonly node: string;
  /** Packages of Python, with their dependencies. */
  readonly python: string;
  /** A folder for each bug. */
  readonly projects: string;
}

/** Installs the packages of the bugs from the registries, unless they are there. @throws Error when that fails */
export function installPackages(home: string, bugs: readonly PlantedBug[]): PlantedFolders {
  const folders = {
    node: join(home, 'node'),
    python: join(home, 'python'),
    projects: join(home, 'node', 'projects'),
  };
  const named = (language: string) => bugs.filter((bug) => bug.language === language).map((bug) => bug.package);
  const [npm, pypi] = [named('node'), named('python')];
  installOnce(folders.node, npm, () => {
    writeFileSync(join(folders.node, 'package.json'), '{ "private": true }\n');
    run('npm', [
      'install',
      '--prefix',
      folders.node,
      '--silent',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...npm,
    ]);
  });
  installOnce(folders.python, pypi, () => {
    const quiet = ['--no-input', '--disable-pip-version-check', '--quiet', '--no-compile'];
    run('python3', ['-m', 'pip', 'install', ...quiet, '--target', folders.python, ...pypi]);
  });
  return folders;
}

/** A file says what has been installed: another version, or a half-done installation, is made again. */
function installOnce(folder: string, packages: readonly string[], install: () => void): void {
  const mark = join(folder, `installed-${packages.join('+').replace(/[^\w.+=@-]/g, '_')}`.slice(0, 200));
  if (existsSync(mark)) return;
  console.error(`installing ${packages.join(' ')} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install();
  writeFileSync(mark, '');
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed: is there a way to the packages?`);
}
