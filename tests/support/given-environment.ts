import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith } from './pythons.ts';

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));
const HOME = join(CACHE, 'home');
/** Variables that a user has set for their own programs, and that tests must not depend on. */
const OF_THE_USER = [
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_ENV', 'NODE_DEBUG', 'NODE_V8_COVERAGE', 'DEBUG', 'NO_COLOR', 'FORCE_COLOR'],
  ...['PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP', 'PYTHONSAFEPATH', 'PYTHONBREAKPOINT', 'PYTHONWARNINGS'],
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'PYENV_VERSION', 'PYTEST_ADDOPTS', 'GOFLAGS', 'GOBIN'],
  // Node reads these at each start, which takes Node 20 three times as long; and no test speaks to another machine.
  'NODE_EXTRA_CA_CERTS',
];

/**
 * Vitest global setup: gives all that a run starts the Python that was prepared, and a home, caches and configuration of their own. What a
 * program finds on the machine beside these is looked for by scripts/install, which says whether it works.
 */
export function setup(): void {
  // npm hands its own configuration on, cache and all, to what it runs: these tests.
  const ofNpm = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  for (const name of [...OF_THE_USER, ...ofNpm]) delete process.env[name];
  // What an earlier run left there must not help this one; Go's compiled packages are no help that matters.
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  Object.assign(process.env, {
    PATH: [dirname(pythonWith('newest')), process.env.PATH ?? ''].join(delimiter),
    HOME,
    USERPROFILE: HOME,
    XDG_CACHE_HOME: join(HOME, '.cache'),
    XDG_CONFIG_HOME: join(HOME, '.config'),
    XDG_DATA_HOME: join(HOME, '.local/share'),
    XDG_STATE_HOME: join(HOME, '.local/state'),
    // npx would fetch what is not installed, and look for a newer npm.
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    GOPATH: join(CACHE, 'go'),
    GOCACHE: join(CACHE, 'go/build'),
    GOTOOLCHAIN: 'local',
    // Seconds: an old debugpy gives up a program that has not begun in 15, which a busy machine may take for it.
    DEBUGPY_PROCESS_SPAWN_TIMEOUT: '60',
  });
}
