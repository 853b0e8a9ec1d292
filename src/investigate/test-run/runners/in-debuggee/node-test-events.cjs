'use strict';
// What the events of node:test come to, for their reader: its reporter, or the hook of a command that runs it.
const { selection } = require('./selection.cjs');
const { errorOf } = require('./thrown-value.cjs');

/** @param record Takes one fact. @returns a listener for one event */
exports.listenerOf = (record) => {
  /** Names of the suites and tests around the present one, from the outermost in. */
  const names = [];
  /** The same of each file at the moment: results of a file come when it is its turn, but this at once. */
  const running = new Map();
  return ({ type, data }) => {
    try {
      if (type === 'test:dequeue') {
        const around = (running.get(data.file) ?? []).slice(0, data.nesting);
        running.set(data.file, [...around, data.name]);
        record({ kind: 'begin', ...placeOf(data, [...around, data.name]) });
      }
      if (type === 'test:start') {
        names.splice(data.nesting, names.length, data.name);
      }
      // On Node 20, of a file that has passed there is no result.
      if (type === 'test:complete' && isFileItself(data)) record({ kind: 'done', ...placeOf(data, [data.name]) });
      if (type === 'test:pass' || type === 'test:fail') record(resultOf(type, data, names));
    } catch {
      // The shape of an event that is not known.
    }
  };
};

function resultOf(type, data, names) {
  const around = names.slice(0, data.nesting);
  const place = placeOf(data, [...around, data.name]);
  const { error, type: kind } = data.details ?? {};
  // A suite fails for its tests' sake, and a file for the sake of all in it.
  if (kind === 'suite' && (type === 'test:pass' || error?.failureType === 'subtestsFailed'))
    return { kind: 'done', ...place };
  // A test that ran for the sake of those that it made.
  const isWanted = selection?.includes(place.file, place.name) ?? true;
  if (!isWanted && (selection.isInner || type === 'test:pass' || error?.failureType === 'subtestsFailed'))
    return { kind: 'done', ...place };
  const isFile = isFileItself(data);
  if (isFile && (type === 'test:pass' || error?.failureType === 'subtestsFailed')) return { kind: 'done', ...place };
  const errors = type === 'test:fail' ? [causeOf(error)] : [];
  if (isFile) return { kind: 'file', file: data.file, errors };
  const status =
    data.todo !== undefined && data.todo !== false ? 'todo' : isSkipped(data) ? 'skipped' : type.slice('test:'.length);
  return { kind: 'test', ...place, status: STATUS[status] ?? status, errors: status === 'fail' ? errors : [] };
}

const STATUS = { pass: 'passed', fail: 'failed' };

function isSkipped({ skip }) {
  return skip !== undefined && skip !== false;
}

function isFileItself({ nesting, name, file }) {
  return nesting === 0 && isSamePath(name, file);
}

function isSamePath(name, file) {
  return typeof file === 'string' && (name === file || file.endsWith(`/${name}`));
}

function placeOf({ file, line }, name) {
  return { name: [...name], ...(file ? { file } : {}), ...(line ? { line } : {}) };
}

/** The thrown value, which is the cause of the runner's own error. */
function causeOf(error) {
  return errorOf(typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error);
}
