import { hookedRunner } from './hooked-runner.ts';

/** Mocha, with and without --parallel. */
export const mocha = hookedRunner({
  id: 'mocha',
  commands: ['mocha', '_mocha'],
  scripts: ['mocha/bin/mocha.js', 'mocha/bin/_mocha', 'mocha/lib/cli/cli.js'],
  hook: 'mocha-hook.cjs',
});
