// Puts node_modules in the state that package-lock.json describes. Does nothing when it is in it already.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const stale = firstStalePackage();
if (stale === undefined) {
  console.log('setup: node_modules is up to date');
} else {
  console.log(`setup: ${stale}; running npm install`);
  // Not npm ci: it refuses a lock file that lacks the optional binaries of other platforms, and not every registry has them all.
  // With a lock file that it must not change, install takes the same versions.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}

/** The reason why node_modules has to be installed again; undefined if it has not. */
function firstStalePackage() {
  const installed = packagesOf('node_modules/.package-lock.json');
  if (installed === undefined) return 'node_modules is missing';
  for (const [path, wanted] of Object.entries(packagesOf('package-lock.json') ?? {})) {
    const found = installed[path];
    if (path === '' || wanted.link) continue;
    // Left out on purpose by npm: binaries for other platforms.
    if (found === undefined && (wanted.optional || wanted.peer)) continue;
    if (found?.version !== wanted.version) return `${path} is ${found?.version ?? 'missing'}, wanted ${wanted.version}`;
  }
  return undefined;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
