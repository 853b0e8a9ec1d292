'use strict';
// What was thrown, as the results have it: also what is no error.
const { inspect } = require('node:util');
const { comparedOf } = require('./compared-values.cjs');

const MAX_CHARS = 2_000;

/** Never runs code of the program beyond the properties that every reporter reads. */
exports.errorOf = (value) => {
  if (typeof value !== 'object' || value === null) return { message: textOf(value) };
  const { name, message, stack } = value;
  if (message === undefined && stack === undefined) return { message: textOf(value) };
  return {
    ...(name ? { name: String(name) } : {}),
    message: String(message ?? ''),
    ...(stack ? { stack: String(stack) } : {}),
    ...comparedOf(value),
  };
};

function textOf(value) {
  const text = typeof value === 'string' ? value : inspect(value, { depth: 2, customInspect: false, getters: false });
  return text.slice(0, MAX_CHARS);
}

/** The fact that a run could not begin because of a file: the text of an error in syntax begins with its place. */
exports.loadFailure = (error) => {
  const [, file] = /^(?:file:\/\/)?((?:\/|[A-Za-z]:)[^\n]*):\d+\n/.exec(error.stack ?? '') ?? [];
  return { ...(file === undefined ? { kind: 'run' } : { kind: 'file', file }), errors: [error] };
};
