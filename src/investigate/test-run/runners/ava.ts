import type { TestRunner } from './runner.ts';

/** AVA, since version 4, with workers that are threads or processes. */
export const ava: TestRunner = {
  id: 'ava',
  commands: ['ava'],
  linesBy: 'tracer',
  install: 'npm install --save-dev ava',
  hook: {
    scripts: ['ava/entrypoints/cli.mjs'],
    workers: ['ava/lib/worker/base.js', 'ava/lib/worker/main.cjs'],
    file: 'ava-hook.cjs',
  },
};
