'use strict';
// Writes down the results of Mocha: loaded into its main process, it sees what the runner reports. With --parallel,
// that runner repeats what the worker processes report.
const { join, resolve } = require('node:path');
const { selection } = require('./selection.cjs');
const { errorOf, loadFailure } = require('./thrown-value.cjs');

module.exports = ({ script, record, isWorker }) => {
  // bin/mocha.js, bin/_mocha, lib/cli/cli.js
  const root = script.replace(/[\\/](bin|lib)[\\/][\s\S]*$/, '');
  const loaded = require(join(root, 'lib', 'runner.js'));
  if (!isWorker) listenToLoading(root, record);
  // Since version 12 it is a module with a name for it.
  const { prototype } = loaded.Runner ?? loaded;
  const { emit } = prototype;
  prototype.emit = function (event, ...args) {
    try {
      // Behind what the command itself leaves out, and before any suite is begun.
      if (selection && event === 'start') select(this, record);
      const fact = isWorker ? undefined : FACTS[event]?.(...args);
      if (fact) record(fact);
    } catch {
      // The shape of an event that is not known.
    }
    return emit.call(this, event, ...args);
  };
};

/** A file that cannot be loaded ends the run before there is a runner. */
function listenToLoading(root, record) {
  const Mocha = loadedMocha(root);
  const { loadFilesAsync, run } = Mocha?.prototype ?? {};
  if (typeof loadFilesAsync !== 'function') return;
  if (selection?.choosesFiles) {
    // In parallel, the files are handed out by it.
    Mocha.prototype.run = function (...args) {
      leaveOutFiles(this, record);
      return run.apply(this, args);
    };
  }
  Mocha.prototype.loadFilesAsync = function (...args) {
    if (selection?.choosesFiles) leaveOutFiles(this, record);
    const loading = loadFilesAsync.apply(this, args);
    loading.catch((error) => record(loadFailure(errorOf(error))));
    return loading;
  };
}

/** Files that the command names as preparing for all others are kept. */
function leaveOutFiles(mocha, record) {
  const preparing = new Set([mocha.options?.file ?? []].flat().map((file) => resolve(file)));
  mocha.files = mocha.files.filter((file) => {
    const isKept = preparing.has(resolve(file)) || selection.includesFile(file);
    if (!isKept) record({ kind: 'unselected', file });
    return isKept;
  });
}

/** A suite without tests is not begun, and its hooks do not run. */
function select(runner, record) {
  const isChosen = ({ file }, test) => {
    if (selection.includes(test.file ?? file, test.titlePath())) return true;
    const isMatched = runner._grep === undefined || runner._grep.test(test.fullTitle()) !== Boolean(runner._invert);
    if (isMatched) record({ kind: 'unselected', ...placeOf(test) });
    return false;
  };
  const suites = [runner.suite];
  for (const suite of suites) {
    suite.tests = suite.tests.filter((test) => isChosen(suite, test));
    suites.push(...suite.suites);
  }
  runner.total = runner.grepTotal(runner.suite);
}

function loadedMocha(root) {
  for (const file of ['mocha.js', 'mocha.cjs']) {
    try {
      const loaded = require(join(root, 'lib', file));
      return loaded.Mocha ?? loaded.default ?? loaded;
    } catch {
      // The other version may be there.
    }
  }
  return undefined;
}

const FACTS = {
  test: (test) => ({ kind: 'begin', ...placeOf(test) }),
  pass: (test) => ({ kind: 'test', ...placeOf(test), status: 'passed', errors: [] }),
  pending: (test) => ({ kind: 'test', ...placeOf(test), status: 'skipped', errors: [] }),
  fail: (test, error) => ({ kind: 'test', ...placeOf(test), status: 'failed', errors: [errorOf(error)] }),
};

function placeOf(test) {
  const file = test.file ?? test.ctx?.currentTest?.file;
  return { name: test.titlePath(), ...(file ? { file } : {}) };
}
