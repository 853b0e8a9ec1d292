import type { TestRunner } from './runner.ts';

/** Mocha, with and without --parallel. */
export const mocha: TestRunner = {
  id: 'mocha',
  commands: ['mocha', '_mocha'],
  linesBy: 'tracer',
  install: 'npm install --save-dev mocha',
  // The process that repeats what workers report is another one than theirs.
  recordsAtOnce: true,
  hook: {
    scripts: ['mocha/bin/mocha.js', 'mocha/bin/mocha', 'mocha/bin/_mocha', 'mocha/lib/cli/cli.js'],
    workers: ['mocha/lib/nodejs/worker.js', 'mocha/lib/nodejs/worker.cjs'],
    file: 'mocha-hook.cjs',
  },
};
