import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What `npm run check` runs of vitest. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['tests/architecture.test.ts', 'tests/*.check.ts'], pool: 'forks' },
});
