import type { TestRunner } from './runner.ts';

/** node-tap, by its command or by a test file that Node runs. */
export const tap: TestRunner = {
  id: 'tap',
  commands: ['tap'],
  linesBy: 'tracer',
  makesTests: true,
  install: 'npm install --save-dev tap',
  hook: {
    scripts: ['tap/dist/esm/run.mjs', 'tap/bin/run.js', 'tap/bin/tap.js', '@tapjs/run/dist/esm/index.js'],
    library: 'tap',
    file: 'tap-hook.cjs',
  },
};
