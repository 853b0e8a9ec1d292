import { hookedRunner } from './hooked-runner.ts';

/** Jest, since version 27. */
export const jest = hookedRunner({
  id: 'jest',
  commands: ['jest'],
  scripts: ['jest/bin/jest.js', 'jest-cli/bin/jest.js'],
  hook: 'jest-hook.cjs',
});
