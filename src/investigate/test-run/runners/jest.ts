import type { TestRunner } from './runner.ts';

/** Jest, since version 27. */
export const jest: TestRunner = {
  id: 'jest',
  commands: ['jest'],
  linesBy: 'tracer',
  install: 'npm install --save-dev jest',
  hook: { scripts: ['jest/bin/jest.js', 'jest-cli/bin/jest.js'], file: 'jest-hook.cjs' },
  currentTest: `(({ testPath, currentTestName } = {}) => currentTestName && [testPath, currentTestName])(globalThis[Symbol.for('$$jest-matchers-object')]?.state)`,
};
