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
  return TIER === 'all'
    ? everyPythonVersion().toSorted((one, other) => one.minor - other.minor)
    : everyPythonVersion().slice(0, 1);
}

/**
 * All of them, whichever run it is; the one of the tests comes first.
 *
 * @throws Error as {@link pythonVersions}
 */
export function everyPythonVersion(): PythonVersion[] {
  // Only scripts/install/pythons.mjs writes it.
  return JSON.parse(readFileSync(RECORD, 'utf8')) as PythonVersion[];
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
