// Plants bugs in copies of real packages of npm and PyPI, and measures what it takes to see each: one call of debug_trace, or stepping.
//   npm run planted [-- --only semver --show]   --write: the results go into docs/planted.json, of which npm run gen makes docs/planted.md
//   npm run planted -- --first   the first call alone
//   npm run planted -- --tests   the packages' own tests, and one call of debug_test: docs/planted-tests.json
import { runBundled } from './bundle/run-bundled.mjs';

const given = process.argv.slice(2);
const args = given.filter((each) => each !== '--tests');
process.exitCode = await runBundled(`bench/planted/${args.length < given.length ? 'suites/' : ''}main.ts`, args);
