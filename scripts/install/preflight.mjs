// What nothing here can install by itself: Python 3, and a way to the packages of npm and PyPI where some of them are still missing. Says in one
// sentence what is not there, within a minute.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const windows = process.platform === 'win32';
const ANSWER_MS = 40_000;

const problem = withoutPython() ?? (await withoutPackages());
if (problem !== undefined) {
  console.error(`preflight: ${problem}`);
  process.exitCode = 1;
}

function withoutPython() {
  const python = pythonCommand();
  if (python === undefined)
    return 'the tests debug Python programs, and there is no python3 on PATH: install Python 3.8 or newer.';
  const { status } = spawnSync(python, ['-c', 'import venv, pip'], { stdio: 'ignore' });
  if (status !== 0) return `${python} is without venv or pip: install python3-venv and python3-pip.`;
}

async function withoutPackages() {
  const missing = [
    [`${root}node_modules/.package-lock.json`, npmAnswers],
    [`${root}.cache/python/newest/installed.json`, pypiAnswers],
  ].filter(([mark]) => !existsSync(mark));
  const problems = await Promise.all(missing.map(([, ask]) => ask()));
  return problems.find((each) => each !== undefined);
}

async function npmAnswers() {
  const once = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=15000'];
  if (await answers('npm', ['view', 'typescript@7', 'name', ...once])) return undefined;
  return 'the packages of npm cannot be reached (npm view typescript): check the network, or the registry and proxy that npm is configured with.';
}

async function pypiAnswers() {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const once = ['--retries', '1', '--timeout', '15', '--disable-pip-version-check', '--no-input', '--no-cache-dir'];
  try {
    if (await answers(pythonCommand(), ['-m', 'pip', 'download', '--no-deps', '--dest', folder, ...once, 'pytest']))
      return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 'the packages of PyPI cannot be reached (python3 -m pip download pytest): check the network, or the index and proxy that pip is configured with.';
}

function answers(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', shell: windows, timeout: ANSWER_MS });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

function pythonCommand() {
  const isPython3 = (command) =>
    spawnSync(command, ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;
  return ['python3', 'python'].find(isPython3);
}
