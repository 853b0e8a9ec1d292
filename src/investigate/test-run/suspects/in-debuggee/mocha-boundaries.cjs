'use strict';
// The tests of a worker process of Mocha with --parallel, which reports to the first process only when a file has ended.
const { join } = require('node:path');

module.exports = ({ boundary, script }) => {
  const [, root] = /^(.*\/mocha)\/lib\/nodejs\/worker\.[cm]?js$/.exec(script) ?? [];
  if (root === undefined) return;
  const loaded = require(join(root, 'lib', 'runner.js'));
  const { prototype } = loaded.Runner ?? loaded;
  const { emit } = prototype;
  prototype.emit = function (event, ...args) {
    const phase = PHASES[event];
    if (phase !== undefined) boundary(phase, args[0].titlePath(), args[0].file);
    return emit.call(this, event, ...args);
  };
};

const PHASES = { test: 'begin', 'test end': 'end' };
