import type { TestRunner } from './runner.ts';

/** tape, since version 4, by its command or by a test file that Node runs. */
export const tape: TestRunner = {
  id: 'tape',
  commands: ['tape'],
  linesBy: 'tracer',
  makesTests: true,
  install: 'npm install --save-dev tape',
  recordsAtOnce: true,
  hook: { scripts: ['tape/bin/tape'], library: 'tape', file: 'tape-hook.cjs' },
};
