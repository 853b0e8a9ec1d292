import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonWith } from '../support/pythons.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const server = fileURLToPath(new URL('../../dist/mcp-debugger.js', import.meta.url));
const home = temporaryFolder('doctor-');
const bare = dirname(dirname(pythonWith('bare')));
const newest = dirname(dirname(pythonWith('newest')));

beforeAll(() => {
  const adapter = { command: 'no-such-adapter', install: 'get no-such-adapter', launch: {}, extensions: ['.x'] };
  writeFileSync(join(home, 'languages.json'), JSON.stringify({ languages: { x: adapter } }));
  writeFileSync(join(home, 'broken.json'), JSON.stringify({ languages: { x: { ...adapter, command: 7 } } }));
});
afterAll(() => rmSync(home, { recursive: true }));

/** Runs it in a folder of its own, with a cache of its own and the given virtual environment active. */
function doctor(args: readonly string[], env: Readonly<Record<string, string>> = { VIRTUAL_ENV: newest }) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: home, env: { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), ...env } };
    execFile(process.execPath, [server, 'doctor', ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

test('each language is listed with its versions and places', async () => {
  const { code, stdout, stderr } = await doctor([]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^node: can be debugged\n {2}Node\.js of programs \d+\.\d+\.\d+: \/.*\n {2}Node\.js of this server/,
  );
  expect(stdout).toMatch(
    /^python: can be debugged\n {2}Python \(from VIRTUAL_ENV\) 3\.\d+\.\d+: \/.*\n {2}debugpy 1\.8\.22: /m,
  );
});

test('looking changes nothing', async () => {
  const before = readdirSync(home);
  await doctor([], { VIRTUAL_ENV: bare });
  expect(readdirSync(home)).toEqual(before);
});

test('a language that is not usable is exit code 1 when it was asked for, with the command that mends it', async () => {
  const { code, stdout } = await doctor(['Python'], { VIRTUAL_ENV: bare });
  expect(code).toBe(1);
  expect(stdout).toContain(`To mend it: node ${server} doctor --fix python --python ${bare}/bin/python\n`);
  expect((await doctor([], { VIRTUAL_ENV: bare })).code).toBe(0);
});

test('the command that mends a Python mends that one, also where another would be found', async () => {
  const named = ['python', '--python', join(bare, 'bin/python')];
  const { code, stdout } = await doctor(named);
  expect(code).toBe(1);
  expect(stdout).toContain(`  To mend it: node ${server} doctor --fix python --python ${join(bare, 'bin/python')}\n`);
  expect((await doctor([...named, '--fix'])).stdout).toContain(`Python (from runtimeExecutable) `);
  expect((await doctor(named)).code).toBe(0);
}, 120_000);

test('a folder stands for the Python that its programs run with', async () => {
  const project = join(home, 'project');
  mkdirSync(project);
  symlinkSync(newest, join(project, '.venv'));
  const { stdout } = await doctor(['python', '--python', 'project'], { VIRTUAL_ENV: '' });
  expect(stdout).toMatch(/Python \(from virtual environment\) .*: .*project\/\.venv\/bin\/python/);
  expect((await doctor(['python', '--python', 'missing'])).stdout).toMatch(
    /"missing" is not there.*\n {2}To mend it: correct the path after --python/,
  );
});

test('for a script, as JSON', async () => {
  const { code, stdout } = await doctor(['--json', '--config', 'languages.json', 'x']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    languages: [
      {
        language: 'x',
        usable: false,
        problem: 'its debug adapter "no-such-adapter" was not found',
        run: 'get no-such-adapter',
        found: [],
      },
    ],
  });
});

test('a Python that is none is listed with its reason', async () => {
  const { code, stdout } = await doctor(['py'], { VIRTUAL_ENV: '', PYENV_ROOT: '/nowhere', PATH: home });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^python: cannot be debugged: No Python was found/);
});

test('an unknown language, and a configuration that is wrong, are explained on stderr', async () => {
  expect(await doctor(['cobol'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Language "cobol" is not known. Languages: node, go, python.'),
  });
  expect(await doctor(['--config', 'broken.json'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/broken\.json: languages\.x\.command must be a command; it is 7/),
  });
});

test('--fix installs a private debugpy, and leaves the environment as it is', async () => {
  rmSync(join(home, 'cache'), { recursive: true, force: true });
  const before = readdirSync(join(bare, 'lib'), { recursive: true });
  const { code, stdout, stderr } = await doctor(['--fix', 'python'], { VIRTUAL_ENV: bare });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('installing what is missing') });
  expect(stdout).toContain(`: ${join(home, 'cache/mcp-debugger/debugpy')}`);
  expect(readdirSync(join(bare, 'lib'), { recursive: true })).toEqual(before);
  expect((await doctor(['python'], { VIRTUAL_ENV: bare })).code).toBe(0);
}, 120_000);
