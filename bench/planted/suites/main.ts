// Plants bugs in copies of real packages, and measures what their own tests and one call of debug_test show: npm run planted -- --tests
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SUITE_BUGS } from './bugs.ts';
import { measuredSuite } from './measure.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const results = [];
for (const bug of SUITE_BUGS.filter(({ id }) => id.includes(options.only))) {
  const result = await measuredSuite(
    bug,
    join(root, '.cache/planted-suites'),
    join(here, 'mcp-debugger.js'),
    options.show,
  );
  results.push(result);
  const { why, without, plainMs } = result;
  console.log(
    `${bug.id} (${bug.mistake}): ${why.verdict}, ${why.tokens} tokens, ${why.ms} ms (plain ${plainMs} ms); ` +
      `without why ${without.verdict}, ${without.tokens} tokens, ${without.ms} ms`,
  );
}
console.log(
  `${results.filter(({ why }) => why.verdict === 'found').length} of ${results.length} found by the first call`,
);
if (options.write) {
  const file = join(root, 'docs/planted-tests.json');
  // Those that were not measured now stay as they were.
  const before: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = new Map(resultsIn(before).map((each) => [each.id, each]));
  for (const result of results) all.set(result.id, result);
  const date = new Date().toISOString().slice(0, 10);
  const inOrder = SUITE_BUGS.flatMap(({ id }) => all.get(id) ?? []);
  writeFileSync(file, `${JSON.stringify({ date, results: inOrder }, null, 2)}\n`);
}

function resultsIn(written: unknown): { readonly id: string }[] {
  if (typeof written !== 'object' || written === null || !('results' in written)) return [];
  const listed: readonly unknown[] = Array.isArray(written.results) ? written.results : [];
  return listed.flatMap((each) =>
    typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'string'
      ? [{ ...each, id: each.id }]
      : [],
  );
}
