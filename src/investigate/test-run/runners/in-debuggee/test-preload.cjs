'use strict';
// Preloaded (NODE_OPTIONS=--require) into every Node.js process of a command that runs tests. In the process of a test runner it
// loads that runner's hook, which writes down what becomes of each test; so it does in a program of the project that may run its tests
// itself, because such a runner is installed. In every other process it does nothing. Where tests are selected, workers of runners that
// cannot be told by their main process are given the hook as well.
//
// It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
(() => {
  const {
    MCP_DEBUGGER_TEST_RESULTS: results,
    MCP_DEBUGGER_TEST_HOOKS: hooks,
    MCP_DEBUGGER_TEST_ONLY: only,
    // A runner started this process, or one above it.
    MCP_DEBUGGER_TEST_BELOW: below,
  } = process.env;
  try {
    if (only) selectInNodeTest();
    if (require('node:worker_threads').isMainThread) start(true);
    // The script of a thread is not known before its preloads have ended.
    else if (only) process.nextTick(safely(start), false);
  } catch {
    // The tests run all the same, unreported.
  }

  function start(isMainThread) {
    if (!process.argv[1]) return;
    const fs = require('node:fs');
    const path = require('node:path');
    // node_modules/.bin holds symbolic links.
    const script = fs.realpathSync(process.argv[1]);
    const normal = `/${script.replace(/\\/g, '/')}`;
    const known = JSON.parse(hooks);
    // Kept from here on: tests put other file systems in the place of this one.
    const { appendFileSync, existsSync } = fs;
    /** Runners that wrote something down in this process. */
    const heard = new Set();
    const recordOf = (runner) => (fact) => {
      try {
        const facts = heard.has(runner) ? [fact] : [{ kind: 'runner', cwd: process.cwd() }, fact];
        heard.add(runner);
        process.env.MCP_DEBUGGER_TEST_BELOW = '1';
        const { pid } = process;
        appendFileSync(results, facts.map((each) => `${JSON.stringify({ runner, pid, ...each })}\n`).join(''));
        // Where what runs in each test is counted.
        globalThis[Symbol.for('mcp-debugger.reported')]?.(runner, fact);
      } catch {
        // What is not written down is missing in the report, which is better than a test run that breaks.
      }
    };
    const load = ({ id, file }, root, isWorker = false) => {
      const isFirst = () => [...heard].every((each) => each === id);
      require(file)({ script, root, record: recordOf(id), isFirst, isWorker });
    };
    const isOneOf = (scripts = []) => scripts.some((suffix) => normal.endsWith(`/${suffix}`));
    const worker = only && known.find(({ workers }) => isOneOf(workers));
    if (worker) load(worker, undefined, true);
    if (!isMainThread) return;
    const writeOfProcess = (fact) =>
      appendFileSync(results, `${JSON.stringify({ ...fact, pid: process.pid, file: script })}\n`);
    if (below && results && !normal.includes('/node_modules/')) writeOfProcess({ runner: '', kind: 'below' });
    // A file that cannot be loaded ends its process before its runner is told. A listener of the program deals with it itself.
    process.on(
      'uncaughtExceptionMonitor',
      safely((error) => {
        if (process.listenerCount('uncaughtException') > 0) return;
        const [runner = process.env.NODE_TEST_CONTEXT && !below ? 'node-test' : ''] = heard;
        const errors = [require('./thrown-value.cjs').errorOf(error)];
        writeOfProcess({ runner, kind: 'uncaught', errors });
      }),
    );
    const found = known.find(({ scripts }) => isOneOf(scripts));
    if (found) {
      heard.add(found.id);
      process.env.MCP_DEBUGGER_TEST_BELOW = '1';
      recordOf(found.id)({ kind: 'runner', cwd: process.cwd() });
      load(found, undefined);
      return;
    }
    if (normal.includes('/node_modules/')) return;
    if (results && require('./node-test-context.cjs').listen(script)) process.env.MCP_DEBUGGER_TEST_BELOW = '1';
    for (const hook of known) {
      const root = hook.library === undefined ? undefined : installed(hook.library, { from: script, path, existsSync });
      if (root !== undefined) load(hook, fs.realpathSync(root));
    }
  }

  /** Not in programs of others: what it listens to costs those that make many promises. */
  function selectInNodeTest() {
    if (!/[\\/]node_modules[\\/](?!.*\bborp\b)/.test(process.argv[1] ?? '')) require('./node-test-select.cjs');
  }

  function safely(use) {
    return (...args) => {
      try {
        use(...args);
      } catch {
        // The tests run all the same, unreported.
      }
    };
  }

  function installed(name, { from, path, existsSync }) {
    for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
      const root = path.join(folder, 'node_modules', name);
      if (existsSync(root)) return root;
      if (folder === path.dirname(folder)) return undefined;
    }
  }
})();
