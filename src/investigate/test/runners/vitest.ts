import { hookedRunner } from './hooked-runner.ts';

/** Vitest, since version 3, in every pool. */
export const vitest = hookedRunner({
  id: 'vitest',
  commands: ['vitest'],
  scripts: ['vitest/vitest.mjs', 'vitest/dist/cli.js'],
  hook: 'vitest-hook.cjs',
});
