// Installs what tests debug Python programs with, below .cache/python: virtual environments with the newest debugpy (and pytest, numpy
// and pandas to look into), with an old debugpy, with what runs tasks (gevent, trio, anyio), and without any. Skips what is there. Nothing outside of .cache is changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../../.cache/python/', import.meta.url));
const windows = process.platform === 'win32';
const python = askPython();
/** One that cannot be spoken to directly, where this Python still runs such a one. */
const OLD_DEBUGPY = python.minor >= 12 ? '1.8.0' : '1.6.7';
const ENVIRONMENTS = {
  newest: { needed: ['debugpy==1.8.22', 'pip==24.3.1', 'pytest==8.3.5'], welcome: ['numpy', 'pandas'] },
  old: { needed: [`debugpy==${OLD_DEBUGPY}`], welcome: [] },
  tasks: { needed: ['debugpy==1.8.22', 'gevent', 'trio', 'anyio'], welcome: [] },
  bare: { needed: [], welcome: [] },
};

for (const [name, { needed, welcome }] of Object.entries(ENVIRONMENTS)) {
  const state = JSON.stringify({ python, needed, welcome });
  const mark = `${home}${name}/installed.json`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) continue;
  console.log(
    `install-debugpy: ${name}, Python ${python.version}, ${[...needed, ...welcome].join(' ') || 'no packages'}`,
  );
  install(`${home}${name}`, needed, welcome);
  writeFileSync(mark, state);
}

function install(folder, needed, welcome) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  // Without pip, which would take five seconds more and, on Debian, a package more.
  run(['-m', 'venv', '--without-pip', folder], 'Python cannot make virtual environments: install python3-venv.');
  const packages = windows ? `${folder}/Lib/site-packages` : `${folder}/lib/python3.${python.minor}/site-packages`;
  if (needed.length > 0) pip(packages, needed, 'is pip there (python3 -m pip --version), and a way to its packages?');
  // A Python that is newer than their wheels: the tests that need them say so.
  for (const name of welcome) pip(packages, [name], undefined);
}

function pip(target, packages, problem) {
  const options = ['--no-input', '--disable-pip-version-check', '--quiet', '--no-warn-script-location', '--upgrade'];
  run(['-m', 'pip', 'install', ...options, '--only-binary', ':all:', '--target', target, ...packages], problem);
}

/** @param problem What to say when it fails; undefined when that is no reason to give up. */
function run(args, problem) {
  const env = { ...process.env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_ROOT_USER_ACTION: 'ignore' };
  const { status } = spawnSync(python.path, args, { env, stdio: ['ignore', 2, problem === undefined ? 'ignore' : 2] });
  if (status === 0) return;
  if (problem !== undefined) giveUp(`"${python.path} ${args.join(' ')}" failed: ${problem}`);
  console.log(`install-debugpy: left out, because there is no ready-made file for this Python: ${args.at(-1)}`);
}

function askPython() {
  const question =
    'import sys; print(sys.version_info[1], "%d.%d.%d" % sys.version_info[:3], sys.executable, sep="\\n")';
  for (const command of windows ? ['python', 'py'] : ['python3', 'python']) {
    const { status, stdout } = spawnSync(command, ['-c', question], { encoding: 'utf8' });
    if (status !== 0) continue;
    const [minor, version, path] = stdout.trim().split(/\r?\n/);
    return { minor: Number(minor), version, path };
  }
  return giveUp('the tests debug Python programs, and there is no Python 3 on PATH.');
}

function giveUp(problem) {
  console.error(`install-debugpy: ${problem}`);
  process.exit(1);
}
