'use strict';
// Says in a process of node:test which test the running code belongs to: each test is an async resource, and whatever begins in it is
// known by who began it. node:test finds a test by its async resources in the same way, so this costs nothing that it does not.
const { createHook, executionAsyncId } = require('node:async_hooks');
const { readFileSync } = require('node:fs');

/** Returns whether tests run in this process. @param script Absolute. */
exports.listen = (script) => {
  if (!usesNodeTest(script)) return false;
  /** Tests by the async resources that belong to them. */
  const tests = new Map();
  const begun = new Set();
  createHook({
    init(asyncId, type, triggerAsyncId, resource) {
      if (type === 'Test') begun.add(resource);
      const test = type === 'Test' ? resource : (tests.get(executionAsyncId()) ?? tests.get(triggerAsyncId));
      if (test !== undefined) tests.set(asyncId, test);
    },
    destroy(asyncId) {
      tests.delete(asyncId);
    },
  }).enable();
  const current = () => {
    const names = [];
    const known = tests.get(executionAsyncId());
    const test = isTest(known) ? known : onlyRunning(begun);
    // The outermost one stands for the file.
    for (let at = test; at?.parent; at = at.parent) names.unshift(at.name);
    return names.length > 0 ? [test.loc?.file ?? script, names.join(' ')] : undefined;
  };
  Object.defineProperty(globalThis, Symbol.for('mcp-debugger.test'), { value: current });
  return true;
};

/** Neither a hook, nor a suite, nor the file. */
function isTest(test) {
  return test?.parent && test.constructor.name === 'Test';
}

/** The running test: work of a server that was started before all tests belongs to it, if no other test claims the work. */
function onlyRunning(begun) {
  for (const each of begun) if (each.finished || each.endTime) begun.delete(each);
  const running = [...begun].filter((each) => isTest(each) && each.startTime);
  const around = new Set(running.map(({ parent }) => parent));
  const [test, ...others] = running.filter((each) => !around.has(each));
  return others.length === 0 ? test : undefined;
}

/** A process that the runner has started for a file, that runs all files itself, or a test file that Node runs. */
function usesNodeTest(script) {
  if (process.env.NODE_TEST_CONTEXT || process.execArgv.includes('--test')) return true;
  return /\.[cm]?[jt]s$/.test(script) && readFileSync(script, 'utf8').includes('node:test');
}
