import type { TestRunner } from './runner.ts';

/** uvu, by its command or by a test file that Node runs. */
export const uvu: TestRunner = {
  id: 'uvu',
  commands: ['uvu'],
  linesBy: 'tracer',
  install: 'npm install --save-dev uvu',
  hook: { scripts: ['uvu/bin.js'], library: 'uvu', file: 'uvu-hook.cjs' },
};
