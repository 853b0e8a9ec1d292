// Writes the parts of the documentation that the code knows better: the tool table in README.md and docs/errors.md.
// With --check it writes nothing and fails when something would change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listedTools } from './listed-tools.mjs';
import { tokensOf } from './tokens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const BEGIN = '<!-- tools:begin (npm run gen) -->';
const END = '<!-- tools:end -->';
const checkOnly = process.argv.includes('--check');

const { tools } = await listedTools();
const problems = [write('docs/errors.md', errorsPage()), write('README.md', withToolTable(read('README.md')))].filter(
  Boolean,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @returns a problem, or undefined */
function write(file, text) {
  if (text === undefined)
    return `${file}: no place for the tool table; put these two lines where it belongs:\n${BEGIN}\n${END}`;
  if (read(file) === text) return undefined;
  if (checkOnly) return `${file} is out of date: run npm run gen`;
  mkdirSync(`${root}docs`, { recursive: true });
  writeFileSync(root + file, text);
  console.log(`gen: wrote ${file}`);
  return undefined;
}

function withToolTable(readme) {
  const begin = readme?.indexOf(BEGIN) ?? -1;
  const end = readme?.indexOf(END) ?? -1;
  if (begin < 0 || end < begin) return undefined;
  return `${readme.slice(0, begin + BEGIN.length)}\n${toolTable()}\n${readme.slice(end)}`;
}

function toolTable() {
  const rows = tools.map(({ name, description, annotations }) => {
    return `| \`${name}\` | ${firstSentence(description)} | ${annotations.readOnlyHint ? 'yes' : 'no'} |`;
  });
  const cost = `${tools.length} tools; the whole list costs a model ${tokensOf({ tools })} tokens (o200k).`;
  return ['', '| Tool | What it does | Read-only |', '|---|---|---|', ...rows, '', cost, ''].join('\n');
}

function firstSentence(description) {
  const line = description.split('\n')[0];
  const end = line.search(/\.(\s|$)/);
  return (end < 0 ? line : line.slice(0, end + 1)).replaceAll('|', '\\|');
}

/** Made from the list in the doc comment of DebugErrorCode; a test proves that the list is complete. */
function errorsPage() {
  const source = read('src/model/debug-error.ts');
  const rows = [...source.matchAll(/^ \* - `(\w+)`: (.*(?:\n \* {3}.*)*)/gm)].map(([, code, text]) => {
    return `| \`${code}\` | ${text.replaceAll('\n *  ', '')} |`;
  });
  return [
    '# Errors',
    '',
    'Generated from `src/model/debug-error.ts` by `npm run gen`.',
    '',
    'A failed call says what happened, the usual cause and the next call to make. These are the kinds of failure:',
    '',
    '| Code | Raised when; what its details carry |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function read(file) {
  try {
    return readFileSync(root + file, 'utf8');
  } catch {
    return undefined;
  }
}
