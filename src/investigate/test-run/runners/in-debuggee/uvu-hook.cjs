'use strict';
// Writes down the results of uvu, which runs in the process of its tests: of its own command, or of a test file that Node runs. It has
// neither reporters nor events; suites wait to be run in a global list, and each resolves to its counts and the text of its failures.
const { resolve } = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { selection } = require('./selection.cjs');

module.exports = ({ script, record }) => {
  const isCommand = /[\\/]uvu[\\/]bin\.js$/.test(script);
  const queue = globalThis.UVU_QUEUE ?? [];
  queue.push = (...groups) =>
    Array.prototype.push.apply(
      queue,
      groups.map((group) => listened(group)),
    );
  globalThis.UVU_QUEUE = queue;
  const isCounted = JSON.parse(process.env.MCP_DEBUGGER_TEST_LINES ?? '{}').mayTrace === true;
  if (selection || isCounted)
    watchSuites(
      (groups) => (isCommand ? groups[globalThis.UVU_INDEX || 0]?.[0] : script),
      (suite, name, file) => {
        if (selection) filter(suite, name, file, record);
        if (isCounted) report(suite, name, file);
      },
    );

  function listened(group) {
    const file = isCommand ? group[0] : script;
    const place = typeof file === 'string' && file !== '' ? { file: resolve(file) } : {};
    group.push = (...suites) =>
      Array.prototype.push.apply(
        group,
        suites.map((run) => ran(run, place)),
      );
    return group;
  }

  function ran(run, place) {
    return async (...args) => {
      const result = await run(...args);
      try {
        record({ kind: 'runner', cwd: process.cwd() });
        for (const fact of factsOf(result, place, namesOf.get(run))) record(fact);
      } catch {
        // The shape of a result that is not known.
      }
      return result;
    };
  }
};

/** The names of the tests of suites, by the functions that run them. */
const namesOf = new WeakMap();

/**
 * Hands over each suite before it is run. Its tests are nowhere but in what it binds to the function that runs them, which the command
 * and test files that import uvu as a module have each of their own: binding is what they have in common.
 */
function watchSuites(fileIn, take) {
  const { bind } = Function.prototype;
  const patched = function (self, ...args) {
    const [suite, name] = args;
    const isOne = self === 0 && isSuite(suite);
    if (isOne) take(suite, name, fileIn(globalThis.UVU_QUEUE ?? []));
    const bound = bind.call(this, self, ...args);
    if (isOne)
      namesOf.set(
        bound,
        presentOf(suite).map((test) => nameOf(name, test)),
      );
    return bound;
  };
  Object.defineProperty(Function.prototype, 'bind', { value: patched, writable: true, configurable: true });
}

function isSuite(value) {
  return ['tests', 'only', 'before', 'after', 'bEach'].every((key) => Array.isArray(value?.[key]));
}

function presentOf({ only, tests }) {
  return only.length > 0 ? only : tests;
}

function nameOf(suite, test) {
  return suite ? [suite, test.name] : [test.name];
}

function placeIn(given) {
  return typeof given === 'string' && given !== '' ? { file: resolve(given) } : {};
}

/** Says at once which test begins and ends, where what runs in each is counted. */
function report(suite, suiteName, given) {
  for (const test of presentOf(suite)) {
    const { handler } = test;
    const place = { name: nameOf(suiteName, test), ...placeIn(given) };
    const say = (kind) => globalThis[Symbol.for('mcp-debugger.reported')]?.('uvu', { kind, ...place });
    test.handler = async (...args) => {
      say('begin');
      try {
        return await handler.apply(test, args);
      } finally {
        say('end');
      }
    };
  }
}

function filter(suite, name, given, record) {
  const place = placeIn(given);
  const isWanted = (test) => selection.includes(place.file, nameOf(name, test));
  for (const test of presentOf(suite))
    if (!isWanted(test)) record({ kind: 'unselected', name: nameOf(name, test), ...place });
  const hasOnly = suite.only.length > 0;
  suite.only = suite.only.filter(isWanted);
  // Without any that is marked, all of the others would run.
  suite.tests = hasOnly && suite.only.length === 0 ? [] : suite.tests.filter(isWanted);
  // Those it has no names of.
  suite.skips = 0;
  // It prepares nothing then.
  if (suite.tests.length + suite.only.length === 0) Object.assign(suite, { before: [], after: [] });
}

function* factsOf([errors, passed, skipped, total], place, names = []) {
  const failures = typeof errors === 'string' ? failuresOf(stripVTControlCharacters(errors)) : [];
  const failed = new Set(failures.map(({ name }) => name.join(' > ')));
  const others = names.filter((name) => !failed.has(name.join(' > ')));
  for (let at = 0; at < passed; at++)
    yield { kind: 'test', name: others[at] ?? [`passed ${at + 1}`], status: 'passed', errors: [], ...place };
  for (let at = 0; at < skipped; at++)
    yield { kind: 'test', name: [`skipped ${at + 1}`], status: 'skipped', errors: [], ...place };
  for (const { name, error } of failures) yield { kind: 'test', name, status: 'failed', errors: [error], ...place };
  // One that is not understood is counted all the same.
  for (let at = passed + failures.length; at < total; at++)
    yield {
      kind: 'test',
      name: [`failed ${at + 1}`],
      status: 'failed',
      errors: [{ message: String(errors) }],
      ...place,
    };
}

/** FAIL, the name of the suite if it has one, the name of the test in quotes; then the message and the stack, four deep. */
function failuresOf(text) {
  return text
    .split(/^ {3}FAIL {1,2}/m)
    .slice(1)
    .flatMap((part) => {
      const [, suite = '', test = '', rest = ''] = /^(?: ?(.*?) {2}| )?"([^\n]*)"\n([\s\S]*)$/.exec(part) ?? [];
      if (rest === '') return [];
      const lines = rest.split('\n').map((line) => line.replace(/^ {4}/, ''));
      const from = lines.findIndex((line) => /^at .*:\d+:\d+\)?$/.test(line));
      const head = (from === -1 ? lines : lines.slice(0, from)).join('\n').trimEnd();
      const frames = from === -1 ? [] : lines.slice(from).filter((line) => line.startsWith('at '));
      const message = head.replace(/ {2}\((\w+)\)(?=\n|$)/, '');
      const stack = frames.length === 0 ? {} : { stack: ['Error', ...frames.map((line) => `    ${line}`)].join('\n') };
      return [{ name: suite.trim() === '' ? [test] : [suite.trim(), test], error: { message, ...stack } }];
    });
}
