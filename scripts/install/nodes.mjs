// Installs the Node.js versions that debuggees are tested on below .cache/node-versions/<major>. Skips what is there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const VERSIONS = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'];
const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const home = fileURLToPath(new URL('../../.cache/node-versions/', import.meta.url));

for (const version of VERSIONS) {
  const [major] = version.split('.');
  // The one that runs the tests is there.
  if (process.versions.node.startsWith(`${major}.`)) continue;
  const prefix = home + major;
  if (installedVersion(prefix) === version) continue;
  console.log(`install-nodes: ${packageName}@${version}`);
  mkdirSync(prefix, { recursive: true });
  // Without a package.json of its own, npm would install into the nearest folder above that has one.
  writeFileSync(`${prefix}/package.json`, '{ "private": true }\n');
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--no-save', `${packageName}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

function installedVersion(prefix) {
  try {
    return JSON.parse(readFileSync(`${prefix}/node_modules/${packageName}/package.json`, 'utf8')).version;
  } catch {
    return undefined;
  }
}
