import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunOverrides } from '../../../../src/engine/projects/configuration.ts';
import type { NamedStart } from '../../../../src/engine/projects/named-start.ts';
import { namedProgram, ProjectPrograms } from '../../../../src/engine/projects/project-programs.ts';
import { DebugError } from '../../../../src/model/debug-error.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('project-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: unknown): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
}

function configure(...configurations: readonly Readonly<Record<string, unknown>>[]): void {
  write('.vscode/launch.json', { version: '0.2.0', configurations });
}

const variable = (name: string) => `$\{${name}}`;
const HERE = variable('workspaceFolder');
const NODE = { name: 'it', type: 'node', request: 'launch' };
const PYTHON = { name: 'it', type: 'debugpy', request: 'launch' };

function start(program = 'launch.json: it', given: RunOverrides = {}, from = folder): NamedStart {
  const named = namedProgram(program);
  if (named === undefined) throw new Error(`${program} is no name`);
  return new ProjectPrograms(folder, () => {}).startOf(named, from, given);
}

/** The launch of a start. */
function launched(...rest: Parameters<typeof start>) {
  const started = start(...rest);
  if (started.kind !== 'launch') throw new Error('it attaches');
  return started.launch;
}

/** The error of a start that is refused. */
function refusal(...rest: Parameters<typeof start>): { message: string; advice: string } {
  try {
    start(...rest);
  } catch (error) {
    if (error instanceof DebugError) return { message: error.message, advice: String(error.advice) };
    throw error;
  }
  throw new Error('not refused');
}

describe('the name of a program', () => {
  test.each(['app.js', 'npm run dev', 'launch.json', 'node launch.json: x', 'launch.json:', 'x package.json: dev'])(
    '%j is none',
    (program) => expect(namedProgram(program)).toBeUndefined(),
  );

  test.each([
    ['launch.json: Server: two', { kind: 'configuration', name: 'Server: two' }],
    [' launch.json:Server ', { kind: 'configuration', name: 'Server' }],
    ['package.json: test:unit', { kind: 'script', name: 'test:unit' }],
  ])('%j is one', (program, expected) => expect(namedProgram(program)).toEqual(expected));
});

describe('a configuration of Node.js', () => {
  test('runs its file with all that it says', () => {
    write('.env', 'A=file\nB=file\n');
    configure({
      ...NODE,
      program: `${HERE}/api/server.js`,
      args: ['--port', 7],
      cwd: `${HERE}/api`,
      env: { A: 'own', N: 1 },
      envFile: `${HERE}/.env`,
      runtimeArgs: ['--no-warnings'],
      stopOnEntry: false,
    });
    expect(start()).toEqual({
      kind: 'launch',
      language: 'node',
      launch: {
        program: join(folder, 'api/server.js'),
        args: ['--port', '7'],
        cwd: join(folder, 'api'),
        env: { A: 'own', B: 'file', N: '1' },
        runtimeArgs: ['--no-warnings'],
      },
      stopOnEntry: false,
      notes: [],
    });
  });

  test('what the call gives counts instead', () => {
    configure({ ...NODE, program: 'app.js', args: [variable('input:x')], env: { A: '1', B: '1' } });
    const given = { args: ['mine'], env: { A: '2' }, runtimeArgs: ['--test'] };
    expect(launched(undefined, given)).toMatchObject({
      args: ['mine'],
      env: { A: '2', B: '1' },
      runtimeArgs: ['--test'],
    });
  });

  test('an executable of its own is a command with what it says behind it', () => {
    configure({ ...NODE, runtimeExecutable: 'npm', runtimeArgs: ['run', 'dev'], args: ['a b'] });
    expect(launched()).toMatchObject({ program: 'npm run dev', args: ['a b'] });
    configure({ ...NODE, runtimeExecutable: 'tsx', program: `${HERE}/x.ts` });
    expect(launched()).toMatchObject({ program: `tsx ${join(folder, 'x.ts')}`, args: [] });
    configure({ ...NODE, runtimeExecutable: '/opt/node20/bin/node', program: 'x.js' });
    expect(launched()).toMatchObject({ program: join(folder, 'x.js'), runtimeExecutable: '/opt/node20/bin/node' });
  });

  test('a tool of the project is found where it is installed', () => {
    write('node_modules/.bin/tsx', '#!/bin/sh\n');
    chmodSync(join(folder, 'node_modules/.bin/tsx'), 0o755);
    configure({ ...NODE, runtimeExecutable: 'tsx', args: ['src/index.ts'] });
    expect(launched()).toMatchObject({ program: `${folder}/node_modules/.bin/tsx src/index.ts`, args: [] });
  });

  test('options that load something, with the file among the arguments, are for node', () => {
    configure({ ...NODE, runtimeArgs: ['-r', 'ts-node/register'], args: [`${HERE}/src/index.ts`] });
    expect(launched()).toMatchObject({
      program: `node -r ts-node/register ${folder}/src/index.ts`,
      args: [],
      runtimeArgs: [],
    });
  });

  test('a file without its ending is found, and one that the system cannot run is given to node', () => {
    write('app.js', '');
    write('bin/www', '#!/usr/bin/env node\n');
    configure({ ...NODE, program: `${HERE}/app` });
    expect(launched().program).toBe(join(folder, 'app.js'));
    configure({ ...NODE, program: `${HERE}/bin/www`, args: ['x'] });
    expect(launched()).toMatchObject({ program: 'node', args: [join(folder, 'bin/www'), 'x'] });
  });

  test('a command for a terminal is a command', () => {
    configure({ ...NODE, type: 'node-terminal', command: 'npm run dev && echo done' });
    expect(launched()).toMatchObject({ program: 'npm run dev && echo done', args: [] });
  });

  test('the block of this platform counts over the rest', () => {
    const block = { linux: 'linux', darwin: 'osx', win32: 'windows' }[String(process.platform)] ?? 'linux';
    configure({ ...NODE, program: 'a.js', [block]: { program: 'b.js' } });
    expect(launched().program).toBe(join(folder, 'b.js'));
  });

  test('what is not used of it is said, once, and what changes nothing is not', () => {
    configure({
      ...NODE,
      program: 'a.js',
      skipFiles: ['x'],
      outFiles: ['y'],
      console: 'integratedTerminal',
      serverReadyAction: {},
      env: { GONE: null },
    });
    expect(start().notes).toEqual([
      'Its console (integratedTerminal) is pipes here; tty gives it a terminal.',
      'Not removed from the environment: GONE.',
      'Not used of it: serverReadyAction.',
    ]);
  });

  test('children are left alone where it says so', () => {
    configure({ ...NODE, program: 'a.js', autoAttachChildProcesses: false });
    expect(launched().followChildren).toBe(false);
  });
});

describe('a configuration of Python', () => {
  test('runs a module with a line of arguments', () => {
    const chosen = variable('command:python.interpreterPath');
    configure({ ...PYTHON, module: 'flask', args: '--app "my app" run', justMyCode: false, python: chosen });
    expect(start()).toMatchObject({
      language: 'python',
      launch: { program: 'python -m flask', args: ['--app', 'my app', 'run'], justMyCode: false },
    });
    expect(launched().runtimeExecutable).toBeUndefined();
  });

  test('templates that it debugs are passed on', () => {
    configure({ ...PYTHON, program: 'manage.py', django: true, jinja: false });
    expect(launched().adapterArguments).toEqual({ django: true });
    expect(start().notes).toEqual([]);
  });

  test('a console is not mentioned where there is a terminal', () => {
    configure({ ...PYTHON, program: 'a.py', console: 'integratedTerminal' });
    expect(start(undefined, { tty: true }).notes).toEqual([]);
    expect(start().notes).toHaveLength(1);
  });

  test('runs a file with an interpreter and its options', () => {
    configure({
      ...PYTHON,
      type: 'python',
      program: `${HERE}/a.py`,
      python: [`${HERE}/.venv/bin/python`, '-X', 'dev'],
      subProcess: false,
    });
    expect(launched()).toMatchObject({
      program: join(folder, 'a.py'),
      runtimeExecutable: join(folder, '.venv/bin/python'),
      runtimeArgs: ['-X', 'dev'],
      followChildren: false,
    });
  });
});

describe('a configuration that attaches', () => {
  test('names a port, of its host, with the folders of the other side', () => {
    configure({ ...NODE, request: 'attach', address: 'localhost', port: 9339, localRoot: HERE, remoteRoot: '/app' });
    expect(start()).toMatchObject({
      kind: 'attach',
      language: 'node',
      target: {
        kind: 'port',
        host: '127.0.0.1',
        port: 9339,
        pathMappings: [{ localRoot: folder, remoteRoot: '/app' }],
      },
    });
    const pathMappings = [{ localRoot: HERE, remoteRoot: '.' }];
    configure({ ...PYTHON, request: 'attach', connect: { host: 'localhost', port: 5678 }, pathMappings });
    expect(start()).toMatchObject({ target: { kind: 'port', host: '127.0.0.1', port: 5678 }, language: 'python' });
  });

  test.each([
    [{ processId: variable('command:pickProcess') }, /by pid/],
    [{ listen: { port: 5678 } }, /Start the program/],
    [{ port: 'many' }, /Attach to the port/],
  ])('%j is refused with what can be done', (more, advice) => {
    configure({ ...NODE, request: 'attach', ...more });
    expect(refusal().advice).toMatch(advice);
  });
});

describe('what cannot be run is refused', () => {
  test('with what a variable stands for', () => {
    configure({ ...PYTHON, program: variable('file') });
    expect(refusal()).toEqual({
      message: `Configuration "it" cannot be run. Its program needs ${variable('file')}, which is the file that is open in an editor.`,
      advice: 'Give the file itself as program, with the args, env and cwd that it needs.',
    });
  });

  test('with the commands of the task that has to run before, and what to start then', () => {
    configure({ ...NODE, program: 'a.js', args: ['x'], preLaunchTask: 'all' });
    write(
      '.vscode/tasks.json',
      `{ // tasks
        "tasks": [
          { "label": "all", "type": "shell", "command": "make", "args": ["all"], "dependsOn": ["npm: gen", "types", "all"] },
          { "label": "types", "type": "typescript", "tsconfig": "tsconfig.build.json" },
        ] }`,
    );
    write('package.json', { packageManager: 'pnpm@9.0.0' });
    expect(refusal().advice).toBe(
      'Run "pnpm run gen", then "npx tsc -p tsconfig.build.json", then "make all", and then start what it starts: ' +
        `{"program":"${folder}/a.js","args":["x"],"cwd":"${folder}"}`,
    );
  });

  test('a task that nobody has written down is named', () => {
    configure({ ...NODE, program: 'a.js', preLaunchTask: 'mystery' });
    expect(refusal().message).toContain('its task "mystery" has to run');
    expect(refusal().advice).toMatch(/^Do what the task does, and then start/);
  });

  test.each([
    [{ type: 'chrome', url: 'http://localhost' }, 'Its type is "chrome"'],
    [{ type: 'node' }, 'neither program nor runtimeExecutable'],
    [{ type: 'debugpy' }, 'neither program nor module'],
    [{ type: 'debugpy', module: 'a; b' }, 'Its module is no name'],
    [{ type: 'node-terminal' }, 'It has no command'],
  ])('%j', (entry, message) => {
    configure({ name: 'it', request: 'launch', ...entry });
    expect(refusal().message).toContain(message);
  });

  test('a compound, with the names of its members', () => {
    write('.vscode/launch.json', { configurations: [], compounds: [{ name: 'it', configurations: ['a', 'b'] }] });
    expect(refusal().advice).toContain('"launch.json: a", "launch.json: b"');
  });

  test('an unknown name, with all that there are', () => {
    configure({ ...NODE, name: 'Server' }, { ...NODE, name: 'Tests' });
    write('package.json', { scripts: { dev: 'node .' } });
    expect(refusal()).toEqual({
      message: '.vscode/launch.json has no configuration "it".',
      advice: 'launch.json has "Server", "Tests". package.json has "dev".',
    });
    expect(refusal('package.json: it').message).toBe('package.json has no script "it".');
  });

  test('where there is no such file, or one that does not parse', () => {
    expect(refusal().message).toContain('There is no .vscode/launch.json in');
    expect(refusal('package.json: x').message).toContain('There is no package.json with scripts in');
    write('.vscode/launch.json', '{\n"configurations": [\n');
    expect(refusal().message).toMatch(/launch\.json cannot be read: line \d: /);
    write('.vscode/launch.json', { configurations: 'none', compounds: 3 });
    expect(refusal().message).toContain('has no configuration');
  });
});

describe('a script', () => {
  test.each([
    ['package-lock.json', 'npm run dev', ['--', '--x']],
    ['pnpm-lock.yaml', 'pnpm run dev', ['--x']],
    ['yarn.lock', 'yarn run dev', ['--x']],
    ['bun.lock', 'bun run dev', ['--x']],
  ])('is run by the package manager of %s', (lock, program, args) => {
    write('package.json', { scripts: { dev: 'node .' } });
    write(lock, '');
    expect(start('package.json: dev', { args: ['--x'] })).toMatchObject({
      kind: 'launch',
      launch: { program, args, cwd: folder },
    });
  });

  test('whose name is no plain word is one word', () => {
    write('package.json', { scripts: { 'a; b': 'node .' } });
    expect(launched('package.json: a; b')).toMatchObject({ program: 'npm', args: ['run', 'a; b'] });
  });
});

describe('the folder of a project', () => {
  test("is the nearest one above, and no higher than the server's", () => {
    configure({ ...NODE, program: 'a.js' });
    write('api/x.js', '');
    expect(launched(undefined, {}, join(folder, 'api'))).toMatchObject({
      program: join(folder, 'a.js'),
      cwd: join(folder, 'api'),
    });
    const below = new ProjectPrograms(join(folder, 'api'), () => {});
    expect(below.names()).toEqual({ configurations: [], scripts: [] });
    expect(new ProjectPrograms(folder, () => {}).names().configurations).toEqual(['it']);
  });

  test('files that may not be named are not read', () => {
    configure({ ...NODE, program: 'a.js', envFile: '../secrets' });
    const asked: string[] = [];
    const programs = new ProjectPrograms(folder, (path) => {
      asked.push(path);
      if (path.endsWith('secrets')) throw new DebugError('invalid_argument', 'outside');
    });
    expect(() => programs.startOf({ kind: 'configuration', name: 'it' }, folder, {})).toThrow('outside');
    expect(asked).toEqual([folder, join(folder, '.vscode/launch.json'), join(dirname(folder), 'secrets')]);
  });
});
