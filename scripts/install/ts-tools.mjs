// Installs the tools that run or bundle TypeScript, for the tests of every run mode, below .cache/ts-tools, and those whose version makes
// a difference of its own in folders beside it. Skips what is there.
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
/** The Vitest that reads custom reporters through Vite, with the first Vite that reads no file outside of the project. */
const VITEST_3 = { vite: '6.4.6', vitest: '3.2.4' };

install('ts-tools', TOOLS);
install('vitest-3', VITEST_3);

function install(folder, tools) {
  const home = fileURLToPath(new URL(`../../.cache/${folder}/`, import.meta.url));
  const missing = Object.entries(tools).filter(([name, version]) => installedVersion(home, name) !== version);
  if (missing.length === 0) return;
  console.log(`install-${folder}: ${missing.map(([name, version]) => `${name}@${version}`).join(' ')}`);
  mkdirSync(home, { recursive: true });
  // Tests read the versions from here, and npm would install into the nearest folder above without it.
  writeFileSync(`${home}package.json`, `${JSON.stringify({ private: true, dependencies: tools }, undefined, 2)}\n`);
  const args = ['install', '--prefix', home, '--no-audit', '--no-fund', '--prefer-offline'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exitCode = status ?? 1;
}

function installedVersion(home, name) {
  try {
    return JSON.parse(readFileSync(`${home}node_modules/${name}/package.json`, 'utf8')).version;
  } catch {
    return undefined;
  }
}
