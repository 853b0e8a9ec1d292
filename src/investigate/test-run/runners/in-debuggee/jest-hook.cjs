'use strict';
// Writes down the results of Jest: loaded into its main process, it listens to the runner's own events (since Jest 27).
const { createRequire } = require('node:module');

/** Ways from the command's script to the package; with some package managers only a dependent can see its dependency. */
const WAYS = [['jest-runner'], ['@jest/core', 'jest-runner'], ['jest-cli', 'jest-config', 'jest-runner']];

module.exports = ({ script, record }) => {
  const loaded = require(packageFrom(script));
  const { prototype } = loaded.default ?? loaded;
  const { runTests } = prototype;
  const heard = new WeakSet();
  prototype.runTests = function (...args) {
    if (typeof this.on === 'function' && !heard.has(this)) {
      heard.add(this);
      listen(this, record);
    }
    return runTests.apply(this, args);
  };
};

function packageFrom(script) {
  for (const way of WAYS) {
    try {
      return way.reduce((from, name) => createRequire(from).resolve(name), script);
    } catch {
      // The next way may be there.
    }
  }
  throw new Error('jest-runner was not found');
}

function listen(runner, record) {
  const safely = (listener) => (fact) => {
    try {
      listener(fact);
    } catch {
      // The shape of an event that is not known.
    }
  };
  runner.on(
    'test-case-start',
    safely(([file, { ancestorTitles, title }]) => record({ kind: 'begin', file, name: [...ancestorTitles, title] })),
  );
  runner.on(
    'test-case-result',
    safely(([file, test]) => record({ ...testOf(file, test), provisional: true })),
  );
  runner.on(
    'test-file-success',
    safely(([{ path }, result]) => {
      record({ kind: 'settled', file: path });
      for (const test of result.testResults) record(testOf(path, test));
      const { testExecError } = result;
      if (testExecError) record({ kind: 'file', file: path, errors: [errorOf(testExecError)] });
    }),
  );
  runner.on(
    'test-file-failure',
    safely(([{ path }, error]) => record({ kind: 'file', file: path, errors: [errorOf(error)] })),
  );
}

const STATUS = { pending: 'skipped', disabled: 'skipped' };

function testOf(file, { ancestorTitles, title, status, failureMessages, location }) {
  return {
    kind: 'test',
    file,
    name: [...ancestorTitles, title],
    status: STATUS[status] ?? status,
    errors: failureMessages.map((stack) => ({ stack })),
    ...(location ? { line: location.line } : {}),
  };
}

function errorOf({ message, stack, type }) {
  return { message: String(message ?? ''), stack: String(stack ?? ''), ...(type ? { name: type } : {}) };
}
