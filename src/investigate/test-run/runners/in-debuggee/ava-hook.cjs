'use strict';
// Writes down the results of AVA: loaded into its main process, it hears what the workers report, whatever they are.
const inspector = require('node:inspector');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { selection } = require('./selection.cjs');

module.exports = ({ script, record, isWorker }) => {
  if (isWorker) return select(script.replace(/[\\/]lib[\\/]worker[\\/][\s\S]*$/, ''), record);
  // Its command line takes an open inspector for debugging by hand: it would refuse to run in CI and drop the limits of time.
  // Not at once, because the debugger reads the address in a preload of its own.
  process.nextTick(() => {
    inspector.url = () => undefined;
  });
  // entrypoints/cli.mjs
  const root = script.replace(/[\\/]entrypoints[\\/][\s\S]*$/, '');
  // A module of its own, so it can only be had later; it is there long before the first worker is.
  import(pathToFileURL(join(root, 'lib', 'run-status.js')).href).then(
    ({ default: RunStatus }) => {
      const { emitStateChange } = RunStatus.prototype;
      RunStatus.prototype.emitStateChange = function (event) {
        try {
          for (const fact of FACTS[event.type]?.(event) ?? []) record(wanted(fact));
        } catch {
          // The shape of an event that is not known.
        }
        return emitStateChange.call(this, event);
      };
    },
    () => {},
  );
};

/** Every file is loaded to know its tests: what keeps one from being loaded counts only where it is wanted. */
function wanted(fact) {
  const isOut = fact.kind === 'file' && selection && !selection.includesFile(fact.file);
  return isOut ? { kind: 'unselected', file: fact.file } : fact;
}

/** Has a worker run what is wanted, of the tests that its file has declared. */
function select(root, record) {
  // It is there before the file is loaded.
  import(pathToFileURL(join(root, 'lib', 'runner.js')).href).then(
    ({ default: Runner }) => {
      const { start } = Runner.prototype;
      Runner.prototype.start = function (...args) {
        for (const kind of ['serial', 'concurrent', 'todo']) {
          this.tasks[kind] = this.tasks[kind].filter(({ title }) => {
            const isWanted = selection.includes(this.file, [title]);
            if (!isWanted) record({ kind: 'unselected', file: this.file, name: [title] });
            return isWanted;
          });
        }
        return start.apply(this, args);
      };
    },
    () => {},
  );
}

const FACTS = {
  'selected-test': (event) => {
    if (event.skip) return [{ kind: 'test', ...placeOf(event), status: 'skipped', errors: [] }];
    if (event.todo) return [{ kind: 'test', ...placeOf(event), status: 'todo', errors: [] }];
    return [];
  },
  'test-passed': (event) => [{ kind: 'test', ...placeOf(event), status: 'passed', errors: [] }],
  'test-failed': (event) => [{ kind: 'test', ...placeOf(event), status: 'failed', errors: [errorOf(event.err)] }],
  'hook-failed': (event) => [{ kind: 'test', ...placeOf(event), status: 'failed', errors: [errorOf(event.err)] }],
  'uncaught-exception': (event) => [{ kind: 'file', file: event.testFile, errors: [errorOf(event.err)] }],
  'unhandled-rejection': (event) => [{ kind: 'file', file: event.testFile, errors: [errorOf(event.err)] }],
  'worker-failed': (event) => (event.err ? [{ kind: 'file', file: event.testFile, errors: [errorOf(event.err)] }] : []),
  'no-tests': (event) => [{ kind: 'file', file: event.testFile, errors: [{ message: 'No tests found' }] }],
  'missing-ava-import': (event) => [
    { kind: 'file', file: event.testFile, errors: [{ message: 'No tests found, make sure to import "ava"' }] },
  ],
  timeout: ({ period, pendingTests }) =>
    [...(pendingTests ?? [])].flatMap(([file, titles]) =>
      [...titles].map((title) => ({
        kind: 'test',
        file,
        name: [title],
        status: 'failed',
        errors: [{ message: `Timed out: ${period} ms without a result` }],
      })),
    ),
};

function placeOf({ title, testFile }) {
  return { name: [title], ...(testFile ? { file: testFile } : {}) };
}

function errorOf({ name, message, stack, source, type, originalError, formattedError, formattedDetails, ...more }) {
  if (type === 'unknown' || (stack === undefined && message === undefined))
    return errorOfValue(originalError, formattedError);
  const details = formattedDetails ?? more.values ?? [];
  // What a test threw, or its promise was rejected with, AVA wraps in an assertion; the stack is that of what was thrown.
  const [, thrownName, thrownMessage] =
    /^([\w$.]*(?:Error|Exception))(?: \[\w+\])?: ([\s\S]*?)(?=\n\s+at |$)/.exec(stack ?? '') ?? [];
  const isWrapped = details.some(({ label }) => /(?:threw|rejected|thrown)/i.test(label ?? ''));
  const lines = details
    .flatMap(({ label, formatted }) => [label, formatted])
    .filter((each) => typeof each === 'string');
  const text = [message || more.summary || '', ...lines].filter((each) => each !== '').join('\n');
  const place = source?.file ? `    at ${fileURLToPath(source.file)}:${source.line}:1` : '';
  const nonError = isWrapped && thrownName === undefined ? details[0]?.formatted : undefined;
  if (typeof nonError === 'string' && !/^\w*Error\b/.test(nonError)) return { message: nonError };
  const isThrown = isWrapped && thrownName !== undefined && thrownName !== 'AssertionError';
  return {
    name: isThrown ? thrownName : (name ?? ''),
    message: isThrown ? thrownMessage : text,
    stack: `${name}: ${message}\n${framesOf(stack) || place}`,
  };
}

function errorOfValue(value, formatted) {
  return typeof value === 'object' && value !== null
    ? { message: String(formatted ?? '') }
    : { message: String(value) };
}

/** The calls of a stack: a message may have lines of its own. */
function framesOf(stack = '') {
  return stack
    .split('\n')
    .filter((line) => /^\s*at .*:\d+:\d+\)?$/.test(line))
    .join('\n');
}
