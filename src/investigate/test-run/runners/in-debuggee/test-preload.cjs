'use strict';
// Preloaded (NODE_OPTIONS=--require) into every Node.js process of a command that runs tests. In the process of a test runner it
// loads that runner's hook, which writes down what becomes of each test; in every other process it does nothing.
//
// It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
(() => {
  try {
    if (!require('node:worker_threads').isMainThread || !process.argv[1]) return;
    const { MCP_DEBUGGER_TEST_RESULTS: results, MCP_DEBUGGER_TEST_HOOKS: hooks } = process.env;
    const fs = require('node:fs');
    // node_modules/.bin holds symbolic links.
    const script = fs.realpathSync(process.argv[1]);
    const normal = `/${script.replace(/\\/g, '/')}`;
    const found = JSON.parse(hooks).find(({ scripts }) => scripts.some((suffix) => normal.endsWith(`/${suffix}`)));
    if (!found) return;
    // Kept from here on: tests put other file systems in the place of this one.
    const { appendFileSync } = fs;
    const record = (fact) => {
      try {
        appendFileSync(results, `${JSON.stringify({ runner: found.id, ...fact })}\n`);
      } catch {
        // What is not written down is missing in the report, which is better than a test run that breaks.
      }
    };
    record({ kind: 'runner', cwd: process.cwd() });
    require(found.file)({ script, record });
  } catch {
    // The tests run all the same, unreported.
  }
})();
