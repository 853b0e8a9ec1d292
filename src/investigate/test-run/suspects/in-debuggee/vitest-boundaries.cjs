'use strict';
// The tests of Vitest, in its workers, of whatever pool. The state of a worker says which task is the present one, and is put where all of
// Vitest finds it, once for each file.

const STATE = '__vitest_worker__';

module.exports = ({ boundary }) => {
  const { defineProperty } = Object;
  const watched = new WeakSet();
  Object.defineProperty = (target, key, descriptor) => {
    if (key === STATE && typeof descriptor?.value === 'object' && !watched.has(descriptor.value)) {
      watched.add(descriptor.value);
      watch(descriptor.value, boundary, defineProperty);
    }
    return defineProperty(target, key, descriptor);
  };
};

/** Reports when the present task becomes, and ceases to be, a test. Tests that run at once begin before others have ended. */
function watch(state, boundary, defineProperty) {
  let current = state.current;
  const open = [];
  defineProperty(state, 'current', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set: (task) => {
      current = task;
      if (isTest(task)) {
        open.push(task);
        boundary('begin', ...placeOf(task));
        return;
      }
      // Which of several has ended cannot be seen.
      const ended = open.shift();
      if (ended !== undefined) boundary('end', ...placeOf(ended));
    },
  });
}

function isTest(task) {
  return typeof task === 'object' && task !== null && task.type !== 'suite' && !task.filepath;
}

function placeOf(test) {
  const names = [];
  for (let at = test; at !== undefined && !at.filepath; at = at.suite) names.unshift(at.name);
  return [names.filter((name) => name !== ''), test.file?.filepath];
}
