import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The part of vitest that `npm run check` runs. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['tests/architecture.test.ts', 'tests/*.check.ts'], pool: 'forks' },
});
