// The benchmark. Run it with `npm run bench`, which builds the server and this file first.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeVersions } from '../tests/support/node-versions.ts';
import type { Bench, Measurement } from './bench.ts';
import { condition } from './condition.ts';
import { hang } from './hang.ts';
import { journal } from './journal.ts';
import { largeMap } from './large-map.ts';
import { launch } from './launch.ts';
import { logHits } from './log-hits.ts';
import { memory } from './memory.ts';
import { modules } from './modules.ts';
import { python } from './python.ts';
import { scriptHits } from './script-hits.ts';
import { start } from './start.ts';
import { evaluate, step } from './stopped.ts';
import { type Row, tableText, verdictOf } from './table.ts';
import { tokens } from './tokens.ts';
import { tui } from './tui.ts';

const MEASUREMENTS: readonly Measurement[] = [
  start,
  launch,
  step,
  evaluate,
  hang,
  journal,
  condition,
  logHits,
  scriptHits,
  modules,
  largeMap,
  python,
  memory,
  tokens,
  tui,
];

const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: '' },
    relay: { type: 'string', default: '' },
    'mcp-relay': { type: 'string', default: '' },
    programs: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    node: { type: 'string', multiple: true },
  },
});

const chosen = MEASUREMENTS.filter(({ name }) => options.only?.includes(name) ?? true);
if (chosen.length === 0) {
  console.error(`--only takes one of: ${MEASUREMENTS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'mcp-debugger-bench-'));
const bench: Bench = {
  serverPath: options.server,
  relayPath: options.relay,
  mcpRelayPath: options['mcp-relay'],
  folder,
  nodes: nodeVersions().filter(({ major }) => options.node?.includes(String(major)) ?? true),
  quick: options.quick,
  program: (name) => join(options.programs, name),
};
try {
  const rows: Row[] = [];
  for (const measurement of chosen) rows.push(...(await rowsOf(measurement)));
  report(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One that fails is told and costs its rows, not those of the others. */
async function rowsOf(measurement: Measurement): Promise<readonly Row[]> {
  console.error(`measuring ${measurement.name} …`);
  try {
    return await measurement.run(bench);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [];
  }
}

function report(rows: readonly Row[]): void {
  console.log(`\nNode ${process.versions.node} runs the server; medians (and minima), floor and server in turns.\n`);
  console.log(tableText(rows));
  console.log(`\nCounted is\n${chosen.map(({ name, counted }) => `- ${name}: ${counted}`).join('\n')}`);
  const verdicts = rows.map(verdictOf);
  const missed = verdicts.filter((verdict) => verdict === 'MISSED').length;
  const kept = verdicts.filter((verdict) => verdict === 'ok').length;
  console.log(`\n${kept} targets kept, ${missed} missed`);
}
