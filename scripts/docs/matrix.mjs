// npm run matrix: runs the scenarios with every language and version, and writes what works into docs/ and README.md.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = '.cache/test-results.json';

const prepared = ['setup', 'install/nodes', 'install/debugpy'].every((name) => run([`scripts/${name}.mjs`]));
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
const passed = prepared && run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, 'tests/live/scenarios']);
// Also after a failure: what fails is what the matrix is to show.
const written = prepared && run(['scripts/docs/gen.mjs']);
process.exitCode = passed && written ? 0 : 1;

function run(nodeArgs) {
  return spawnSync(process.execPath, nodeArgs, { cwd: root, stdio: 'inherit' }).status === 0;
}
