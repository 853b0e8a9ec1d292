import type { TestRunner } from './runner.ts';

/** Mocha, with and without --parallel. */
export const mocha: TestRunner = {
  id: 'mocha',
  commands: ['mocha', '_mocha'],
  install: 'npm install --save-dev mocha',
  hook: { scripts: ['mocha/bin/mocha.js', 'mocha/bin/_mocha', 'mocha/lib/cli/cli.js'], file: 'mocha-hook.cjs' },
};
