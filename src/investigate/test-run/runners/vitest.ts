import type { TestRunner } from './runner.ts';

/** Vitest, since version 1, in every pool. */
export const vitest: TestRunner = {
  id: 'vitest',
  commands: ['vitest'],
  linesBy: 'tracer',
  install: 'npm install --save-dev vitest',
  hook: { scripts: ['vitest/vitest.mjs', 'vitest/dist/cli.js'], file: 'vitest-hook.cjs' },
  currentTest: `((test) => {
    const names = [];
    for (let at = test; at && !at.filepath; at = at.suite) names.unshift(at.name);
    return test && [test.file.filepath, names.join(' ')];
  })(globalThis.__vitest_worker__?.current)`,
};
