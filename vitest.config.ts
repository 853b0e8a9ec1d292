import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

/** Slow, with an installation of its own: run only when it is asked for. */
const isAskedFor = process.argv.some((arg) => arg.startsWith('tests/frameworks'));

// Node reads these at each start, which takes Node 20 three times as long with them; and no test speaks to another machine.
delete process.env.NODE_EXTRA_CA_CERTS;
// Seconds: an old debugpy gives up a program that has not begun in 15, which a busy machine may take for it.
process.env.DEBUGPY_PROCESS_SPAWN_TIMEOUT ??= '60';

const each = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  pool: 'forks' as const,
  setupFiles: ['tests/support/property-seed.ts'],
};
const UNIT = 'tests/unit/**/*.test.ts';

export default defineConfig({
  test: {
    ...each,
    globalSetup: ['tests/support/leftover-processes.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // They share a process, and so what they import: half of what most of them cost.
        test: { ...each, name: 'unit', include: [UNIT], isolate: false, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        test: {
          ...each,
          name: 'programs',
          include: ['tests/**/*.test.{ts,mjs}'],
          // More than the two processors of CI: nearly half of the time of these files is waiting for programs.
          maxWorkers: 3,
          exclude: [UNIT, 'tests/programs/**', ...(isAskedFor ? [] : ['tests/frameworks/**'])],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
