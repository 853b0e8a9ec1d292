import { relative, resolve } from 'node:path';
import { statOf } from '../files/read-file.ts';
import { similarFiles } from '../files/similar-files.ts';
import { DebugError } from '../model/debug-error.ts';

/** A caller's name for a file. */
interface NamedFile {
  readonly path: string;
  /** Absolute; the folder that it is relative to. */
  readonly cwd: string;
  /** Absolute; the server's own folder, where it is looked for if `cwd` has none. */
  readonly serverCwd: string;
}

/**
 * A file that a caller names, as an absolute path. One that is nowhere may be a source that only a map knows, unless there are
 * files of its name.
 *
 * @throws DebugError `source_not_found`, naming the nearest of those
 */
export function existingPath({ path, cwd, serverCwd }: NamedFile): string {
  const inFolder = resolve(cwd, path);
  if (statOf(inFolder)) return inFolder;
  const inServer = resolve(serverCwd, path);
  if (statOf(inServer)) return inServer;
  const near = similarFiles(inFolder, cwd).map((file) => relative(cwd, file));
  if (near.length === 0) return inFolder;
  throw new DebugError('source_not_found', `There is no file "${path}" in ${cwd}.`, {
    advice: `Did you mean ${near.join(' or ')}?`,
    details: { path: inFolder },
  });
}
