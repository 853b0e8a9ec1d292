// Installs what tests debug Python programs with, below .cache/python: virtual environments with the newest debugpy (and pytest, numpy
// and pandas to look into), with an old debugpy, with what runs tasks (gevent, trio, anyio), and without any; for whole runs the same once
// more with the newest Python, below .cache/python/latest. Skips what is there. Nothing outside of .cache is changed. Runs after pythons.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../../.cache/python/', import.meta.url));
const windows = process.platform === 'win32';
const own = askPython();
installAll(own, home);
const newest = process.env.MCP_DEBUGGER_TESTS === 'all' ? newerThan(own) : undefined;
if (newest !== undefined) installAll(newest, `${home}latest/`);

function installAll(python, below) {
  const environments = {
    newest: { needed: ['debugpy==1.8.22', 'pip==24.3.1', 'pytest==8.3.5'], welcome: ['numpy', 'pandas'] },
    old: { needed: [`debugpy==${oldest(python)}`], welcome: [] },
    tasks: { needed: ['debugpy==1.8.22', 'gevent', 'trio', 'anyio'], welcome: [] },
    bare: { needed: [], welcome: [] },
  };
  for (const [name, { needed, welcome }] of Object.entries(environments)) {
    const state = JSON.stringify({ python, needed, welcome });
    const mark = `${below}${name}/installed.json`;
    if (existsSync(mark) && readFileSync(mark, 'utf8') === state) continue;
    const packages = [...needed, ...welcome].join(' ') || 'no packages';
    console.log(`install-debugpy: ${name}, Python ${python.version}, ${packages}`);
    install(python, `${below}${name}`, needed, welcome);
    writeFileSync(mark, state);
  }
}

/** One that cannot be spoken to directly, where a Python still runs such a one; the first of those that know it, where not. */
function oldest({ minor }) {
  if (minor >= 13) return '1.8.9';
  return minor === 12 ? '1.8.0' : '1.6.7';
}

function install(python, folder, needed, welcome) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  // Without pip, which would take five seconds more and, on Debian, a package more.
  run(
    python,
    ['-m', 'venv', '--without-pip', folder],
    'Python cannot make virtual environments: install python3-venv.',
  );
  const packages = windows ? `${folder}/Lib/site-packages` : `${folder}/lib/python3.${python.minor}/site-packages`;
  if (needed.length > 0)
    pip(python, packages, needed, 'is pip there (python3 -m pip --version), and a way to its packages?');
  // A Python that is newer than their wheels: the tests that need them say so.
  for (const name of welcome) pip(python, packages, [name], undefined);
}

function pip(python, target, packages, problem) {
  const options = ['--no-input', '--disable-pip-version-check', '--quiet', '--no-warn-script-location', '--upgrade'];
  const args = ['-m', 'pip', 'install', ...options, '--only-binary', ':all:', '--target', target, ...packages];
  run(python, args, problem);
}

/** @param problem What to say when it fails; undefined when that is no reason to give up. */
function run(python, args, problem) {
  const env = { ...process.env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_ROOT_USER_ACTION: 'ignore' };
  const { status } = spawnSync(python.path, args, { env, stdio: ['ignore', 2, problem === undefined ? 'ignore' : 2] });
  if (status === 0) return;
  if (problem !== undefined) giveUp(`"${python.path} ${args.join(' ')}" failed: ${problem}`);
  console.log(`install-debugpy: left out, because there is no ready-made file for this Python: ${args.at(-1)}`);
}

/** The newest of the Pythons that pythons.mjs found, where it is newer. */
function newerThan({ minor }) {
  const found = JSON.parse(readFileSync(new URL('../../.cache/pythons.json', import.meta.url), 'utf8'));
  const newer = found.filter((each) => each.hasPip && each.minor > minor);
  return newer.length === 0 ? undefined : asked(newer.toSorted((a, b) => b.minor - a.minor)[0].path);
}

function askPython() {
  const commands = windows ? ['python', 'py'] : ['python3', 'python'];
  for (const command of commands) {
    const python = asked(command);
    if (python !== undefined) return python;
  }
  return giveUp('the tests debug Python programs, and there is no Python 3 on PATH.');
}

function asked(command) {
  const question =
    'import sys; print(sys.version_info[1], "%d.%d.%d" % sys.version_info[:3], sys.executable, sep="\\n")';
  const { status, stdout } = spawnSync(command, ['-c', question], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [minor, version, path] = stdout.trim().split(/\r?\n/);
  return { minor: Number(minor), version, path };
}

function giveUp(problem) {
  console.error(`install-debugpy: ${problem}`);
  process.exit(1);
}
