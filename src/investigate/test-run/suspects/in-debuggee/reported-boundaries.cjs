'use strict';
// The tests of runners whose hooks write down their start and end in the thread of the tests, at once.

const AT_ONCE = new Set(['mocha', 'jasmine', 'tape', 'uvu']);

module.exports = ({ boundary }) => {
  const open = new Set();
  /** Called with each fact that is written down. */
  const heard = (runner, { kind, name, file }) => {
    if (!AT_ONCE.has(runner) || !Array.isArray(name)) return;
    const key = JSON.stringify([file, name]);
    if (kind === 'begin') {
      open.add(key);
      boundary('begin', name, file);
    } else if (open.delete(key)) boundary('end', name, file);
  };
  Object.defineProperty(globalThis, Symbol.for('mcp-debugger.reported'), { value: heard });
};
