import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TIER } from './tier.ts';

const RECORD = fileURLToPath(new URL('../../.cache/pythons.json', import.meta.url));

/** A Python that tests run programs with. */
export interface PythonVersion {
  readonly minor: number;
  readonly path: string;
}

/**
 * The Pythons that a behaviour is tested on: the one that the tests of the debugger use, and in the whole run one of each minor version that
 * there is on this machine, as `scripts/install/pythons.mjs` found them.
 *
 * @throws Error when that has not run
 */
export function pythonVersions(): PythonVersion[] {
  // Only scripts/install/pythons.mjs writes it, the one of the tests first.
  const found = JSON.parse(readFileSync(RECORD, 'utf8')) as PythonVersion[];
  return TIER === 'all' ? found.toSorted((one, other) => one.minor - other.minor) : found.slice(0, 1);
}
