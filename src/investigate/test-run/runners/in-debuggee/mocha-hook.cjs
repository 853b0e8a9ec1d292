'use strict';
// Writes down the results of Mocha: loaded into its main process, it sees what the runner reports. With --parallel,
// that runner repeats what the worker processes report.
const { join } = require('node:path');

module.exports = ({ script, record }) => {
  // bin/mocha.js, bin/_mocha, lib/cli/cli.js
  const root = script.replace(/[\\/](bin|lib)[\\/][\s\S]*$/, '');
  const loaded = require(join(root, 'lib', 'runner.js'));
  // Since version 12 it is a module with a name for it.
  const { prototype } = loaded.Runner ?? loaded;
  const { emit } = prototype;
  prototype.emit = function (event, ...args) {
    try {
      const fact = FACTS[event]?.(...args);
      if (fact) record(fact);
    } catch {
      // The shape of an event that is not known.
    }
    return emit.call(this, event, ...args);
  };
};

const FACTS = {
  test: (test) => ({ kind: 'begin', ...placeOf(test) }),
  pass: (test) => ({ kind: 'test', ...placeOf(test), status: 'passed', errors: [] }),
  pending: (test) => ({ kind: 'test', ...placeOf(test), status: 'skipped', errors: [] }),
  fail: (test, error) => ({ kind: 'test', ...placeOf(test), status: 'failed', errors: errorsOf(error) }),
};

function placeOf(test) {
  const file = test.file ?? test.ctx?.currentTest?.file;
  return { name: test.titlePath(), ...(file ? { file } : {}) };
}

function errorsOf(error) {
  if (typeof error !== 'object' || error === null) return [{ message: String(error) }];
  return [{ name: error.name, message: error.message, stack: error.stack }].map(textsOf);
}

function textsOf(error) {
  return Object.fromEntries(Object.entries(error).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])));
}
