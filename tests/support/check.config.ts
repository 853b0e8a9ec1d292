import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { DEBUGGEE_TEXTS } from './debuggee-texts.ts';

/** The part of vitest that `npm run check` runs. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [DEBUGGEE_TEXTS],
  test: { include: ['tests/architecture.test.ts', 'tests/*.check.ts'], pool: 'forks' },
});
