// Writes docs/matrix.json and what is made of it. Only a whole, green run of the tests does: scripts/test.mjs.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scenarioResults } from './scenario-results.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string[]} names Of the run's results: `.cache/<name>.json`.
 * @returns {boolean} True if the documentation could be made of it.
 */
export function writeMatrix(names) {
  const results = scenarioResults(names.map((name) => JSON.parse(readFileSync(`${root}.cache/${name}.json`, 'utf8'))));
  if (results === undefined) return false;
  writeFileSync(`${root}docs/matrix.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  return spawnSync(process.execPath, ['scripts/docs/gen.mjs'], { cwd: root, stdio: 'inherit' }).status === 0;
}
