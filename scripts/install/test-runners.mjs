// Installs the test runners whose results are read, below .cache/test-runners: the newest of each, older ones whose inside differs in
// folders beside it, and those of Python in a virtual environment. Skips what is there. Nothing outside of .cache is changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../../.cache/test-runners/', import.meta.url));
const windows = process.platform === 'win32';

/** Exact versions: each is read by what is inside of it. What .cache/ts-tools and .cache/vitest-3 have is not repeated here. */
const FOLDERS = {
  newest: {
    '@playwright/test': '1.65.1',
    ava: '7.0.0',
    borp: '1.0.0',
    jasmine: '7.0.0',
    mocha: '12.0.3',
    tap: '21.8.0',
    tape: '5.10.2',
    uvu: '0.5.6',
    vitest: '5.1.1',
  },
  older: { ava: '5.3.1', jasmine: '4.6.0', jest: '29.7.0', mocha: '9.2.2', tape: '4.17.0', vitest: '1.6.1' },
  'vitest-2': { vitest: '2.1.9' },
};
const PYTHON = [
  'debugpy==1.8.22',
  'Django==5.2.8',
  'hypothesis==6.148.2',
  'pytest==8.4.2',
  'pytest-asyncio==1.2.0',
  'pytest-cov==7.0.0',
  'pytest-rerunfailures==16.1',
  'pytest-subtests==0.14.2',
  'pytest-xdist==3.8.0',
  // Django's workers send their failures with it.
  'tblib==3.2.2',
];

for (const [folder, packages] of Object.entries(FOLDERS)) installNode(`${home}${folder}/`, folder, packages);
installPython(`${home}python`);

function installNode(prefix, folder, packages) {
  const missing = Object.entries(packages).filter(([name, version]) => installedVersion(prefix, name) !== version);
  if (missing.length === 0) return;
  console.log(`install-test-runners: ${folder}: ${missing.map(([name, version]) => `${name}@${version}`).join(' ')}`);
  mkdirSync(prefix, { recursive: true });
  // npm would install into the nearest folder above without it.
  writeFileSync(
    `${prefix}package.json`,
    `${JSON.stringify({ private: true, dependencies: packages }, undefined, 2)}\n`,
  );
  // Playwright downloads browsers by a script of its own, which nothing here needs.
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: windows });
  if (status !== 0) process.exitCode = status ?? 1;
}

function installedVersion(prefix, name) {
  try {
    return JSON.parse(readFileSync(`${prefix}node_modules/${name}/package.json`, 'utf8')).version;
  } catch {
    return undefined;
  }
}

function installPython(folder) {
  const python = ['python3', 'python'].find((each) => spawnSync(each, ['--version'], { stdio: 'ignore' }).status === 0);
  if (python === undefined) return giveUp('there is no Python 3 on PATH.');
  const version = spawnSync(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' });
  const state = `${version.stdout.trim()} ${PYTHON.join(' ')}`;
  const mark = `${folder}/installed`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return;
  console.log(`install-test-runners: Python ${state}`);
  rmSync(folder, { recursive: true, force: true });
  run(python, ['-m', 'venv', '--without-pip', folder]);
  const packages = windows
    ? `${folder}/Lib/site-packages`
    : `${folder}/lib/python${version.stdout.trim()}/site-packages`;
  const options = ['--no-input', '--disable-pip-version-check', '--quiet', '--no-warn-script-location'];
  run(python, ['-m', 'pip', 'install', ...options, '--only-binary', ':all:', '--target', packages, ...PYTHON]);
  writeFileSync(mark, state);
}

function run(command, args) {
  const env = { ...process.env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_ROOT_USER_ACTION: 'ignore' };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 2, 2] });
  if (status !== 0) giveUp(`"${command} ${args.join(' ')}" failed: is there a way to the packages?`);
}

function giveUp(problem) {
  console.error(`install-test-runners: ${problem}`);
  process.exit(1);
}
