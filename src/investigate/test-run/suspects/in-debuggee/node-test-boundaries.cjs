'use strict';
// The tests of node:test, in the process of their file: hooks around all of it are called for each.
const { readFileSync } = require('node:fs');

module.exports = ({ boundary, script }) => {
  if (!runsTests(script)) return;
  const { beforeEach, afterEach } = require('node:test');
  const placeOf = (test) => {
    // Before Node 22 a test knows only its own name.
    const name = test.fullName ?? test.name;
    return [name.split(' > '), test.filePath ?? script];
  };
  beforeEach((test) => boundary('begin', ...placeOf(test)));
  afterEach((test) => boundary('end', ...placeOf(test)));
};

/** A process that is no file of tests would become one by such a hook. */
function runsTests(script) {
  if ('NODE_TEST_CONTEXT' in process.env) return true;
  // With no process for each file, all of them run in this one.
  if (process.execArgv.includes('--test'))
    return /--(?:experimental-)?test-isolation[= ]none/.test(process.execArgv.join(' '));
  return script !== '' && /['"]node:test['"]/.test(readFileSync(script, 'utf8'));
}
