import type { TestRunner } from './runner.ts';

/** Vitest, since version 1, in every pool. */
export const vitest: TestRunner = {
  id: 'vitest',
  commands: ['vitest'],
  install: 'npm install --save-dev vitest',
  hook: { scripts: ['vitest/vitest.mjs', 'vitest/dist/cli.js'], file: 'vitest-hook.cjs' },
};
