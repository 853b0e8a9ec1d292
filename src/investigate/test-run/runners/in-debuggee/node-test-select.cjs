'use strict';
// Has node:test run only the tests that are wanted, in each process that runs some. Its own option for that is not taken from NODE_OPTIONS by
// every version, knows no tests that are made by others while they run, and adds to what the command selects where both should count.
const { createHook } = require('node:async_hooks');
const { appendFileSync } = require('node:fs');
const { selection } = require('./selection.cjs');

const { MCP_DEBUGGER_TEST_RESULTS: results } = process.env;
/** Suites that have a test that is wanted, or may get one. */
const needed = new WeakSet();
const patched = new WeakSet();

/** The class of tests is not public: the first one that is made, the root of all, shows it. */
const hook = createHook({
  init(_id, type, _trigger, resource) {
    if (type !== 'Test') return;
    hook.disable();
    let prototype = Object.getPrototypeOf(resource);
    while (prototype !== null && !Object.hasOwn(prototype, 'createSubtest'))
      prototype = Object.getPrototypeOf(prototype);
    if (prototype !== null) leaveOut(prototype);
  },
});

if (selection) hook.enable();

function leaveOut(prototype) {
  const { createSubtest } = prototype;
  prototype.createSubtest = function (Factory, name, options, fn, overrides, ...more) {
    const fact = unselected(this, { Factory, name, fn, overrides });
    if (fact !== undefined) {
      record(fact);
      // What its maker asks of a test: to be started.
      return { root: this.root, parent: this, start: () => Promise.resolve() };
    }
    return createSubtest.call(this, Factory, name, options, fn, overrides, ...more);
  };
}

/** The record for a test or a file that is not wanted; undefined for one that is to be run. */
function unselected(parent, { Factory, name, fn, overrides }) {
  if (Factory.name === 'FileTest') {
    return selection.includesFile(name) ? undefined : { file: require('node:path').resolve(name) };
  }
  if (Factory.name === 'Suite') {
    skipHooksWhenEmpty(Factory.prototype);
    return undefined;
  }
  const [, , place] = overrides?.loc ?? [];
  const file = typeof place === 'string' ? place.replace(/^file:\/\//, '') : process.argv[1];
  const names = [...namesOf(parent), titleOf(name, fn)];
  if (!selection.includes(file, names) && !selection.mayHold(file, names)) return { file, name: names };
  for (let at = parent; at !== null && at !== undefined; at = at.parent) needed.add(at);
  return undefined;
}

/** As node:test has it, where a function stands in the place of the name. */
function titleOf(name, fn) {
  if (typeof name === 'string') return name;
  return (typeof name === 'function' ? name.name : fn?.name) || '<anonymous>';
}

function namesOf(test) {
  const names = [];
  for (let at = test; at.parent; at = at.parent) names.unshift(at.name);
  return names;
}

/** A suite whose tests are all left out prepares nothing. */
function skipHooksWhenEmpty(prototype) {
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const { run } = prototype;
  prototype.run = async function (...args) {
    try {
      await this.buildSuite;
    } catch {
      // Its own run reports it.
    }
    if (!needed.has(this)) for (const hooks of [this.hooks?.before, this.hooks?.after]) hooks?.splice(0);
    return run.apply(this, args);
  };
}

function record(fact) {
  try {
    appendFileSync(results, `${JSON.stringify({ runner: 'node-test', kind: 'unselected', ...fact })}\n`);
  } catch {
    // What is not written down is missing in the report, which is better than a test run that breaks.
  }
}
