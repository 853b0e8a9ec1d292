import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { languageOf } from '../../../../src/adapter/languages/languages.ts';
import { planPythonCommand } from '../../../../src/adapter/languages/python/python-command.ts';
import { DebuggedPython } from '../../../support/debugged-python.ts';
import { pythonWith } from '../../../support/pythons.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SCRIPT = `#!${pythonWith('newest')}\nimport sys\nprint(sys.argv[1:])\n`;

/** A project with an environment that has a console script, and is that of the tests otherwise. */
class Project {
  readonly folder = temporaryFolder('commands-');

  constructor() {
    this.write('app.py', 'print(1)\n');
    this.write('.venv/pyvenv.cfg', 'home = /usr/bin\n');
    this.write('.venv/bin/serve', SCRIPT);
    this.write('.venv/bin/python', `#!/bin/sh\nexec "${pythonWith('newest')}" "$@"\n`);
    for (const name of ['serve', 'python']) chmodSync(this.path(`.venv/bin/${name}`), 0o755);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

async function planned(program: string, cwd: string) {
  const place = { program, cwd, env: { VIRTUAL_ENV: '' } };
  const { id } = await languageOf(undefined, place, { cwd, configFile: undefined });
  const { target, args } = await planPythonCommand({ ...place, args: [], stopOnEntry: false });
  return { id, target, args };
}

test.each([
  ['.venv/bin/serve app:x --port 1', ['app:x', '--port', '1']],
  ['serve app:x', ['app:x']],
  ['serve', []],
])('a console script of the environment: %s', async (program, args) => {
  using each = new Project();
  const script = { kind: 'file', path: each.path('.venv/bin/serve') };
  expect(await planned(program, each.folder)).toEqual({ id: 'python', target: script, args });
});

test.each([
  ["python '-cimport mmap; print(1)' a", { kind: 'code', code: 'import mmap; print(1)' }],
  ["python '-Bcprint(\n1)' a", { kind: 'code', code: 'print(\n1)' }],
  ['python -mhttp.server a', { kind: 'module', name: 'http.server' }],
])('what stands in one word with its option: %j', async (program, target) => {
  using each = new Project();
  expect(await planned(program, each.folder)).toEqual({ id: 'python', target, args: ['a'] });
});

test('the script of an environment that lies elsewhere is shown: it is what runs', async () => {
  using each = new Project();
  const python = each.path('.venv/bin/python');
  await using program = await DebuggedPython.start(
    { 'main.py': '' },
    { program: 'serve', python, env: { VIRTUAL_ENV: each.path('.venv') }, stopOnEntry: true },
  );
  expect(await program.firstStop()).toBe('entry: serve:2');
  const { source } = await program.session.report({ depth: 0, maxChildren: 5, maxTextLength: 100 });
  expect(source).toEqual({ startLine: 1, lines: SCRIPT.split('\n').slice(0, 3) });
});

test('a file with its arguments in one string', async () => {
  using each = new Project();
  const file = { kind: 'file', path: each.path('app.py') };
  expect(await planned('app.py --port 1', each.folder)).toEqual({ id: 'python', target: file, args: ['--port', '1'] });
});

test('a command that is not there is missing in the environment, says Python', async () => {
  using each = new Project();
  await expect(planned('gunicorn app:x', each.folder)).rejects.toMatchObject({
    code: 'launch_failed',
    message: expect.stringContaining(`Command "gunicorn" was not found in ${each.path('.venv/bin')} or on PATH`),
    advice: expect.stringContaining('-m pip install gunicorn'),
  });
});

test('a project of both languages leaves an unknown command to Node.js', async () => {
  using each = new Project();
  const place = { program: 'gunicorn app:x', cwd: each.folder, env: { VIRTUAL_ENV: '' } };
  const idOf = async () => (await languageOf(undefined, place, { cwd: each.folder, configFile: undefined })).id;
  expect(await idOf()).toBe('python');
  each.write('package.json', '{}');
  expect(await idOf()).toBe('node');
});
