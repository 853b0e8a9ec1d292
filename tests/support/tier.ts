/**
 * The tests that run: `quick` is what a contributor waits for (`npm test`), `all` is every version, runner and generated program
 * (`npm run test:all`). scripts/test.mjs decides.
 */
export const TIER: 'quick' | 'all' = process.env.MCP_DEBUGGER_TESTS === 'all' ? 'all' : 'quick';

/** Rows of a table that show the same behaviour have one key: the first of each key, and all of them in the whole run. */
export function oneOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  if (TIER === 'all') return rows;
  const keys = rows.map(keyOf);
  return rows.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}
