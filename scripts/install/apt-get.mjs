// Packages of the system, where apt-get is how they are installed and may be.
import { spawnSync } from 'node:child_process';

/** Does nothing more than it can: whether the package is there afterwards is seen by looking for what it brings. */
export function aptInstall(name) {
  aptGet('update', '--quiet');
  aptGet('install', '--yes', '--quiet', '--no-install-recommends', name);
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const [command, ...rest] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '--non-interactive', 'apt-get'];
  spawnSync(command, [...rest, ...args], { env, stdio: ['ignore', 2, 2] });
}
