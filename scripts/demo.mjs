// npm run demo: from a fresh clone to a bug found. Installs and builds what is missing, then plays scripts/demo/scenario.mjs.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// One process each: the build and the scenario import packages that are there only after the setup.
const STEPS = ['scripts/setup.mjs', 'scripts/bundle/build.mjs', 'scripts/demo/scenario.mjs'];

const failed = STEPS.find(
  (script) => spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' }).status !== 0,
);
if (failed !== undefined) console.error(`\ndemo: ${failed} failed`);
process.exitCode = failed === undefined ? 0 : 1;
