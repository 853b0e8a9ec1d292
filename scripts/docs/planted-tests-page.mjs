// docs/planted-tests.md: what one call of debug_test showed of bugs that were planted in real packages with their own tests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The page, or undefined without results. */
export function plantedTestsPage() {
  const read = readResults();
  if (read === undefined) return undefined;
  const { date, results: bugs } = read;
  const found = (side) => bugs.filter((bug) => bug[side].verdict === 'found').length;
  const medianOf = (value) => median(bugs.map(value));
  return [
    '# Planted bugs, and the tests of their packages',
    '',
    `Written by \`npm run gen\` from docs/planted-tests.json, which \`npm run planted -- --tests --write\` wrote on ${date}.`,
    '',
    `${bugs.length} bugs were planted in copies of real packages, far from the assertions of the packages' own tests that fail by them. The whole suite is`,
    'run once by `debug_test`, as a person would type it. A bug counts as found where the answer has the row of the faulty statement with the wrong',
    'value, as line where it has only the row. Tokens are those of call and answer (o200k). Beside it, the same call with `why: false`, which runs no',
    'test a second time, and the suite in a terminal.',
    '',
    `**Found by the one call: ${found('why')} of ${bugs.length}** (${medianOf(({ why }) => why.tokens)} tokens, median); with \`why: false\`: ${found('without')} ` +
      `(${medianOf(({ without }) => without.tokens)} tokens).`,
    '',
    '| Package | Kind | Mistake | Faulty line | Found | Tokens | Time | `why: false`: found | Tokens | Time | In a terminal |',
    '|---|---|---|---|---|---:|---:|---|---:|---:|---:|',
    ...bugs.map(row),
    '',
  ].join('\n');
}

function row({ package: name, kind, mistake, faulty, why, without, plainMs }) {
  const cells = [name, kind, mistake, faulty, VERDICTS[why.verdict], why.tokens, seconds(why.ms)];
  return `| ${[...cells, VERDICTS[without.verdict], without.tokens, seconds(without.ms), seconds(plainMs)].join(' | ')} |`;
}

const VERDICTS = { found: 'yes', line: 'line', no: '**no**' };

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return Math.round(middle.reduce((sum, value) => sum + value, 0) / middle.length);
}

function readResults() {
  try {
    return JSON.parse(readFileSync(`${root}docs/planted-tests.json`, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`docs/planted-tests.json: ${error.message}`);
  }
}
