import type { TestRunner } from './runner.ts';

/** Jasmine, since version 4, by its command or by a program that makes a runner of it. */
export const jasmine: TestRunner = {
  id: 'jasmine',
  commands: ['jasmine'],
  linesBy: 'tracer',
  install: 'npm install --save-dev jasmine',
  // With --parallel, the process that repeats what workers report is another one than theirs.
  recordsAtOnce: true,
  hook: { scripts: ['jasmine/bin/jasmine.js'], file: 'jasmine-hook.cjs' },
};
