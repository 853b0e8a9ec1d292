import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where a file lies that runs in the debuggee: below this folder in the sources, and beside the bundled chunks in the
 * distribution.
 *
 * @throws Error when the distribution was built without it
 */
export function debuggeeFile(name: 'start_debuggee.py' | 'summarise.py'): string {
  const paths = [`./in-debuggee/${name}`, `./${name}`].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const path = paths.find((each) => existsSync(each));
  if (path === undefined) throw new Error(`${name} is missing: ${paths[1]}. Build again: npm run build`);
  return path;
}
