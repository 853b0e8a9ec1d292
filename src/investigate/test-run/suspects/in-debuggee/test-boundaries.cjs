'use strict';
// Preloaded beside the tracer into every Node.js process and worker of a command that runs tests: reports to the tracer which test
// begins and ends in that thread, so that it is known what ran in each of them. Of a runner that is not known here, nothing is.
//
// It runs inside programs that are not ours: whatever fails leaves them as they would be without it.
(() => {
  try {
    // The tracer may be loaded after this.
    const boundary = (phase, name, file) => {
      try {
        globalThis.__mcpDebuggerTrace?.test(phase, name.map(String), file);
      } catch {
        // What ran in the test is not known then.
      }
    };
    const { isMainThread } = require('node:worker_threads');
    const script = isMainThread && process.argv[1] ? realPath(process.argv[1]).replace(/\\/g, '/') : '';
    const isTool = script === '' || script.includes('/node_modules/');
    const hooks = isTool
      ? ['jest', 'vitest', 'mocha', 'ava', 'playwright', 'reported']
      : ['node-test', 'tap', 'reported'];
    for (const name of hooks) require(`./${name}-boundaries.cjs`)({ boundary, script });
  } catch {
    // Nothing is said of what ran in which test.
  }

  function realPath(path) {
    try {
      return require('node:fs').realpathSync(path);
    } catch {
      return path;
    }
  }
})();
