// Writes docs/matrix.json and what is made of it. Only a whole, green run of the tests does: scripts/test.mjs.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scenarioResults } from './scenario-results.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns {boolean} Whether the documentation could be made of it. */
export function writeMatrix() {
  const results = scenarioResults();
  if (results === undefined) return false;
  writeFileSync(`${root}docs/matrix.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  return spawnSync(process.execPath, ['scripts/docs/gen.mjs'], { cwd: root, stdio: 'inherit' }).status === 0;
}
