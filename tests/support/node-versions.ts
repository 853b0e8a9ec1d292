import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A Node.js binary that tests run debuggees with. */
export interface NodeVersion {
  readonly major: number;
  readonly path: string;
}

const EXTRA_MAJORS = [22, 24, 26] as const;

/**
 * The Node.js versions that debuggees are tested on: the one that runs the tests and those that
 * `scripts/install/nodes.mjs` put below `.cache/node-versions`.
 *
 * @throws Error when one is missing: a version that is silently left out would look like a passing one.
 */
export function nodeVersions(): NodeVersion[] {
  const own = Number(process.versions.node.split('.')[0]);
  const extra = EXTRA_MAJORS.filter((major) => major !== own).map((major) => ({ major, path: binaryOf(major) }));
  return [{ major: own, path: process.execPath }, ...extra];
}

function binaryOf(major: number): string {
  const platform = `node-${process.platform}-${process.arch}`;
  const url = new URL(`../../.cache/node-versions/${major}/node_modules/${platform}/bin/node`, import.meta.url);
  const path = fileURLToPath(url);
  if (!existsSync(path))
    throw new Error(`Node ${major} is not installed for tests. Run: node scripts/install/nodes.mjs`);
  return path;
}
