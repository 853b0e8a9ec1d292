'use strict';
// The tests of node-tap, in the process of their file: each is an async resource, in which its function runs.
const { createHook } = require('node:async_hooks');

module.exports = ({ boundary, script }) => {
  /** Tests by their async resources. */
  const resources = new Map();
  const open = [];
  const end = () => {
    const test = open.pop();
    if (test !== undefined) boundary('end', namesOf(test), script);
  };
  createHook({
    init(asyncId, type, _, resource) {
      if (/^tap\.(?!Spawn|Stdin|Worker|TAP)/.test(type)) resources.set(asyncId, resource);
    },
    before(asyncId) {
      const test = resources.get(asyncId)?.test;
      // It is made long before it begins. The outermost one is the file.
      if (!test?.parent || !test.start) return;
      // It is known no longer: what runs in it later is no begin.
      resources.delete(asyncId);
      while (open.length > 0 && isOver(open.at(-1)) && !isWithin(test, open.at(-1))) end();
      open.push(test);
      boundary('begin', namesOf(test), script);
    },
    destroy(asyncId) {
      resources.delete(asyncId);
    },
  }).enable();
  process.on('exit', () => {
    while (open.length > 0) end();
  });
};

function isOver({ results, ended }) {
  return Boolean(results || ended);
}

function isWithin(inner, outer) {
  for (let at = inner.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}

/** The names of a test; the outermost test stands for the file. */
function namesOf(test) {
  const names = [];
  for (let at = test; at?.parent; at = at.parent) names.unshift(at.name);
  return names;
}
