import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TIER } from './tier.ts';

/** True if this process runs its tests on the newest Python of the machine. */
const ON_NEWEST_PYTHON = process.env.MCP_DEBUGGER_TEST_PYTHON === 'latest';

/**
 * The Python of a virtual environment that `scripts/install/debugpy.mjs` made: with the `newest` debugpy (and pytest, numpy and
 * pandas where there are files for this Python), with an `old` one, with gevent, trio and anyio for `tasks`, or `bare` of any. Of the Python
 * of the machine; in the part of whole runs that runs on its newest Python, of that.
 *
 * @throws Error when it is missing: tests that are silently left out would look like passing ones.
 */
export function pythonWith(debugpy: 'newest' | 'old' | 'tasks' | 'bare'): string {
  const inside = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';
  const below = ON_NEWEST_PYTHON ? 'python/latest' : 'python';
  const path = fileURLToPath(new URL(`../../.cache/${below}/${debugpy}/${inside}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`Python is not installed for tests. Run: node scripts/install/debugpy.mjs`);
  return path;
}

/**
 * The kinds of debugpy that a behaviour is tested with: one that we speak to directly, and in whole runs one behind its adapter, too. The
 * newest Python runs none of those.
 */
export function debugpyVersions(): readonly ('newest' | 'old')[] {
  return TIER === 'all' && !ON_NEWEST_PYTHON ? ['newest', 'old'] : ['newest'];
}
