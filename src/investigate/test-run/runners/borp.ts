import { CURRENT_NODE_TEST } from './node-test.ts';
import type { TestRunner } from './runner.ts';

/** borp, which runs node:test by a call of its own. */
export const borp: TestRunner = {
  id: 'borp',
  commands: ['borp'],
  linesBy: 'tracer',
  makesTests: true,
  install: 'npm install --save-dev borp',
  currentTest: CURRENT_NODE_TEST,
  hook: { scripts: ['borp/borp.js'], file: 'borp-hook.cjs' },
};
