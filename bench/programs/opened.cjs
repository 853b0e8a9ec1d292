// Preloaded: waits for a debugger, whose address it says on a pipe of its own.
const inspector = require('node:inspector');
inspector.open(0, '127.0.0.1');
require('node:fs').writeSync(3, inspector.url());
inspector.waitForDebugger();
