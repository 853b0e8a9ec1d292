import { delimiter, dirname } from 'node:path';
import { runnerFile } from '../runner-files.ts';

/**
 * PYTHONPATH with folders of ours in front, once each.
 *
 * @param files Names of files in these folders.
 */
export function pythonPath(given: string | undefined, files: readonly string[]): string {
  const present = given ? given.split(delimiter) : [];
  const folders = files.map((name) => dirname(runnerFile(name))).filter((folder) => !present.includes(folder));
  return [...folders, ...present].join(delimiter);
}
