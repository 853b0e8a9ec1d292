'use strict';
// The tests of Jest, in whatever process or thread they run. jest-circus has its own modules in the context of the tests; what runs a file
// there is loaded as any other module, and is given the environment of the file, which receives every test.
const Module = require('node:module');

const RUNNER = /[\\/]jest-circus[\\/](build[\\/])?(runner|legacy-code-todo-rewrite[\\/]jestAdapter)(\.js)?$/;
const PHASES = { test_start: 'begin', test_done: 'end', test_skip: 'end' };

module.exports = ({ boundary }) => {
  const { _load: load } = Module;
  Module._load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    if (typeof request !== 'string' || !RUNNER.test(request)) return loaded;
    return listening(loaded, boundary);
  };
};

const known = new WeakMap();

function listening(loaded, boundary) {
  const run = loaded?.default ?? loaded;
  if (typeof run !== 'function') return loaded;
  const made = known.get(run) ?? listeningRun(run, boundary);
  known.set(run, made).set(made, made);
  if (loaded === run) return made;
  return { __esModule: true, default: made };
}

function listeningRun(run, boundary) {
  return function (...args) {
    const [, , environment, , path] = args;
    try {
      listen(environment, path, boundary);
    } catch {
      // The tests run all the same.
    }
    return run.apply(this, args);
  };
}

function listen(environment, path, boundary) {
  const own = environment.handleTestEvent;
  const open = new Set();
  const begin = (test) => {
    if (open.has(test)) return;
    open.add(test);
    boundary('begin', namesOf(test), path);
  };
  environment.handleTestEvent = function (event, ...rest) {
    const phase = PHASES[event?.name];
    // They run at once from the start on, and are said to begin in their turn.
    if (event?.name === 'run_start') for (const test of concurrentTests(rest[0]?.rootDescribeBlock)) begin(test);
    // What other listeners do belongs to the test.
    if (phase === 'begin') begin(event.test);
    const done = own?.call(this, event, ...rest);
    if (phase === 'end' && open.delete(event.test)) boundary(phase, namesOf(event.test), path);
    return done;
  };
}

function concurrentTests(block) {
  return (block?.children ?? []).flatMap((each) => {
    if (each.type === 'describeBlock') return concurrentTests(each);
    return each.concurrent ? [each] : [];
  });
}

function namesOf(test) {
  const names = [];
  // Around all is a block of the runner's own.
  for (let at = test; at?.parent; at = at.parent) names.unshift(at.name);
  return names;
}
