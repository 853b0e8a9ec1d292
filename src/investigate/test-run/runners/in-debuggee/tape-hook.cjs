'use strict';
// Writes down the results of tape, which runs in the process of its tests: of its own command, or of a test file that Node runs.
const { join } = require('node:path');
const { inspect } = require('node:util');
const { comparison } = require('./compared-values.cjs');
const { selection } = require('./selection.cjs');

module.exports = ({ script, root, record }) => {
  // bin/tape
  const folder = root ?? script.replace(/[\\/]bin[\\/][\s\S]*$/, '');
  const Results = require(join(folder, 'lib', 'results.js'));
  const Test = require(join(folder, 'lib', 'test.js'));
  const parents = new WeakMap();
  const files = new WeakMap();
  const { _watch: watch } = Results.prototype;
  Results.prototype._watch = function (test, ...rest) {
    try {
      files.set(test, fileOf(test, script));
      listen(test, { record, parents, files });
    } catch {
      // The shape of a test that is not known.
    }
    return watch.call(this, test, ...rest);
  };
  const { test: addTest } = Test.prototype;
  Test.prototype.test = function (...args) {
    const own = (child) => parents.set(child, this);
    this.once('test', own);
    return addTest.apply(this, args);
  };
};

/** The file that makes the test, in a command that runs several files; asked for only if it counts. */
function fileOf(test, script) {
  if (test.file || !selection?.choosesFiles) return test.file;
  if (!/[\\/]node_modules[\\/]/.test(script)) return script;
  const calls = wholeStack()
    .split('\n')
    .map((line) => /\(?((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(line)?.[1]);
  return calls.find((path) => path !== undefined && path !== __filename && !/[\\/]node_modules[\\/]/.test(path));
}

/** Tape's own calls are more than are kept by default. */
function wholeStack() {
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 100;
    return new Error().stack ?? '';
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function namesOf(test, parents) {
  const names = [];
  for (let at = test; at !== undefined; at = parents.get(at)) names.unshift(String(at.name));
  return names;
}

function listen(test, { record, parents, files }) {
  // One within another is in the same file, though its stack may begin at a timer.
  const fileIn = () => {
    for (let at = test; at !== undefined; at = parents.get(at)) if (files.get(at)) return files.get(at);
    return undefined;
  };
  const place = () => ({ name: namesOf(test, parents), ...(test.file ? { file: test.file } : {}) });
  const isWanted = () => selection?.includes(fileIn(), namesOf(test, parents)) ?? true;
  let isLeftOut = false;
  const errors = [];
  let asserted = 0;
  let children = 0;
  test.once('prerun', () => {
    isLeftOut = !isWanted() && !selection.mayHold(fileIn(), namesOf(test, parents));
    // The last moment at which tape can be asked not to run it.
    if (isLeftOut) test._skip = true;
    else record({ kind: 'begin', ...place() });
  });
  test.on('test', () => {
    children++;
  });
  test.on('result', (result) => {
    if (typeof result !== 'object' || result === null || !('ok' in result)) return;
    asserted++;
    if (!result.ok && !result.todo) errors.push(failureOf(result));
  });
  test.once('end', () => {
    if (isLeftOut || (!isWanted() && children === 0)) return record({ kind: 'unselected', ...place() });
    // It ran for the sake of those within it.
    if (!isWanted()) return record({ kind: 'done', ...place() });
    const isSkipped = Boolean(test._skip ?? test.skip_) && asserted === 0;
    const isTodo = Boolean(test._todo);
    // A test around others that asserts nothing itself is a suite.
    if (children > 0 && asserted === 0) return record({ kind: 'done', ...place() });
    const status = isSkipped ? 'skipped' : errors.length > 0 ? 'failed' : isTodo ? 'todo' : 'passed';
    return record({ kind: 'test', ...place(), status, errors: status === 'failed' ? errors : [] });
  });
}

function failureOf({ name, operator, actual, expected, error }) {
  const thrown = [actual, error].find((each) => each instanceof Error && typeof each.stack === 'string') ?? error;
  const text = (value) => inspect(value, { depth: 2, customInspect: false });
  const values =
    operator === 'fail' ||
    operator === 'error' ||
    operator === 'end' ||
    (expected === undefined && actual === undefined)
      ? []
      : [`expected: ${text(expected)}`, `actual: ${text(actual)}`];
  const isError = operator === 'error' || (thrown !== error && thrown !== undefined && operator !== 'throws');
  return {
    ...(isError ? { name: String(thrown.name) } : {}),
    message: [isError ? String(thrown.message) : String(name), ...(isError ? [] : values)].join('\n'),
    stack: String(thrown?.stack ?? ''),
    ...(isError || values.length === 0
      ? {}
      : { compared: comparison(actual, expected, { isLoose: /loose/i.test(operator) }) }),
  };
}
