import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TIER } from './tier.ts';

/** A Node.js binary that tests run debuggees with. */
export interface NodeVersion {
  readonly major: number;
  readonly path: string;
}

/** Debuggees are tested on these; scripts/install/nodes.mjs installs them. */
const MAJORS = [20, 22, 24, 26] as const;

/**
 * The Node.js versions that a behaviour is tested on where V8 matters: the oldest and the newest, and all of them in the whole run.
 *
 * @throws Error when one is missing: a version that is silently left out would look like a passing one.
 */
export function nodeVersions(): NodeVersion[] {
  const isEnd = (_: number, index: number) => index === 0 || index === MAJORS.length - 1;
  return TIER === 'all' ? everyNodeVersion() : MAJORS.filter(isEnd).map(nodeOf);
}

/**
 * All that debuggees are tested on, whichever run it is.
 *
 * @throws Error when one is missing
 */
export function everyNodeVersion(): NodeVersion[] {
  return MAJORS.map(nodeOf);
}

/**
 * A certain version, for a test that is about it.
 *
 * @throws Error when it is missing
 */
export function nodeOf(major: number): NodeVersion {
  if (process.versions.node.startsWith(`${major}.`)) return { major, path: process.execPath };
  const platform = `node-${process.platform}-${process.arch}`;
  const url = new URL(`../../.cache/node-versions/${major}/node_modules/${platform}/bin/node`, import.meta.url);
  const path = fileURLToPath(url);
  if (!existsSync(path))
    throw new Error(`Node ${major} is not installed for tests. Run: node scripts/install/nodes.mjs`);
  return { major, path };
}
