import { defineConfig } from 'vitest/config';
import { DEBUGGEE_TEXTS } from './tests/support/debuggee-texts.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { ONLY_IN_WHOLE_RUNS } from './tests/support/only-in-whole-runs.ts';
import { hasNewerPython } from './tests/support/python-versions.ts';
import { TIER } from './tests/support/tier.ts';

/** Files that are named are run, whichever run they belong to. */
const isNamed = process.argv.slice(2).some((arg) => arg.includes('tests/'));

const leftOut = TIER === 'all' || isNamed ? [] : ONLY_IN_WHOLE_RUNS;

const each = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  pool: 'forks' as const,
  setupFiles: ['tests/support/property-seed.ts'],
};
const UNIT = 'tests/unit/**/*.test.ts';
/** What Python is said to do runs on the newest Python of the machine, too. */
const OF_PYTHON = [
  'tests/live/languages/python/**/*.test.ts',
  'tests/live/hang/python*.test.ts',
  'tests/live/scenarios/python.test.ts',
  'tests/live/test-runners/pytest.test.ts',
];

const plugins = [DEBUGGEE_TEXTS];

const newestPython = {
  plugins,
  test: {
    ...each,
    name: 'newest Python',
    include: OF_PYTHON,
    exclude: ['tests/live/languages/python/generated-*.test.ts'],
    setupFiles: [...each.setupFiles, 'tests/support/newest-python.ts'],
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
};

export default defineConfig({
  test: {
    ...each,
    globalSetup: ['tests/support/given-environment.ts', 'tests/support/leftover-processes.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
        // They share a process, and so what they import: half of what most of them cost.
        test: {
          ...each,
          name: 'unit',
          include: [UNIT],
          exclude: [...leftOut],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins,
        test: {
          ...each,
          name: 'programs',
          include: ['tests/**/*.test.{ts,mjs}'],
          // More than the two processors of CI: nearly half of the time of these files is waiting for programs.
          maxWorkers: 3,
          exclude: [UNIT, 'tests/programs/**', ...leftOut],
          sequence: { groupOrder: 1 },
        },
      },
      ...(TIER === 'all' && hasNewerPython() ? [newestPython] : []),
    ],
  },
});
