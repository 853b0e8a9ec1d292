import { delimiter } from 'node:path';
import type { LaunchRequest } from '../debug-adapter.ts';
import { lineOfProject } from './command-text.ts';

export const PYTHON_PATH = 'PYTHONPATH';

/** The folders that this server puts there. */
const added = new Set<string>();

/**
 * PYTHONPATH with folders of ours in front, once each: the way into each Python process below a program.
 *
 * @param given What it is without them.
 */
export function pythonPath(given: string | undefined, folders: readonly string[]): string {
  for (const each of folders) added.add(each);
  const present = given ? given.split(delimiter) : [];
  return [...folders.filter((each) => !present.includes(each)), ...present].join(delimiter);
}

/** Our part of an environment's PYTHONPATH; undefined if there is none. */
export function ownPythonPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const own = (env[PYTHON_PATH] ?? '').split(delimiter).filter((each) => added.has(each));
  return own.length === 0 ? undefined : own.join(delimiter);
}

/**
 * The reason why nothing was seen of a Python that a command started, in one text; none where nothing in the project sets PYTHONPATH. Of a
 * Python that is started by its path, our folders are lost with it.
 */
export function takenPythonPath(request: Pick<LaunchRequest, 'program' | 'args' | 'cwd'>): readonly string[] {
  const found = lineOfProject(PYTHON_PATH, request, [request.program, ...request.args].join(' '));
  if (found === undefined) return [];
  const { place, line } = found;
  return [
    `${place} sets PYTHONPATH: ${line}. A Python that is started so by its path is out of sight: give that command itself as program.`,
  ];
}
