'use strict';
// Writes down the results of Jest: loaded into its main process, it listens to the runner's own events (since Jest 27).
const { createRequire } = require('node:module');
const { comparedOf } = require('./compared-values.cjs');
const { selection } = require('./selection.cjs');

/** Ways from the command's script to the package; with some package managers only a dependent can see its dependency. */
const WAYS = [['jest-runner'], ['@jest/core', 'jest-runner'], ['jest-cli', 'jest-config', 'jest-runner']];

module.exports = ({ script, record }) => {
  const loaded = require(packageFrom(script));
  const { prototype } = loaded.default ?? loaded;
  const { runTests } = prototype;
  const heard = new WeakSet();
  prototype.runTests = function (tests, ...args) {
    if (typeof this.on === 'function' && !heard.has(this)) {
      heard.add(this);
      listen(this, record);
    }
    return runTests.call(this, selection ? selected(this, tests, record) : tests, ...args);
  };
};

/** Has the runner run what is wanted: it leaves out tests by their names, and is not given files without any. */
function selected(runner, tests, record) {
  const { testNamePattern: given, ...config } = runner._globalConfig;
  const testNamePattern = selection.patternWith(given, true);
  if (testNamePattern !== undefined) runner._globalConfig = Object.freeze({ ...config, testNamePattern });
  const others = tests.filter(({ path }) => !selection.includesFile(path));
  for (const { path } of others) record({ kind: 'unselected', file: path });
  return tests.filter((test) => !others.includes(test));
}

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
    safely(([file, { ancestorTitles, title }]) => {
      const name = [...ancestorTitles, title];
      if (selection?.includes(file, name) ?? true) record({ kind: 'begin', file, name });
    }),
  );
  runner.on(
    'test-case-result',
    safely(([file, test]) => {
      const fact = testOf(file, test);
      if (fact.kind === 'test') record({ ...fact, provisional: true });
    }),
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

const NOT_RUN = new Set(['pending', 'disabled', 'todo']);
const STATUS = { pending: 'skipped', disabled: 'skipped' };

function testOf(file, { ancestorTitles, title, status, failureMessages, failureDetails = [], location }) {
  const name = [...ancestorTitles, title];
  if (selection && NOT_RUN.has(status) && !selection.includes(file, name)) return { kind: 'unselected', file, name };
  return {
    kind: 'test',
    file,
    name,
    status: STATUS[status] ?? status,
    errors: failureMessages.map((stack, at) => ({ stack, ...comparedOf(failureDetails[at]) })),
    ...(location ? { line: location.line } : {}),
  };
}

function errorOf({ message, stack, type }) {
  return { message: String(message ?? ''), stack: String(stack ?? ''), ...(type ? { name: type } : {}) };
}
