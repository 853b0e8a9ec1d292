// The parts of README.md that are made from something else, by the name between their markers:
// <!-- NAME:begin (npm run gen) --> … <!-- NAME:end -->
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmarksPage, feltTable } from './bench-tables.mjs';
import { tokensOf } from './tokens.mjs';
import { plantedSentence } from './traces-page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The step of the demo that shows the cause; the rest is in the golden file. */
const SHOWN_STEP = 4;

/** @returns {Record<string, string>} Markdown by name */
export function readmeParts(toolsets) {
  return {
    planted: plantedSentence(),
    transcript: transcript(readFileSync(`${root}tests/golden/demo.txt`, 'utf8')),
    matrix: matrix(readJson('docs/matrix.json')),
    tools: toolTable(toolsets.debug.tools),
    bench: feltTable(readJson('docs/bench.json')),
  };
}

/** @throws Error when the text has no place for the part */
export function withPart(text, name, part) {
  const pattern = new RegExp(`(<!-- ${name}:begin[^>]*-->)[\\s\\S]*?(<!-- ${name}:end -->)`);
  if (!pattern.test(text)) {
    throw new Error(
      `no place for it; put these lines there:\n<!-- ${name}:begin (npm run gen) -->\n<!-- ${name}:end -->`,
    );
  }
  // A function, because a replacement text would have its dollar signs interpreted.
  return text.replace(pattern, (_, begin, end) => `${begin}\n\n${part}\n\n${end}`);
}

function transcript(golden) {
  const steps = golden.split(/^(?=── \d+\.)/m);
  const step = steps.find((each) => each.startsWith(`── ${SHOWN_STEP}.`));
  if (step === undefined) throw new Error(`tests/golden/demo.txt has no step ${SHOWN_STEP}`);
  return ['```text', step.trimEnd(), '```'].join('\n');
}

/** docs/matrix.json is written by a whole `npm run test:all`; docs/scenarios.md shows all of it. */
function matrix(results) {
  if (results === undefined) return 'Tested on Node.js 20, 22, 24 and 26, and with Python.';
  const { on, columns, scenarios } = results;
  const verdicts = new Map(columns.map((column) => [column, verdict(column, scenarios)]));
  const rows = [...new Set(verdicts.values())].map((text) => {
    const alike = columns.filter((column) => verdicts.get(column) === text);
    return `| ${languageOnce(alike)} | ${escaped(text)} |`;
  });
  const head = [`| Language (${on}) | Of ${scenarios.length} [scenarios](docs/scenarios.md), works |`, '|---|---|'];
  return [...head, ...rows].join('\n');
}

/** `Node.js 20.20.2; 22.23.3` */
function languageOnce(columns) {
  const languageOf = (column) => column.replace(/ \d.*/, '');
  const shortened = columns.map((column, index) => {
    const language = languageOf(column);
    return index > 0 && languageOf(columns[index - 1]) === language ? column.slice(language.length + 1) : column;
  });
  return shortened.join('; ');
}

function verdict(column, scenarios) {
  const without = scenarios.filter(({ leftOut }) => leftOut[column] !== undefined);
  const failed = scenarios.filter(({ passed, leftOut }) => !passed.includes(column) && leftOut[column] === undefined);
  const all = without.length === 0 ? 'all' : `all ${scenarios.length - without.length} that the language can have`;
  return failed.length === 0 ? all : `${all}, but not ${failed.map(({ name }) => name).join(', ')}`;
}

/** docs/benchmarks.md */
export function benchmarks() {
  return benchmarksPage(readJson('docs/bench.json'));
}

/** docs/scenarios.md, or undefined without results. */
export function scenariosPage() {
  const results = readJson('docs/matrix.json');
  if (results === undefined) return undefined;
  const { on, columns, scenarios } = results;
  const reasons = [...new Set(scenarios.flatMap(({ leftOut }) => Object.values(leftOut).map(reasonText)))];
  const rows = scenarios.map(({ name, proves, passed, leftOut }) => {
    const cells = columns.map((column) => {
      if (passed.includes(column)) return 'yes';
      const lack = leftOut[column];
      return lack === undefined ? '**no**: it failed' : `no (${reasons.indexOf(reasonText(lack)) + 1})`;
    });
    return `| ${escaped(name)} | ${escaped(proves)} | ${cells.join(' | ')} |`;
  });
  return [
    '# Scenarios',
    '',
    `What \`npm run test:all\` does with real programs of each language and version; the last run was on ${on}. A whole run that is green writes docs/matrix.json, of which this page is made.`,
    '',
    `| Scenario | What it proves | ${columns.join(' | ')} |`,
    `|---|---|${'---|'.repeat(columns.length)}`,
    ...rows,
    '',
    ...(reasons.length === 0 ? [] : ['Why a language is without a scenario:', '']),
    ...reasons.map((reason, index) => `${index + 1}. ${reason[0].toUpperCase()}${reason.slice(1)}`),
    ...(reasons.length === 0 ? [] : ['']),
  ].join('\n');
}

function reasonText({ reason, evidence }) {
  const source =
    evidence.kind === 'tool' ? `scripts/install: no ${evidence.tool}` : `${evidence.document}, "${evidence.section}"`;
  return `${reason} (${source}).`;
}

function toolTable(tools) {
  const rows = tools.map(({ name, description }) => `| \`${name}\` | ${firstSentence(description)} |`);
  const readOnly = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => `\`${name}\``);
  const cost = `${tools.length} tools, ${tokensOf({ tools })} tokens (o200k) in all. Read-only: ${readOnly.join(', ')}.`;
  return ['| Tool | What it does |', '|---|---|', ...rows, '', cost].join('\n');
}

/** docs/toolsets.md */
export function toolsetsPage(toolsets) {
  const rows = Object.entries(toolsets).map(([name, { tools }]) => {
    const names = tools.map((tool) => `\`${tool.name}\``);
    return `| \`${name}\` | ${tools.length} | ${tokensOf({ tools })} | ${names.join(' ')} |`;
  });
  return [
    '# Toolsets',
    '',
    'Written by `npm run gen`.',
    '',
    'The same engine behind other interfaces, for clients that were written for them. `--toolset debugger,session` serves several, `--toolset all`',
    'every one; a session that was started through one can be used through another. `debug` is the default.',
    '',
    '| `--toolset` | Tools | Tokens | Names |',
    '|---|---:|---:|---|',
    ...rows,
    '',
  ].join('\n');
}

function firstSentence(description) {
  const line = description.split('\n')[0];
  const end = line.search(/\.(\s|$)/);
  return escaped(end < 0 ? line : line.slice(0, end + 1));
}

function escaped(text) {
  return text.replaceAll('|', '\\|');
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${file}: ${error.message}`);
  }
}
