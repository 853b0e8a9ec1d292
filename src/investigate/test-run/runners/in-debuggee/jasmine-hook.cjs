'use strict';
// Gives each runner of Jasmine one more reporter, also with --parallel. It writes nothing to the terminal.
const { join } = require('node:path');
const { selection } = require('./selection.cjs');
const { errorOf: errorOfThrown, loadFailure } = require('./thrown-value.cjs');

module.exports = ({ script, root, record }) => {
  // bin/jasmine.js
  const folder = root ?? script.replace(/[\\/]bin[\\/][\s\S]*$/, '');
  for (const file of ['jasmine.js', 'parallel_runner.js']) {
    const { prototype } = load(join(folder, 'lib', file)) ?? {};
    const { execute } = prototype ?? {};
    if (typeof execute !== 'function') continue;
    if (selection) selectBeforeLoading(prototype);
    prototype.execute = function (...args) {
      try {
        this.addReporter(reporterOf(record));
      } catch {
        // The tests run all the same, unreported.
      }
      const run = execute.apply(this, file === 'parallel_runner.js' ? withFilter(args) : args);
      // A file that cannot be loaded ends the run before any reporter is told.
      run?.then?.(undefined, (error) => record(loadFailure(errorOfThrown(error))));
      return run;
    };
  }
};

/** Has Jasmine run what is wanted, of what the command filters itself. */
function select(env) {
  const { specFilter } = env.configuration();
  const isWanted = (spec) => selection.includesJoined(spec.filename, spec.getFullName());
  env.configure({ specFilter: (spec) => isWanted(spec) && specFilter(spec) });
}

/** Selects tests when the filter of the command is known, and no test yet. */
function selectBeforeLoading(prototype) {
  const { loadSpecs } = prototype;
  if (typeof loadSpecs !== 'function') return;
  prototype.loadSpecs = function (...args) {
    select(this.env);
    return loadSpecs.apply(this, args);
  };
}

/** With --parallel, the filter goes to the workers as text. */
function withFilter([files, filter, ...more]) {
  return selection ? [files, selection.patternWith(filter?.source ?? filter), ...more] : [files, filter, ...more];
}

function load(path) {
  try {
    const loaded = require(path);
    return loaded.default ?? loaded;
  } catch {
    // Older versions run nothing in parallel.
    return undefined;
  }
}

function reporterOf(record) {
  const suites = new Map();
  const namesOf = ({ description, parentSuiteId }) => {
    const names = [description];
    for (let at = suites.get(parentSuiteId); at !== undefined; at = suites.get(at.parentSuiteId))
      names.unshift(at.description);
    return names;
  };
  /** Before version 5 a result does not say its suite: they come one after another there. */
  const around = [];
  const placeOf = (result) => {
    const file = result.filename;
    const names = result.parentSuiteId === undefined ? [...around, result.description] : namesOf(result);
    // With --parallel, suites are not reported.
    const name = names.length === 1 && result.fullName ? [result.fullName] : names;
    return { name, ...(file ? { file } : {}) };
  };
  return {
    reporterCapabilities: { parallel: true },
    suiteStarted: (suite) => {
      suites.set(suite.id, suite);
      around.push(suite.description);
    },
    suiteDone: (suite) => {
      around.pop();
      const errors = errorsOf(suite);
      if (errors.length > 0) record({ kind: 'test', ...placeOf(suite), status: 'failed', errors });
    },
    specStarted: (spec) => record({ kind: 'begin', ...placeOf(spec) }),
    specDone: (spec) => {
      const status = STATUS[spec.status] ?? 'skipped';
      const isOut = status === 'skipped' && selection && !selection.includesJoined(spec.filename, spec.fullName);
      record(
        isOut
          ? { kind: 'unselected', ...placeOf(spec) }
          : { kind: 'test', ...placeOf(spec), status, errors: errorsOf(spec) },
      );
    },
    jasmineDone: (run) => {
      for (const failed of run.failedExpectations ?? []) {
        const errors = [errorOf(failed)];
        const file = failed.filename ?? /(?:\(|\s)((?:file:\/\/)?\/[^():]*):\d+/.exec(failed.stack ?? '')?.[1];
        const isLoad = failed.globalErrorType === 'load' && file !== undefined;
        record(isLoad ? { kind: 'file', file: file.replace(/^file:\/\//, ''), errors } : { kind: 'run', errors });
      }
    },
  };
}

const STATUS = { passed: 'passed', failed: 'failed' };

function errorsOf({ failedExpectations = [] }) {
  return failedExpectations.map(errorOf);
}

/** A failed expectation is no error of the program: its message is what counts, its stack where it is. */
function errorOf({ message, stack, globalErrorType }) {
  const [, name = '', text = message || 'something without a text was thrown'] =
    /^([\w$.]*(?:Error|Exception)): ([\s\S]*)$/.exec(message ?? '') ?? [];
  return {
    ...(name && globalErrorType === undefined ? { name } : {}),
    message: text || 'no message',
    stack: String(stack ?? ''),
  };
}
