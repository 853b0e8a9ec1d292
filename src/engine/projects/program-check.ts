import { basename, dirname, resolve } from 'node:path';
import type { LaunchRequest } from '../../adapter/debug-adapter.ts';
import { statOf } from '../../files/read-file.ts';
import { DebugError } from '../../model/debug-error.ts';
import { listedPlaces } from './listed-places.ts';
import { scriptCommand, scriptsIn } from './package-scripts.ts';

const MAX_NAMED = 5;

/**
 * Refuses a launch that names no program: places in one, a project, of which the caller wants one of the scripts, and a folder to run in
 * that is not there.
 *
 * @throws DebugError `invalid_argument`
 */
export function assertProgramIsOne({ program, cwd }: Pick<LaunchRequest, 'program' | 'cwd'>): void {
  assertFolder(cwd);
  assertNoPlaces({ program, cwd });
  const path = resolve(cwd, program);
  const isFolder = statOf(path)?.isDirectory() ?? false;
  // A command may have the name of a folder.
  if (isFolder ? !/[\\/.]/.test(program) : basename(path) !== 'package.json') return;
  const project = isFolder ? path : dirname(path);
  const names = [...(scriptsIn(project)?.keys() ?? [])];
  // A folder may be a program of some language.
  if (names.length === 0 && isFolder) return;
  const commands = names.slice(0, MAX_NAMED).map((name) => `"${scriptCommand(name, project)}"`);
  const where = project === cwd ? '' : `, with cwd ${project}`;
  throw new DebugError('invalid_argument', `"${program}" is a project, not a program.`, {
    advice:
      names.length === 0
        ? 'It has no scripts: name the file to run, for example its index.js.'
        : `Give one of its scripts as program: ${commands.join(', ')}${where}.`,
    details: { argument: 'program', path },
  });
}

function assertNoPlaces({ program, cwd }: Pick<LaunchRequest, 'program' | 'cwd'>): void {
  const places = listedPlaces(program);
  const files = new Set(places.map(({ file }) => file));
  if (files.size === 0 || [...files].some((file) => !statOf(resolve(cwd, file))?.isFile())) return;
  const [only = ''] = files;
  const named = files.size === 1 ? `"${only}"` : 'the file to run';
  throw new DebugError('invalid_argument', `"${program}" is a list of places, not a program.`, {
    advice: `Give ${named} as program, and ${JSON.stringify(places.map(({ place }) => place))} as breakpoints.`,
    details: { argument: 'program' },
  });
}

function assertFolder(cwd: string): void {
  const stats = statOf(cwd);
  if (stats?.isDirectory()) return;
  throw new DebugError('invalid_argument', stats ? `cwd ${cwd} is a file.` : `There is no folder ${cwd} to run in.`, {
    advice: stats ? `Give a folder: ${dirname(cwd)}.` : `The nearest folder above it is ${nearestFolder(cwd)}.`,
    details: { argument: 'cwd', path: cwd },
  });
}

function nearestFolder(path: string): string {
  return statOf(path)?.isDirectory() || dirname(path) === path ? path : nearestFolder(dirname(path));
}
