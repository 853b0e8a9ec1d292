// Installs the web frameworks that tests/frameworks debugs, below .cache/frameworks. Skips what is there. Nothing outside of .cache is
// changed; only `npm test -- tests/frameworks` needs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../../.cache/frameworks/', import.meta.url));
const windows = process.platform === 'win32';

const NODE = {
  '@nestjs/cli': '12.0.8',
  '@nestjs/common': '12.5.1',
  '@nestjs/core': '12.5.1',
  '@nestjs/platform-express': '12.5.1',
  express: '5.3.0',
  fastify: '5.12.8',
  next: '16.4.6',
  nodemon: '3.1.14',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
  tsx: '4.23.15',
  typescript: '5.9.3',
  vite: '8.3.8',
};
const PYTHON = [
  'debugpy==1.8.22',
  'Django==5.2.19',
  'fastapi==0.165.0',
  'Flask==3.1.3',
  'gunicorn==27.0.1',
  'uvicorn==0.54.0',
];

installNode(`${home}node/`);
installPython(`${home}python`);

function installNode(prefix) {
  const state = JSON.stringify({ private: true, dependencies: NODE }, undefined, 2);
  const mark = `${prefix}installed`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return;
  console.log(`install-frameworks: ${Object.keys(NODE).join(' ')}`);
  mkdirSync(prefix, { recursive: true });
  // npm would install into the nearest folder above without it.
  writeFileSync(`${prefix}package.json`, state);
  run('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']);
  writeFileSync(mark, state);
}

function installPython(folder) {
  const python = ['python3', 'python'].find((each) => spawnSync(each, ['--version'], { stdio: 'ignore' }).status === 0);
  if (python === undefined) return giveUp('there is no Python 3 on PATH.');
  const state = PYTHON.join(' ');
  const mark = `${folder}/installed`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return;
  console.log(`install-frameworks: ${state}`);
  rmSync(folder, { recursive: true, force: true });
  run(python, ['-m', 'venv', folder]);
  const inside = windows ? `${folder}/Scripts/python.exe` : `${folder}/bin/python`;
  const options = ['--no-input', '--disable-pip-version-check', '--quiet', '--no-warn-script-location'];
  run(inside, ['-m', 'pip', 'install', ...options, '--only-binary', ':all:', ...PYTHON]);
  writeFileSync(mark, state);
}

function run(command, args) {
  const env = { ...process.env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_ROOT_USER_ACTION: 'ignore' };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 2, 2], shell: windows });
  if (status !== 0) giveUp(`"${command} ${args.join(' ')}" failed: is there a way to the packages?`);
}

function giveUp(problem) {
  console.error(`install-frameworks: ${problem}`);
  process.exit(1);
}
