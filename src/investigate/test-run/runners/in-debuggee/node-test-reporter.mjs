// A reporter of node:test beside the one that the terminal shows. It writes down results and puts out nothing.
import { appendFileSync } from 'node:fs';
import { Transform } from 'node:stream';

const { MCP_DEBUGGER_TEST_RESULTS: results } = process.env;

function record(fact) {
  try {
    if (results !== undefined) appendFileSync(results, `${JSON.stringify({ runner: 'node-test', ...fact })}\n`);
  } catch {
    // What is not written down is missing in the report, which is better than a test run that breaks.
  }
}

/** Names of the suites and tests around the present one, from the outermost in. */
const names = [];

function hear({ type, data }) {
  if (type === 'test:start') {
    names.splice(data.nesting, names.length, data.name);
    record({ kind: 'begin', ...placeOf(data, names) });
  }
  if (type === 'test:pass' || type === 'test:fail') record(resultOf(type, data));
}

record({ kind: 'runner', cwd: process.cwd() });

export default new Transform({
  writableObjectMode: true,
  transform(event, _encoding, done) {
    try {
      hear(event);
    } catch {
      // The shape of an event that is not known.
    }
    done();
  },
});

function resultOf(type, data) {
  const around = names.slice(0, data.nesting);
  const place = placeOf(data, [...around, data.name]);
  const { error, type: kind } = data.details ?? {};
  // A suite fails for its tests' sake, and a file for the sake of all in it.
  if (kind === 'suite' && (type === 'test:pass' || error?.failureType === 'subtestsFailed'))
    return { kind: 'done', ...place };
  const isFile = data.nesting === 0 && isSamePath(data.name, data.file);
  if (isFile && (type === 'test:pass' || error?.failureType === 'subtestsFailed')) return { kind: 'done', ...place };
  const errors = type === 'test:fail' ? [errorOf(error)] : [];
  if (isFile) return { kind: 'file', file: data.file, errors };
  const status =
    data.todo !== undefined && data.todo !== false ? 'todo' : isSkipped(data) ? 'skipped' : type.slice('test:'.length);
  return { kind: 'test', ...place, status: STATUS[status] ?? status, errors: status === 'fail' ? errors : [] };
}

const STATUS = { pass: 'passed', fail: 'failed' };

function isSkipped({ skip }) {
  return skip !== undefined && skip !== false;
}

function isSamePath(name, file) {
  return typeof file === 'string' && (name === file || file.endsWith(`/${name}`));
}

function placeOf({ file, line }, name) {
  return { name: [...name], ...(file ? { file } : {}), ...(line ? { line } : {}) };
}

/** What was thrown is the cause of the runner's own error. */
function errorOf(error) {
  const cause = error?.cause ?? error;
  if (typeof cause !== 'object' || cause === null) return { message: String(cause ?? '') };
  const { name, message, stack } = cause;
  return { name: String(name ?? ''), message: String(message ?? ''), stack: String(stack ?? '') };
}
