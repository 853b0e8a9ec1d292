import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TIER } from './tier.ts';

/**
 * The Python of a virtual environment that `scripts/install/debugpy.mjs` made: with the `newest` debugpy (and pytest, numpy and
 * pandas where there are files for this Python), with an `old` one, with gevent, trio and anyio for `tasks`, or `bare` of any.
 *
 * @throws Error when it is missing: tests that are silently left out would look like passing ones.
 */
export function pythonWith(debugpy: 'newest' | 'old' | 'tasks' | 'bare'): string {
  const inside = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';
  const path = fileURLToPath(new URL(`../../.cache/python/${debugpy}/${inside}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`Python is not installed for tests. Run: node scripts/install/debugpy.mjs`);
  return path;
}

/** The kinds of debugpy that a behaviour is tested with: one that we speak to directly, and in whole runs one behind its adapter, too. */
export function debugpyVersions(): readonly ('newest' | 'old')[] {
  return TIER === 'all' ? ['newest', 'old'] : ['newest'];
}
