// Writes the parts of the documentation that the code and its tests know better: docs/errors.md, docs/scenarios.md,
// docs/benchmarks.md, docs/toolsets.md, docs/traces.md, docs/planted.md, docs/planted-tests.md and the parts of
// README.md between markers. With --check it writes nothing and fails when something would change.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listedTools } from './listed-tools.mjs';
import { plantedTestsPage } from './planted-tests-page.mjs';
import { benchmarks, readmeParts, scenariosPage, toolsetsPage, withPart } from './readme-parts.mjs';
import { tokensOf } from './tokens.mjs';
import { plantedPage, tracesPage } from './traces-page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The most tokens (o200k) of `tools/list`: every conversation pays for it. */
const MAX_TOOLS_TOKENS = 3_600;
const checkOnly = process.argv.includes('--check');

const GENERATED = [
  ['docs/errors.md', errorsPage],
  ['docs/scenarios.md', scenariosPage],
  ['docs/benchmarks.md', benchmarks],
  ['docs/toolsets.md', () => toolsetsPage(toolsets)],
  ['docs/traces.md', tracesPage],
  ['docs/planted.md', plantedPage],
  ['docs/planted-tests.md', plantedTestsPage],
  ['README.md', readme],
];

const toolsets = await listedTools();
const cost = tokensOf({ tools: toolsets.debug.tools });
if (cost > MAX_TOOLS_TOKENS) fail(`tools/list costs ${cost} tokens, more than ${MAX_TOOLS_TOKENS}`);
for (const [file, make] of GENERATED) {
  try {
    write(file, make());
  } catch (error) {
    fail(`${file}: ${error.message}`);
  }
}

function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}

function write(file, text) {
  if (text === undefined || read(file) === text) return;
  if (checkOnly) throw new Error('out of date: run npm run gen');
  mkdirSync(`${root}docs`, { recursive: true });
  writeFileSync(root + file, text);
  console.log(`gen: wrote ${file}`);
}

function readme() {
  return Object.entries(readmeParts(toolsets)).reduce(
    (text, [name, part]) => withPart(text, name, part),
    read('README.md') ?? '',
  );
}

/** The lists in the doc comments of the two types of codes; a test proves that they are complete. */
function errorsPage() {
  const rowsOf = (file) =>
    [...read(file).matchAll(/^ \* - `(\w+)`: (.*(?:\n \* {3}.*)*)/gm)].map(
      ([, code, text]) => `| \`${code}\` | ${text.replaceAll('\n *  ', '')} |`,
    );
  return [
    '# Errors',
    '',
    'Generated from `src/model/debug-error.ts` and `src/toolsets/compat/debugger/error-codes.ts` by `npm run gen`.',
    '',
    'A failed call says what happened, the usual cause and the next call to make. These are the kinds of failure:',
    '',
    '| Code | Raised when; what its details carry |',
    '|---|---|',
    ...rowsOf('src/model/debug-error.ts'),
    '',
    '## Codes of the toolset `debugger`',
    '',
    'Each failed call is a result with `isError` and one of these in `code`, and again in `error.code`:',
    '',
    '| Code | Raised when |',
    '|---|---|',
    ...rowsOf('src/toolsets/compat/debugger/error-codes.ts'),
    '',
  ].join('\n');
}

function read(file) {
  return existsSync(root + file) ? readFileSync(root + file, 'utf8') : undefined;
}
