// Installs the tools that run or bundle TypeScript, for the tests of every run mode, below .cache/ts-tools. Skips what is there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Exact versions: what a debuggee's code and map look like depends on them. All run on Node 20 and 24. */
const TOOLS = {
  '@babel/core': '7.29.13',
  '@babel/preset-env': '7.29.14',
  '@babel/preset-typescript': '7.29.7',
  '@rollup/plugin-typescript': '12.3.1',
  '@swc-node/register': '1.12.1',
  '@swc/core': '1.16.22',
  '@swc/jest': '0.2.39',
  'babel-jest': '30.5.2',
  esbuild: '0.28.2',
  jest: '30.5.2',
  mocha: '11.8.0',
  rollup: '4.68.7',
  'ts-jest': '29.4.15',
  'ts-loader': '9.6.2',
  'ts-node': '10.9.2',
  tslib: '2.9.1',
  tsx: '4.23.15',
  typescript: '5.9.3',
  vitest: '4.1.12',
  webpack: '5.112.2',
};
const home = fileURLToPath(new URL('../../.cache/ts-tools/', import.meta.url));

const missing = Object.entries(TOOLS).filter(([name, version]) => installedVersion(name) !== version);
if (missing.length > 0) {
  console.log(`install-ts-tools: ${missing.map(([name, version]) => `${name}@${version}`).join(' ')}`);
  mkdirSync(home, { recursive: true });
  // Tests read the versions from here, and npm would install into the nearest folder above without it.
  writeFileSync(`${home}package.json`, `${JSON.stringify({ private: true, dependencies: TOOLS }, undefined, 2)}\n`);
  const args = ['install', '--prefix', home, '--no-audit', '--no-fund', '--prefer-offline'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
}

function installedVersion(name) {
  try {
    return JSON.parse(readFileSync(`${home}node_modules/${name}/package.json`, 'utf8')).version;
  } catch {
    return undefined;
  }
}
