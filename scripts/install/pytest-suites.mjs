// Installs what the benchmark runs pytest on, below .cache/pytest-suites: the sources of two packages with their own tests, and what these
// tests import. Skips what is there. Nothing outside of .cache is changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../../.cache/pytest-suites/', import.meta.url));
const SUITES = {
  click: { version: '8.1.7', needed: [] },
  itsdangerous: { version: '2.1.2', needed: ['freezegun==1.5.1'] },
};

for (const [name, { version, needed }] of Object.entries(SUITES)) {
  const folder = `${home}${name}`;
  const mark = `${folder}/installed-${version}`;
  if (existsSync(mark)) continue;
  console.log(`install-pytest-suites: ${name} ${version}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/needed`, { recursive: true });
  pip('download', '--no-deps', '--no-binary', ':all:', '--dest', folder, `${name}==${version}`);
  const archive = readdirSync(folder).find((each) => each.endsWith('.tar.gz'));
  run('tar', ['-xzf', `${folder}/${archive}`, '-C', folder, '--strip-components', '1']);
  if (needed.length > 0) pip('install', '--target', `${folder}/needed`, ...needed);
  writeFileSync(mark, '');
}

function pip(command, ...args) {
  run('python3', ['-m', 'pip', command, '--no-input', '--disable-pip-version-check', '--quiet', ...args]);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`install-pytest-suites: "${command} ${args.join(' ')}" failed: is there a way to the packages?`);
  process.exit(1);
}
