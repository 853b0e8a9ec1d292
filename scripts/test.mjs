// npm test: everything from a fresh clone to a verdict. Arguments go to vitest (npm test -- tests/unit).
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = '.cache/test-results.json';
const AGAIN = '.cache/test-results-again.json';
/** More failures than this are no accident. */
const MAX_SHAKY = 3;
const args = process.argv.slice(2);

/** Without these there is nothing to test. */
const prepared = [
  'setup',
  'install/nodes',
  'install/ts-tools',
  'install/debugpy',
  'install/delve',
  'install/tmux',
  'bundle/build',
].every((name) => run([`scripts/${name}.mjs`]));
const checked = prepared && run(['scripts/check.mjs']);
const firstRun = prepared && runVitest(RESULTS, args);
const { passed, failed } = prepared ? counts(firstRun) : { passed: 0, failed: 1 };
const shaky = prepared && !firstRun ? passedAlone() : [];
const tested = firstRun || (shaky.length > 0 && shaky.length === failed);
for (const name of shaky) console.log(`Failed among all, passed when run again alone: ${name}`);
const left = tested ? 0 : failed;
console.log(`\n${passed + failed - left} passed, ${left + (prepared && !checked ? 1 : 0)} failed`);
process.exitCode = checked && tested ? 0 : 1;

function runVitest(results, what) {
  rmSync(root + results, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...what]);
}

/**
 * Programs and debuggers are real in these tests, and a busy machine can starve one of them. A few that failed among all the others
 * are run again by themselves, and named. Tests without processes get no second chance.
 *
 * @returns {string[]} Names of those that passed then; empty when one of them failed again.
 */
function passedAlone() {
  const files = readResults(RESULTS)?.testResults.filter(({ status }) => status === 'failed') ?? [];
  const names = files.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'failed').map((test) => test.fullName),
  );
  const isReal = ({ name }) => /[\\/]tests[\\/](live|race|e2e)[\\/]/.test(name);
  if (names.length === 0 || names.length > MAX_SHAKY || !files.every(isReal)) return [];
  return runVitest(AGAIN, [...files.map(({ name }) => name), '--no-file-parallelism']) ? names : [];
}

/** A file that cannot be loaded has no tests to count: the run failed with no failed test, which counts as one. */
function counts(succeeded) {
  const { numPassedTests = 0, numFailedTests = 1 } = readResults(RESULTS) ?? {};
  return { passed: numPassedTests, failed: succeeded ? numFailedTests : Math.max(1, numFailedTests) };
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8'));
  } catch {
    return undefined;
  }
}

function run(nodeArgs) {
  return spawnSync(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' }).status === 0;
}
