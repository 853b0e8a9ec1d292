'use strict';
// The tests of Playwright, in its worker processes, which tell the first process at once of each that begins and ends.

const PHASES = { testBegin: 'begin', testEnd: 'end' };

module.exports = ({ boundary, script }) => {
  if (!/\/playwright\/lib\//.test(script) || typeof process.send !== 'function') return;
  const { send } = process;
  let begun;
  process.send = function (message, ...more) {
    const phase = PHASES[message?.params?.method ?? message?.method];
    // At its end it is known no longer.
    const test = phase === 'begin' ? currentTest() : begun;
    begun = phase === 'begin' ? test : phase === 'end' ? undefined : begun;
    if (phase && test) boundary(phase, test.titlePath.slice(1), test.file);
    return send.call(this, message, ...more);
  };
};

/** Playwright's `TestInfo` of the running test, which one of its modules has. */
function currentTest() {
  for (const [path, { exports: found }] of Object.entries(require.cache)) {
    if (/[\\/]playwright[\\/]lib[\\/](?:common[\\/])?globals\.js$/.test(path)) return found.currentTestInfo();
  }
  return undefined;
}
