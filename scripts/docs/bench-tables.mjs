// The tables of the benchmark, made of docs/bench.json and of nothing else. `npm run bench -- --write` writes that file.

/** The rows that a user waits for. All rows are in docs/benchmarks.md. */
const FELT = [
  'spawn to initialize',
  'launch to locals, Node 24',
  'launch to locals, Python',
  'step, Node 24',
  'step, Python',
  'evaluate, Node 24',
  'condition true on pass 10,000 of a function, Node 24',
  'computing while watched, Node 24',
  'memory per paused session',
  'terminal view, first screen of a 100 MB journal',
];
const COLUMNS = ['Measurement', 'Against', 'Floor', 'Server', 'Ratio', 'Target', ''];

/** @throws Error when a row of it is not in the results */
export function feltTable(results) {
  const rows = FELT.map((name) => {
    const row = results.rows.find((each) => each.name === name);
    if (row === undefined) throw new Error(`docs/bench.json has no row "${name}": npm run bench -- --write`);
    return row;
  });
  const cells = (row) => [...cellsOf(row, median), `\`${row.group}\``];
  return [
    ...table(rows, [...COLUMNS, '`--only`'], cells),
    '',
    measuredOn(rows.map(({ run }) => results.runs[run])),
  ].join('\n');
}

/** One line for all rows of a table; docs/benchmarks.md has the run of each. */
function measuredOn(runs) {
  const dates = runs.map(({ date }) => date).sort();
  const period = dates[0] === dates.at(-1) ? dates[0] : `${dates[0]} to ${dates.at(-1)}`;
  const machines = [...new Set(runs.map(({ machine }) => `${machine.cpu} (${machine.cores} cores)`))];
  return `Medians, measured ${period} on ${machines.join(' and ')}.`;
}

export function benchmarksPage(results) {
  const { runs, groups, rows } = results;
  return [
    '# Benchmarks',
    '',
    'Written by `npm run gen` from docs/bench.json, which `npm run bench -- --write` writes. Medians, with minima in parentheses; floor and',
    'server take turns. A row that has another version of the server in place of a floor says so (against: itself).',
    '',
    ...runs.map((run, index) => `- Run ${index + 1}: ${runText(run)}.`),
    ...groups.flatMap(({ name, counted }) => {
      const own = rows.filter(({ group }) => group === name);
      const cells = (row) => [...cellsOf(row), String(row.run + 1)];
      return ['', `## ${name}`, '', `Counted is ${counted}`, '', ...table(own, [...COLUMNS, 'Run'], cells)];
    }),
    '',
  ].join('\n');
}

function table(rows, columns, cells) {
  const line = (texts) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|---|---|${'---:|'.repeat(columns.length - 2)}`, ...rows.map((row) => line(cells(row)))];
}

/** @param shown the text of a series: its median and minimum, or the median alone */
function cellsOf({ name, unit, against, floor, server, target }, shown = medianAndMinimum) {
  const ratio = floor && server ? (server.median / floor.median).toFixed(2) : '';
  const other = against ?? (floor ? 'plain client' : '');
  const verdict = verdictOf({ floor, server, target });
  return [`${name} (${unit})`, other, shown(floor), shown(server), ratio, targetText(target), verdict];
}

/** As bench/table.ts judges; without a floor there is no ratio to keep. */
function verdictOf({ floor, server, target }) {
  if (!server || !target || (!floor && target.atMost === undefined)) return '';
  const isRatioKept = target.ratio === undefined || !floor || server.median <= target.ratio * floor.median;
  const isLimitKept = target.atMost === undefined || server.median <= target.atMost;
  return isRatioKept && isLimitKept ? 'kept' : 'missed';
}

function targetText(target = {}) {
  const ratio = target.ratio === undefined ? [] : [`≤ ${target.ratio} ×`];
  const limit = target.atMost === undefined ? [] : [`≤ ${target.atMost}`];
  return [...ratio, ...limit].join(', ');
}

function median(series) {
  return series ? number(series.median) : '';
}

function medianAndMinimum(series) {
  if (!series) return '';
  const { median: middle, min } = series;
  return middle === min ? number(middle) : `${number(middle)} (${number(min)})`;
}

function number(value) {
  if (Math.abs(value) >= 1_000) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function runText({ commit, date, machine, node, python }) {
  const { cpu, cores, memoryGb, os } = machine;
  const memory = memoryGb === undefined ? '' : `, ${memoryGb} GB`;
  return `${date} at ${commit}, ${cores} cores (${cpu})${memory}, ${os}, Node.js ${node} running the server, Python ${python}`;
}
