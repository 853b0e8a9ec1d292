'use strict';
// A reporter of Playwright's test runner that PW_TEST_REPORTER names, beside those of the configuration. It writes nothing to the terminal.
const { appendFileSync } = require('node:fs');

const { MCP_DEBUGGER_TEST_RESULTS: results } = process.env;

function record(fact) {
  try {
    if (results !== undefined) appendFileSync(results, `${JSON.stringify({ runner: 'playwright', ...fact })}\n`);
  } catch {
    // What is not written down is missing in the report, which is better than a test run that breaks.
  }
}

module.exports = class Recorder {
  printsToStdio() {
    return false;
  }

  onBegin() {
    record({ kind: 'runner', cwd: process.cwd() });
  }

  onTestBegin(test) {
    record({ kind: 'begin', ...placeOf(test) });
  }

  onTestEnd(test, result) {
    if (result.status === 'skipped') return record({ kind: 'test', ...placeOf(test), status: 'skipped', errors: [] });
    const isExpected = result.status === test.expectedStatus;
    // A retry follows, which may pass.
    if (!isExpected && result.retry < test.retries) return record({ kind: 'done', ...placeOf(test) });
    const errors = isExpected ? [] : errorsOf(result);
    return record({ kind: 'test', ...placeOf(test), status: isExpected ? 'passed' : 'failed', errors });
  }

  onError(error) {
    const file = error.location?.file;
    record(
      file === undefined ? { kind: 'run', errors: [errorOf(error)] } : { kind: 'file', file, errors: [errorOf(error)] },
    );
  }
};

function errorsOf({ status, errors }) {
  if (errors.length > 0) return errors.map(errorOf);
  return [{ message: status === 'passed' ? 'Expected to fail, but passed.' : `The test ended with "${status}".` }];
}

function placeOf(test) {
  const { file, line } = test.location;
  // In front of the suites of a file are the project and the file.
  return { file, line, name: test.titlePath().slice(3) };
}

function errorOf({ message, stack, value, location }) {
  if (message === undefined) return { message: String(value ?? '') };
  const place = location ? `\n    at ${location.file}:${location.line}:${location.column}` : '';
  const [, name, text = message] = /^([\w$.]*(?:Error|Exception)): ([\s\S]*)$/.exec(message) ?? [];
  return { ...(name ? { name } : {}), message: text, stack: stack ?? `${message}${place}` };
}
