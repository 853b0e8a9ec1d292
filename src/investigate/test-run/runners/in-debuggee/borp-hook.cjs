'use strict';
// Writes down the results of borp, which runs node:test by a call of `run`: its stream reports each test to all its readers.
const { syncBuiltinESMExports } = require('node:module');
const nodeTest = require('node:test');
const { listenerOf } = require('./node-test-events.cjs');

module.exports = ({ record }) => {
  const { run } = nodeTest;
  nodeTest.run = function (...args) {
    const stream = run.apply(this, args);
    const listen = listenerOf(record);
    for (const type of ['test:dequeue', 'test:start', 'test:pass', 'test:fail'])
      stream.on(type, (data) => listen({ type, data }));
    return stream;
  };
  syncBuiltinESMExports();
};
