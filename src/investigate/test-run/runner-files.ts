import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file that runs inside a test runner: in a folder of its own in the sources, beside the bundled chunks in
 * the distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function runnerFile(name: string): string {
  const places = ['./runners/in-debuggee/', './suspects/in-debuggee/', './in-debuggee/'].map((folder) =>
    fileURLToPath(new URL(`${folder}${name}`, import.meta.url)),
  );
  const path = places.find((place) => existsSync(place));
  if (path === undefined) throw new Error(`${name} is missing beside ${import.meta.url}. Build again: npm run build`);
  return path;
}

/** The folder of such a file. @throws Error as {@link runnerFile} */
export function runnerFolder(name: string): string {
  return dirname(runnerFile(name));
}
