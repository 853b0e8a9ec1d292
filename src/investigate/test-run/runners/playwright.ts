import { runnerFile } from '../runner-files.ts';
import type { TestRunner } from './runner.ts';

/** Playwright's test runner, which takes a further reporter from its environment. */
export const playwright: TestRunner = {
  id: 'playwright',
  commands: ['playwright'],
  linesBy: 'tracer',
  install: 'npm install --save-dev @playwright/test',
  hook: { scripts: ['@playwright/test/cli.js', 'playwright/cli.js'], file: 'playwright-hook.cjs' },
  currentTest: `((loaded) => {
    const globals = Object.keys(loaded).find((path) => /[\\\\/]playwright[\\\\/]lib[\\\\/](?:common[\\\\/])?globals\\.js$/.test(path));
    const info = globals && loaded[globals].exports.currentTestInfo();
    return info && [info.file, info.titlePath.slice(1).join(' ')];
  })(process.mainModule?.constructor._cache ?? {})`,
  // One that is set already stays: it is the user's, and there can be no other.
  environment: (_launch, { PW_TEST_REPORTER }) =>
    PW_TEST_REPORTER ? {} : { PW_TEST_REPORTER: runnerFile('playwright-reporter.cjs') },
};
