// Starts processes in pairs, one after the other: one that is followed, and one that does not know of a debugger. In the end it writes
// the processor time of each, in milliseconds, to the file that is named last.
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');

const [, , pairs, result] = process.argv;
const child = `${__dirname}/forked.cjs`;
const taken = { followed: [], alone: [] };
/** Both are started by a shell, which takes another variable from the first, so that they differ in nothing else. */
const UNSET = { followed: 'OF_NOBODY', alone: 'NODE_OPTIONS' };

function run(kind) {
  return new Promise((resolve) => {
    const script = `unset ${UNSET[kind]}; exec "$0" "$1"`;
    const started = spawn('/bin/sh', ['-c', script, process.execPath, child], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    started.stdout.on('data', (text) => {
      said += text;
    });
    started.on('close', () => {
      taken[kind].push(Number(said) / 1e3);
      resolve();
    });
  });
}

async function main() {
  for (let pair = 0; pair < Number(pairs); pair++) {
    // Neither is always the second.
    for (const kind of pair % 2 ? ['followed', 'alone'] : ['alone', 'followed']) await run(kind);
  }
  writeFileSync(result, JSON.stringify(taken));
}

main();
