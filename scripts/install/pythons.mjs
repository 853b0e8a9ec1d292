// Finds the Pythons of this machine that tests run programs with, and writes them to .cache/pythons.json: the one that `python3` is, and one
// of each other minor version among those of pyenv and on PATH. Each has run what the tests need of it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordTool } from './unavailable.mjs';

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
const OLDEST_MINOR = 8;
const NEWEST_MINOR = 15;
/** Not the one of a virtual environment: programs get environments of their own. */
const QUESTION = `import asyncio, ctypes, importlib.util, json, multiprocessing, sys, unittest, venv
path = getattr(sys, "_base_executable", sys.executable)
print(json.dumps({"minor": sys.version_info[1], "path": path, "hasPip": importlib.util.find_spec("pip") is not None}))`;

const own = ['python3', 'python'].map(asked).find((each) => each !== undefined);
if (own === undefined) {
  console.error('install-pythons: the tests debug Python programs, and no Python 3 on PATH has its standard library.');
  process.exit(1);
}
const others = [...ofPyenv(), ...onPath()].map(asked).filter((each) => each !== undefined);
const minors = Array.from({ length: NEWEST_MINOR - OLDEST_MINOR + 1 }, (_, index) => OLDEST_MINOR + index);
const found = [
  own,
  ...minors.flatMap((minor) => others.find((each) => each.minor === minor && minor !== own.minor) ?? []),
];
mkdirSync(cache, { recursive: true });
writeFileSync(`${cache}pythons.json`, `${JSON.stringify(found, undefined, 2)}\n`);
const isAlone = !found.some(({ minor, hasPip }) => hasPip && minor > own.minor);
recordTool('a newer Python', isAlone ? `none newer than 3.${own.minor} with pip was found on this machine` : undefined);

/** @returns {{minor: number, path: string, hasPip: boolean} | undefined} Undefined where it does not do what tests need. */
function asked(command) {
  const { status, stdout } = spawnSync(command, ['-c', QUESTION], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

function ofPyenv() {
  const { PYENV_ROOT: root = join(homedir(), '.pyenv') } = process.env;
  const folder = join(root, 'versions');
  try {
    return readdirSync(folder)
      .filter((name) => /^3\.\d+\.\d+$/.test(name))
      .map((name) => join(folder, name, 'bin', 'python'));
  } catch {
    return [];
  }
}

/** The shims of pyenv are there for versions that it does not run. */
function onPath() {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('shims'));
  const names = Array.from(
    { length: NEWEST_MINOR - OLDEST_MINOR + 1 },
    (_, index) => `python3.${OLDEST_MINOR + index}`,
  );
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}
