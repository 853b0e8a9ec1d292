/**
 * The files that `npm test` leaves to `npm run test:all`: programs made at random beside those that are written down, every tool of a kind where
 * another file has one of it, and tests that wait for times to pass, or measure them.
 */
export const ONLY_IN_WHOLE_RUNS: readonly string[] = [
  'tests/soak/**',
  'tests/frameworks/**',
  'tests/e2e/deadlines.test.ts',
  'tests/e2e/fuzz.test.ts',
  'tests/live/breakpoints/every-start.test.ts',
  'tests/live/exceptions/generated-rejections.test.ts',
  'tests/live/languages/python/generated-conditions.test.ts',
  'tests/live/languages/python/generated-writers.test.ts',
  'tests/live/process/inspector-stress.test.ts',
  'tests/live/test-runners/javascript-runners.test.ts',
  'tests/live/test-runners/mixed-languages.test.ts',
  'tests/live/test-runners/pytest-cost.test.ts',
  'tests/live/test-runners/special-runs.test.ts',
  'tests/live/test-runners/suspects.test.ts',
  'tests/live/toolsets/debugger/hangs.test.ts',
  'tests/live/traces/node/generated.test.ts',
  'tests/live/traces/node/lines.test.ts',
  'tests/live/traces/node/same-output.test.ts',
  'tests/live/traces/python/claimed-tools.test.ts',
  'tests/live/traces/python/only-while-wanted.test.ts',
  'tests/live/values/endless-expressions.test.ts',
  'tests/unit/redaction/linear-time.test.ts',
];
