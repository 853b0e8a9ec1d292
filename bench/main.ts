// The benchmark. Run it with `npm run bench`, which builds the server and these files first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pythonWith } from '../tests/support/pythons.ts';
import type { Measurement } from './bench.ts';
import { MEASUREMENTS } from './measurements.ts';
import { benchOptions } from './options.ts';
import { presentRun, readResults, withGroup, writeResults } from './results-file.ts';
import { type Row, tableText, verdictOf } from './table.ts';

/** Each takes less than a minute and a half. */
const GROUP_LIMIT_MS = 180_000;

const options = benchOptions();
const names = MEASUREMENTS.map(({ name }) => name);
const unknown = options.only?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) usage(`--only takes one of: ${names.join(', ')}`);
if (options.write && (options.quick || options.node)) usage('--write needs all samples and versions of a group');

const file = join(options.root, 'docs/bench.json');
const run = options.write ? presentRun(options.root, pythonWith('newest')) : undefined;
const chosen = MEASUREMENTS.filter(({ name }) => options.only?.includes(name) ?? true);
const rows: Row[] = [];
const failed: string[] = [];
for (const { name, counted } of chosen) {
  const measured = await rowsOf(name);
  if (measured === undefined) failed.push(name);
  else rows.push(...measured);
  // At once: what is measured stays, whatever becomes of the rest.
  if (run && measured) {
    const group = { name, counted, rows: measured };
    writeResults(file, withGroup(readResults(file), { run, group, order: names }));
  }
}
report(rows, chosen);
process.exitCode = failed.length === 0 ? 0 : 1;

/** One that fails or takes too long is reported, and costs its rows alone. */
async function rowsOf(name: string): Promise<readonly Row[] | undefined> {
  console.error(`measuring ${name} …`);
  const forwarded = process.argv
    .slice(2)
    .filter((word, index, words) => !/^--(only|write)/.test(word) && words[index - 1] !== '--only');
  // A process group of its own, so that its end is the end of all that it started.
  const child = spawn(process.execPath, [options['run-group'], ...forwarded, '--only', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = () => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  };
  const interrupted = () => {
    end();
    process.exit(1);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const timer = setTimeout(() => {
    console.error(`${name} took more than ${GROUP_LIMIT_MS / 1_000} s`);
    end();
  }, GROUP_LIMIT_MS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  // Our own rows, from our own process.
  return code === 0 ? (JSON.parse(text) as Row[]) : undefined;
}

function report(rows: readonly Row[], chosen: readonly Measurement[]): void {
  console.log(`\nNode ${process.versions.node} runs the server; medians (and minima), floor and server in turns.\n`);
  console.log(tableText(rows));
  console.log(`\nCounted is\n${chosen.map(({ name, counted }) => `- ${name}: ${counted}`).join('\n')}`);
  const verdicts = rows.map(verdictOf);
  const missed = verdicts.filter((verdict) => verdict === 'MISSED').length;
  const kept = verdicts.filter((verdict) => verdict === 'ok').length;
  console.log(`\n${kept} targets kept, ${missed} missed`);
  if (failed.length > 0) console.log(`Failed, and without rows: ${failed.join(', ')}`);
  if (run) console.log('docs/bench.json is written. Run npm run gen for README.md and docs/benchmarks.md.');
}

function usage(problem: string): never {
  console.error(problem);
  process.exit(2);
}
