import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findInterpreter,
  type InterpreterRequest,
} from '../../../../../../src/adapter/languages/python/interpreter/find-interpreter.ts';
import { shimFailure } from '../../../../../../src/adapter/languages/python/interpreter/pyenv.ts';
import { pythonWith } from '../../../../../support/pythons.ts';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const real = pythonWith('bare');
const home = temporaryFolder('python-');
const project = join(home, 'project');
const VERSION = /^3\.\d+\.\d+$/;

beforeAll(() => {
  mkdirSync(join(project, 'src/deep'), { recursive: true });
  mkdirSync(join(home, 'elsewhere'), { recursive: true });
  environment('project/.venv');
  environment('active');
  interpreter('path/python3');
  interpreter('conda/bin/python');
});
afterAll(() => rmSync(home, { recursive: true }));

/** Links to a real Python; a copy of its launcher would not find its library. */
function interpreter(path: string): string {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  symlinkSync(realpathSync(real), join(home, path));
  return join(home, path);
}

function environment(path: string, version = '3.9.1', folder = 'python3.9'): string {
  interpreter(`${path}/bin/python`);
  mkdirSync(join(home, path, 'lib', folder, 'site-packages'), { recursive: true });
  const settings = `home = /usr/bin\ninclude-system-site-packages = false\nversion = ${version}\n`;
  writeFileSync(join(home, path, 'pyvenv.cfg'), settings);
  return join(home, path);
}

function script(path: string, text: string, mode = 0o755): string {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  chmodSync(join(home, path), mode);
  return join(home, path);
}

/** Nothing of this machine is found: no PATH but the one here, no pyenv. */
const find = ({ env, ...request }: Partial<InterpreterRequest> = {}) =>
  findInterpreter({
    cwd: join(home, 'elsewhere'),
    ...request,
    env: { PATH: join(home, 'path'), PYENV_ROOT: join(home, 'no-pyenv'), ...env },
  });

test('without anything else, it is python3 on PATH', async () => {
  const expected = { path: join(home, 'path/python3'), origin: 'PATH', version: expect.stringMatching(VERSION) };
  expect(await find()).toEqual(expected);
});

test('a virtual environment above the program is taken, and its version is read from its settings', async () => {
  const path = join(project, '.venv/bin/python');
  const expected = { path, origin: 'virtual environment', version: '3.9.1' };
  expect(await find({ program: join(project, 'src/deep/main.py') })).toEqual(expected);
  expect(await find({ cwd: join(project, 'src') })).toEqual(expected);
  expect(await find({ cwd: project, program: '/tmp/scratch.py' })).toEqual(expected);
});

test('the active environment comes before one beside the program, unless its folder is gone', async () => {
  const program = join(project, 'main.py');
  const active = { VIRTUAL_ENV: join(home, 'active') };
  expect(await find({ program, env: active })).toMatchObject({
    origin: 'VIRTUAL_ENV',
    path: join(home, 'active/bin/python'),
  });
  const gone = { VIRTUAL_ENV: join(home, 'gone') };
  expect(await find({ program, env: gone })).toMatchObject({ origin: 'virtual environment' });
});

test('conda comes after an environment of the project and before PATH', async () => {
  const env = { CONDA_PREFIX: join(home, 'conda') };
  expect(await find({ env })).toMatchObject({ origin: 'CONDA_PREFIX', path: join(home, 'conda/bin/python') });
  expect(await find({ env, cwd: project })).toMatchObject({ origin: 'virtual environment' });
});

test('what the caller names wins: a path, a name on PATH, a folder', async () => {
  const env = { VIRTUAL_ENV: join(home, 'active') };
  const origin = 'runtimeExecutable';
  expect(await find({ env, executablePath: real })).toMatchObject({ path: real, origin });
  expect(await find({ env, executablePath: 'python3' })).toMatchObject({ path: join(home, 'path/python3'), origin });
  const path = join(project, '.venv/bin/python');
  expect(await find({ env, cwd: project, executablePath: '.venv' })).toMatchObject({ path, origin });
});

test.each([
  [
    "pyenv: python3.9: command not found\n\nThe `python3.9' command exists in these Python versions:\n  3.9.18\n  3.9.2\n\nNote: See 'pyenv help global' for tips on allowing multiple\n      Python versions to be found at the same time.\n",
    { reason: 'python3.9: command not found', versions: ['3.9.18', '3.9.2'] },
  ],
  [
    "pyenv: version `3.99' is not installed (set by /p/.python-version)\n",
    { reason: "version `3.99' is not installed (set by /p/.python-version)", versions: [] },
  ],
  ['Python 3.9.18\n', undefined],
])('pyenv: what a shim says that cannot run anything: %j', (output, failure) => {
  expect(shimFailure(output)).toEqual(failure);
});

test('pyenv: the version of the folder, else the default behind its shim', async () => {
  const root = join(home, 'pyenv');
  interpreter('pyenv/versions/3.8.18/bin/python');
  interpreter('pyenv/versions/3.11.2/bin/python');
  interpreter('pyenv/versions/3.11.10/bin/python');
  script('pyenv/libexec/pyenv', '');
  script('pyenv/shims/python3', '#!/bin/sh\nexit 127\n');
  writeFileSync(join(root, 'version'), '3.8.18\n');
  script('elsewhere/pinned/.python-version', '3.11\n');
  const env = { PYENV_ROOT: root, PATH: `${root}/shims:${join(home, 'path')}` };
  const at = (version: string) => join(root, 'versions', version, 'bin/python');
  expect(await find({ env })).toMatchObject({ origin: 'pyenv', path: at('3.8.18') });
  expect(await find({ env, cwd: join(home, 'elsewhere/pinned') })).toMatchObject({ path: at('3.11.10') });
  expect(await find({ env: { ...env, PYENV_VERSION: '3.11.2' } })).toMatchObject({ path: at('3.11.2') });
  // Without a version that is installed, a shim runs the next Python on PATH.
  expect(await find({ env: { ...env, PYENV_VERSION: 'system' } })).toMatchObject({
    origin: 'PATH',
    path: join(home, 'path/python3'),
  });
});

test('a broken virtual environment is not passed over', async () => {
  environment('broken/venv');
  rmSync(join(home, 'broken/venv/bin/python'));
  symlinkSync('/nowhere/python', join(home, 'broken/venv/bin/python'));
  await expect(find({ cwd: join(home, 'broken') })).rejects.toMatchObject({
    code: 'launch_failed',
    message: expect.stringContaining('is broken'),
    advice: expect.stringContaining('python3 -m venv --clear'),
  });
});

test.each([
  ['a missing path', './no/python', /not there \(looked for .*elsewhere\/no\/python\)/],
  ['a folder without Python', '../project', /a folder without a Python/],
  ['a file that is not executable', 'NOT-EXECUTABLE', /is not executable/],
])('%s is refused', async (_what, executablePath, message) => {
  const plain = script('plain', '', 0o644);
  const named = executablePath.replace('NOT-EXECUTABLE', plain);
  await expect(find({ executablePath: named })).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringMatching(message),
    advice: expect.stringContaining('runtimeExecutable'),
  });
});

test('an executable that is no Python is refused with what it wrote', async () => {
  const fake = script('fake-python', '#!/bin/sh\necho "version nine" >&2\nexit 3\n');
  await expect(find({ executablePath: fake })).rejects.toMatchObject({
    code: 'launch_failed',
    message: expect.stringMatching(/not a Python interpreter.*version nine/),
  });
});

test('Python 2 is refused', async () => {
  const two = script('two/python', '#!/bin/sh\necho "<<interpreter>>2.7.18|python2.7|"\n');
  await expect(find({ env: { PATH: dirname(two) } })).rejects.toMatchObject({
    code: 'launch_failed',
    message: expect.stringContaining(`${two} (from PATH) is Python 2.7.18`),
    advice: expect.stringContaining('runtimeExecutable'),
  });
});

test('no Python at all', async () => {
  await expect(find({ env: { PATH: join(home, 'elsewhere') } })).rejects.toMatchObject({
    code: 'launch_failed',
    advice: expect.stringContaining('Install Python 3'),
  });
});

test('it is asked once for each state of its file', async () => {
  const count = join(home, 'count');
  const asked = script('counting', `#!/bin/sh\necho x >> ${count}\nexec ${realpathSync(real)} "$@"\n`);
  await Promise.all([find({ executablePath: asked }), find({ executablePath: asked })]);
  await find({ executablePath: asked });
  expect(readFileSync(count, 'utf8')).toBe('x\n');
});
