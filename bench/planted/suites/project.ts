import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite, SuiteBug } from './suite-bug.ts';

/** A copy of a package with a bug. */
export interface SuiteProject {
  readonly bug: SuiteBug;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Place of the faulty statement; `file` from `cwd`. */
  readonly faulty: { readonly file: string; readonly line: number };
  /** Time of the failing tests in a terminal. */
  readonly plainMs: number;
}

/**
 * Copies the package with its tests, sees that they pass, plants the bug, and sees that some fail then.
 *
 * @param home Folder that packages are kept in.
 * @throws Error where it is not so, or the registries cannot be reached
 */
export function suiteProject(bug: SuiteBug, home: string): SuiteProject {
  const { suite, plant } = bug;
  const installed = installedSuite(suite, join(home, suite.name));
  const cwd = join(home, 'projects', bug.id);
  rmSync(cwd, { recursive: true, force: true });
  cpSync(join(installed, 'package'), cwd, { recursive: true });
  const needs = join(installed, 'needs');
  if (suite.from === 'npm') symlinkSync(join(needs, 'node_modules'), join(cwd, 'node_modules'));
  const paths = [join(cwd, 'src'), join(needs, 'site-packages')].join(':');
  const env = suite.from === 'npm' ? process.env : { ...process.env, PYTHONPATH: paths, PYTHONDONTWRITEBYTECODE: '1' };
  expectStatus(bug, true, { cwd, env });
  const text = readFileSync(join(cwd, plant.file), 'utf8');
  const [before = '', ...after] = text.split(plant.was);
  if (after.length !== 1) throw new Error(`${bug.id}: ${plant.file} has ${after.length} times: ${plant.was}`);
  writeFileSync(join(cwd, plant.file), before + plant.is + after[0]);
  const plainMs = expectStatus(bug, false, { cwd, env });
  return { bug, cwd, env, faulty: { file: plant.file, line: before.split('\n').length }, plainMs };
}

/** @returns how long the command took, in milliseconds */
function expectStatus({ id, suite }: SuiteBug, passes: boolean, at: { cwd: string; env: NodeJS.ProcessEnv }): number {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(suite.command, { ...at, encoding: 'utf8', shell: true });
  if ((status === 0) !== passes)
    throw new Error(`${id}: "${suite.command}" ended with ${status}: ${(stdout + stderr).slice(-500)}`);
  return Date.now() - began;
}

/** @returns the folder with the package in `package` and what its tests need in `needs` */
function installedSuite(suite: Suite, folder: string): string {
  const mark = join(
    folder,
    `ready-${[suite.package, ...suite.needs].join('+').replace(/[^\w.+=@-]/g, '_')}`.slice(0, 200),
  );
  if (existsSync(mark)) return folder;
  console.error(`installing ${suite.package} and its tests …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'package'), { recursive: true });
  mkdirSync(join(folder, 'needs'));
  const needs = join(folder, 'needs');
  if (suite.from === 'npm') {
    run('npm', ['pack', '--silent', suite.package], folder);
    writeFileSync(join(needs, 'package.json'), '{ "private": true }\n');
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...suite.needs], needs);
  } else {
    const quiet = ['--no-input', '--disable-pip-version-check', '--quiet'];
    const name = suite.package.split('==')[0] ?? '';
    run('python3', ['-m', 'pip', 'download', ...quiet, '--no-deps', '--no-binary', name, suite.package], folder);
    run(
      'python3',
      ['-m', 'pip', 'install', ...quiet, '--no-compile', '--target', join(needs, 'site-packages'), ...suite.needs],
      folder,
    );
  }
  const archive = readdirSync(folder).find((name) => name.endsWith('gz')) ?? '';
  run('tar', ['xzf', archive, '--strip-components=1', '-C', 'package'], folder);
  writeFileSync(mark, '');
  return folder;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed: is there a way to the packages?`);
}
