// npm test: everything from a fresh clone to a verdict. Arguments go to vitest (npm test -- tests/unit).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { writeMatrix } from './docs/write-matrix.mjs';
import { unavailableTools } from './install/unavailable.mjs';
import { noteProgress } from './test/progress.mjs';
import { runTests } from './test/run-tests.mjs';
import { summaryLines, verdictOf } from './test/verdict.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

/** Without these there is nothing to test. */
const PREPARING = [
  'setup',
  'install/nodes',
  'install/ts-tools',
  'install/debugpy',
  'install/delve',
  'install/tmux',
  'install/gdb',
  'bundle/build',
];

const missing = PREPARING.find((name) => !run(name));
const verdict = missing === undefined ? tested() : unprepared(`scripts/${missing}.mjs failed`);
for (const [tool, { reason }] of Object.entries(unavailableTools())) console.log(`Tests without ${tool}: ${reason}`);
console.log(`\n${summaryLines(verdict).join('\n')}`);
process.exitCode = verdict.green ? 0 : 1;

/** The check comes last: it compares what a whole run has written. */
function tested() {
  const runs = runTests({ root, args });
  const isWhole = args.length === 0;
  const isWritten = !isWhole || !verdictOf({ problems: [], ...runs }).green || writeMatrix();
  const problems = [
    ...(isWritten ? [] : ['docs/matrix.json could not be written']),
    ...(run('check') ? [] : ['npm run check']),
  ];
  return verdictOf({ problems, ...runs });
}

function unprepared(problem) {
  return verdictOf({ problems: [problem], known: [], today: new Date() });
}

function run(name) {
  noteProgress(root, `scripts/${name}.mjs`);
  return spawnSync(process.execPath, [`scripts/${name}.mjs`], { cwd: root, stdio: 'inherit' }).status === 0;
}
