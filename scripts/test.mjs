// npm test: everything from a fresh clone to a verdict. Arguments go to vitest (npm test -- tests/unit).
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = '.cache/test-results.json';
const args = process.argv.slice(2);

/** Without these there is nothing to test. */
const prepared = [
  'setup',
  'install-nodes',
  'install-ts-tools',
  'install-debugpy',
  'install-delve',
  'install-tmux',
  'build',
].every((name) => run([`scripts/${name}.mjs`]));
const checked = prepared && run(['scripts/check.mjs']);
const tested = prepared && runVitest();

const { passed, failed } = prepared ? counts(tested) : { passed: 0, failed: 1 };
console.log(`\n${passed} passed, ${failed + (prepared && !checked ? 1 : 0)} failed`);
process.exitCode = checked && tested ? 0 : 1;

function runVitest() {
  rmSync(root + RESULTS, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
  return run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args]);
}

/** A file that cannot be loaded has no tests to count: the run failed with no failed test, which counts as one. */
function counts(succeeded) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(root + RESULTS, 'utf8'));
    return { passed: numPassedTests, failed: succeeded ? numFailedTests : Math.max(1, numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function run(nodeArgs) {
  return spawnSync(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' }).status === 0;
}
