// npm test: everything from a fresh clone to a verdict, in what a contributor waits for. npm run test:all (--all): every version, runner and
// framework too. Other arguments go to vitest (npm test -- tests/unit).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeMatrix } from './docs/write-matrix.mjs';
import { unavailableTools } from './install/unavailable.mjs';
import { oftenFlaky, recordFlaky } from './test/flaky-record.mjs';
import { noteProgress } from './test/progress.mjs';
import { runTests } from './test/run-tests.mjs';
import { summaryLines, verdictOf } from './test/verdict.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isAll = process.argv.includes('--all');
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
const env = { MCP_DEBUGGER_TESTS: isAll ? 'all' : 'quick' };
/** Scripts that have begun and not ended. */
const running = new Set();

/** Without these there is nothing to test. They wait for registries most of the time, so the rows of a step go side by side. */
const PREPARING = [
  [['install/preflight']],
  [['setup']],
  [
    ['install/nodes', 'install/ts-tools'],
    ['install/test-runners'],
    ...(isAll || args.some((arg) => arg.startsWith('tests/frameworks')) ? [['install/frameworks']] : []),
    // All but the second keep one file of what a machine lacks, and two of them are apt-get's.
    ['install/pythons', 'install/debugpy', 'install/delve', 'install/tmux', 'install/gdb'],
  ],
  [['bundle/build']],
];

const began = performance.now();
const missing = await firstMissing();
const prepared = performance.now();
const verdict = missing === undefined ? tested() : verdictOf({ problems: [`scripts/${missing}.mjs failed`] });
console.log(`\nPrepared in ${minutes(prepared - began)}, tested in ${minutes(performance.now() - prepared)}.`);
for (const [tool, { reason }] of Object.entries(unavailableTools())) console.log(`Tests without ${tool}: ${reason}`);
if (isAll && missing === undefined) for (const line of remembered(verdict)) console.log(line);
console.log(summaryLines(verdict).join('\n'));
process.exitCode = verdict.green ? 0 : 1;

/** The check comes last: it compares what a whole run has written. */
function tested() {
  const { names, ...runs } = runTests({ root, args, env });
  const isWhole = isAll && args.length === 0;
  const isWritten = !isWhole || !verdictOf({ problems: [], ...runs }).green || writeMatrix(names);
  const problems = [
    ...(isWritten ? [] : ['docs/matrix.json could not be written']),
    ...(run('check') ? [] : ['npm run check']),
  ];
  return verdictOf({ problems, ...runs });
}

function remembered({ flaky }) {
  recordFlaky(root, flaky);
  return oftenFlaky(root).map(({ name, times }) => `Flaky ${times} times by now, mend it: ${name}`);
}

/** The script without which there is nothing to test, where one failed. */
async function firstMissing() {
  for (const rows of PREPARING) {
    const failed = (await Promise.all(rows.map(inTurn))).find((name) => name !== undefined);
    if (failed !== undefined) return failed;
  }
}

/** The first of the scripts that fails; none after it is run. */
async function inTurn(names) {
  for (const name of names) if (!(await runBeside(name))) return name;
}

function run(name) {
  noteProgress(root, `scripts/${name}.mjs`);
  return spawnSync(process.execPath, [`scripts/${name}.mjs`], { cwd: root, stdio: 'inherit' }).status === 0;
}

async function runBeside(name) {
  running.add(name);
  noteProgress(root, [...running].map((each) => `scripts/${each}.mjs`).join(', '));
  const child = spawn(process.execPath, [`scripts/${name}.mjs`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  running.delete(name);
  return code === 0;
}

function minutes(durationMs) {
  const seconds = Math.round(durationMs / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
