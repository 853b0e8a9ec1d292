'use strict';
// The tests of AVA, in its workers, which are threads or processes. Those of a file run one after another in this run, although AVA would
// have them wait for each other: of tests that run at once, it cannot be seen what ran in which.
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

module.exports = ({ boundary }) => {
  // The script of a thread is not known before its preloads have ended.
  process.nextTick(() => {
    const [, root] = /^(.*\/ava)\/lib\/worker\//.exec((process.argv[1] ?? '').replace(/\\/g, '/')) ?? [];
    if (root === undefined) return;
    patch(join(root, 'lib', 'runner.js'), (Runner) => {
      const { start } = Runner.prototype;
      Runner.prototype.start = function (...args) {
        file = this.file;
        this.serial = true;
        return start.apply(this, args);
      };
    });
    patch(join(root, 'lib', 'test.js'), (Test) => {
      const { run, finish } = Test.prototype;
      Test.prototype.run = function (...args) {
        if (isTest(this)) boundary('begin', [this.title], file);
        return run.apply(this, args);
      };
      Test.prototype.finish = function (...args) {
        if (isTest(this)) boundary('end', [this.title], file);
        return finish.apply(this, args);
      };
    });
  });
};

let file;

/** Hooks are run like tests. */
function isTest({ metadata }) {
  return metadata?.type === undefined || metadata.type === 'test';
}

/** Modules of their own; they are there before a file of tests is loaded. */
function patch(path, change) {
  import(pathToFileURL(path).href).then(
    ({ default: found }) => change(found),
    () => {},
  );
}
