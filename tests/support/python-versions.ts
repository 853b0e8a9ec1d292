import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TIER } from './tier.ts';

const RECORD = fileURLToPath(new URL('../../.cache/pythons.json', import.meta.url));

/** A Python that tests run programs with. */
export interface PythonVersion {
  readonly minor: number;
  readonly path: string;
  /** Packages can be installed for it. */
  readonly hasPip: boolean;
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

/**
 * True if the machine has a newer Python than that of the tests, to install packages for. False before
 * `scripts/install/pythons.mjs` has run.
 */
export function hasNewerPython(): boolean {
  if (!existsSync(RECORD)) return false;
  const [own, ...others] = JSON.parse(readFileSync(RECORD, 'utf8')) as PythonVersion[];
  return own !== undefined && others.some(({ minor, hasPip }) => hasPip && minor > own.minor);
}
