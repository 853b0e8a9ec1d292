// debugpy gets into a running Python program with gdb. Installs it with apt-get where that is how packages are installed, and has it do to a
// process of ours what the tests need: call a function in it, and leave it as it was. Where it cannot, that is recorded, and the tests that
// need it are left out, by name.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { aptInstall } from './apt-get.mjs';
import { recordTool } from './unavailable.mjs';

const EXIT_CODE = 7;
const PROGRAM = `console.log("ready"); setTimeout(() => process.exit(${EXIT_CODE}), 1_000)`;
const GDB_MS = 30_000;

if (!isThere()) {
  console.log('install-gdb: gdb is missing; running apt-get install gdb');
  aptInstall('gdb');
}
const reason = isThere() ? await whyUseless() : 'it is not there, and apt-get could not install it';
if (reason !== undefined) console.log(`install-gdb: left out: ${reason}`);
recordTool('gdb', reason);

function isThere() {
  return spawnSync('gdb', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Calls getpid() in a process of ours. Undefined when it answers, and the process goes on to its own end. */
async function whyUseless() {
  const program = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(program, 'exit');
  try {
    await once(program.stdout, 'data');
    const call = `print ((int (*)(void)) getpid)()`;
    const { stdout, stderr, error } = spawnSync('gdb', ['-nx', '-batch', '-p', String(program.pid), '-ex', call], {
      encoding: 'utf8',
      timeout: GDB_MS,
    });
    if (error !== undefined) return `it does not come to an end: ${error.message}`;
    const [code] = await ended;
    if (!stdout.includes(`= ${program.pid}\n`)) return `it cannot call a function in a process: ${lastLine(stderr)}`;
    return code === EXIT_CODE ? undefined : 'a process that it has called a function in does not end as it would have';
  } finally {
    program.kill('SIGKILL');
  }
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}
