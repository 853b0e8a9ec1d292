import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Deadline } from '../../../src/adapter/deadline.ts';
import { parentsAmong } from '../../../src/investigate/process-parents.ts';
import { liveTrace } from '../../../src/investigate/trace/live/recording/live-trace.ts';
import { MixedProgram } from '../../support/mixed-program.ts';
import { pythonWith } from '../../support/pythons.ts';

const LEAF_JS = `const leaf = 'node leaf';
console.log(leaf);
`;
const LEAF_PY = `leaf = 'python leaf'
print(leaf)
`;
const WORK_PY = `import os
import subprocess

def work(file):
    name = os.environ.get('WORK', 'work')
    print(name)
    return subprocess.call(['node', file])

raise SystemExit(work('leaf.mjs'))
`;
const WORK_JS = `import { spawnSync } from 'node:child_process';
const name = 'node work';
console.log(name);
process.exit(spawnSync('python', ['leaf.py'], { stdio: 'inherit' }).status);
`;
const APP_JS = `import { spawnSync } from 'node:child_process';
const before = 'node app';
console.log(before);
const { status } = spawnSync('python', ['work.py'], { stdio: 'inherit' });
console.log('status', status);
`;
const APP_PY = `import subprocess

before = 'python app'
print(before, flush=True)
status = subprocess.call(['node', 'work.mjs'])
print('status', status)
`;
const FILES = {
  'app.mjs': APP_JS,
  'app.py': APP_PY,
  'work.py': WORK_PY,
  'work.mjs': WORK_JS,
  'leaf.mjs': LEAF_JS,
  'leaf.py': LEAF_PY,
  Makefile: 'test:\n\t@python leaf.py\n',
};
const python = pythonWith('newest');
const env = { PATH: `${dirname(python)}${delimiter}${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: '1' };

describe('a tree of several languages', () => {
  test('Node, Python and Node are one session, with a stop in each', async () => {
    const breakpoints = ['app.mjs: console.log(before)', 'work.py: print(name)', 'leaf.mjs: console.log(leaf)'];
    await using program = await MixedProgram.launch(FILES, 'app.mjs', { breakpoints, env });
    expect([await program.first(), await program.go()]).toEqual(['breakpoint app.mjs:3', 'breakpoint work.py:6']);
    expect(program.session.processes.takeJoined()).toMatchObject([{ language: 'python', name: 'work.py' }]);
    expect(await program.go()).toBe('breakpoint leaf.mjs:2');
    const { processes } = program.session.summary();
    expect(processes.map(({ name, doing }) => `${name} ${doing.kind}`).toSorted()).toEqual([
      'app.mjs running',
      'leaf.mjs stopped',
      'work.py running',
    ]);
    const parents = await parentsAmong(processes.map(({ pid }) => pid));
    const pidOf = (name: string) => processes.find((each) => each.name === name)?.pid ?? Number.NaN;
    expect(parents.get(pidOf('leaf.mjs'))).toBe(pidOf('work.py'));
    expect(parents.get(pidOf('work.py'))).toBe(pidOf('app.mjs'));
    expect(await program.go()).toBe('exited 0');
    expect(program.output()).toBe('node app\nwork\nnode leaf\nstatus 0\n');
  });

  test('Python, Node and Python are one session, with a stop in each', async () => {
    const breakpoints = ['app.py: print(before', 'work.mjs: console.log(name)', 'leaf.py: print(leaf)'];
    await using program = await MixedProgram.launch(FILES, 'app.py', { breakpoints, env, runtimeExecutable: python });
    expect(await program.all()).toEqual([
      'breakpoint app.py:4',
      'breakpoint work.mjs:3',
      'breakpoint leaf.py:2',
      'exited 0',
    ]);
    expect(program.output()).toBe('python app\nnode work\npython leaf\nstatus 0\n');
  });

  test('values, watches, assignments and steps are of the language of the stop', async () => {
    const breakpoints = ['app.mjs: console.log(before)', 'work.py: print(name)'];
    await using program = await MixedProgram.launch(FILES, 'app.mjs', { breakpoints, env });
    const { session } = program;
    const limits = { depth: 1, maxChildren: 10, maxTextLength: 80 };
    expect(await program.first()).toBe('breakpoint app.mjs:3');
    await session.inspection.addWatch('name + "!"');
    expect((await session.report(limits)).locals.map(({ name }) => name)).toContain('before');
    expect(await program.go()).toBe('breakpoint work.py:6');
    const report = await session.report(limits);
    expect(report.locals).toMatchObject([
      { name: 'file', type: 'str', value: "'leaf.mjs'" },
      { name: 'name', type: 'str', value: "'work'" },
    ]);
    expect(report.watches).toMatchObject([{ outcome: { kind: 'value', value: "'work!'" } }]);
    expect(report.source?.lines).toContain('    print(name)');
    const evaluated = await session.inspection.evaluate({ expression: '{"a": [1, 2]}', readOnly: false, ...limits });
    if (evaluated.kind !== 'value') throw new Error(JSON.stringify(evaluated));
    const [list] = await session.inspection.variables(evaluated.variablesReference, limits);
    expect(list).toMatchObject({ value: '[1, 2]', children: [{ value: '1' }, { value: '2' }] });
    await session.inspection.setVariable('name', "'assigned'");
    const step = await session.resume('next');
    expect(step).toMatchObject({ kind: 'stopped', reason: 'step', location: { line: 7 } });
    expect(await program.go()).toBe('exited 0');
    expect(program.output()).toContain('assigned\n');
  });

  test('a breakpoint in a process that waits for the stopped one is set when that goes on', async () => {
    const later = `${APP_JS}await new Promise((resolve) => setTimeout(resolve, 500));\nconsole.log('later');\n`;
    const breakpoints = ['work.py: print(name)'];
    await using program = await MixedProgram.launch({ ...FILES, 'app.mjs': later }, 'app.mjs', { breakpoints, env });
    const { session } = program;
    expect(await program.first()).toBe('breakpoint work.py:6');
    const target = { kind: 'line', path: program.path('app.mjs'), line: program.line('app.mjs', "'later'") } as const;
    const { id, state } = await session.breakpoints.set({ target });
    expect(state).toMatchObject({ kind: 'pending', reason: expect.stringContaining('shortly after') });
    await session.setExceptionMode('userUnhandled');
    expect(await program.go()).toBe('breakpoint app.mjs:7');
    expect(session.breakpoints.get(id).state.kind).toBe('verified');
    expect(await program.go()).toBe('exited 0');
  });

  test('stops of two languages at the same time are reported one after the other', async () => {
    const files = {
      'pair.mjs': `import { spawn } from 'node:child_process';
const child = spawn('python', ['tick.py'], { stdio: 'inherit' });
const tick = (n) => n + 1;
let n = 0;
const timer = setInterval(() => (n = tick(n)), 20);
child.on('exit', () => clearInterval(timer));
`,
      'tick.py': `import time

def tick(n):
    return n + 1

for n in range(3):
    tick(n)
    time.sleep(0.02)
`,
    };
    await using program = await MixedProgram.launch(files, 'pair.mjs', { functions: ['tick'], env });
    const stops: string[] = [];
    for (let stop = await program.first(); stop !== 'exited 0'; stop = await program.go()) stops.push(stop);
    expect(stops.filter((stop) => stop.endsWith('tick.py:4'))).toHaveLength(3);
    expect(stops.filter((stop) => stop.endsWith('pair.mjs:3')).length).toBeGreaterThan(2);
  });

  test('an exception that nobody catches stops the process of another language that it is thrown in', async () => {
    const files = {
      'call.mjs': `import { spawnSync } from 'node:child_process';
console.log('status', spawnSync('python', ['fail.py'], { stdio: 'inherit' }).status);
`,
      'fail.py': `def fail(n):
    raise ValueError(n)

fail(3)
`,
    };
    await using program = await MixedProgram.launch(files, 'call.mjs', { exceptionMode: 'uncaught', env });
    expect(await program.all()).toEqual(['exception fail.py:2', 'exited 0']);
    expect(program.output()).toContain('ValueError: 3');
    expect(program.output()).toContain('status 1');
  });

  test('processes in which nothing matters are listed, until a breakpoint is set in one', async () => {
    const files = {
      'start.mjs': `import { fork, spawn } from 'node:child_process';
fork('idle.mjs');
spawn('python', ['idle.py'], { stdio: 'inherit' });
setTimeout(() => process.exit(0), 20_000);
`,
      'idle.mjs': `setInterval(() => {}, 20);
function neverCalled() {
  return 'listed from its start on, it may be adopted before it has loaded its file';
}
`,
      'idle.py': `import time\nwhile True:\n    time.sleep(0.02)\n`,
    };
    await using program = await MixedProgram.launch(files, 'start.mjs', { env });
    const listed = () =>
      program.session
        .summary()
        .processes.map(({ name, language, doing }) => `${name} ${language ?? 'node'} ${doing.kind}`)
        .toSorted();
    await expect
      .poll(listed, { timeout: 10_000 })
      .toEqual(['idle.mjs node unadopted', 'idle.py python unadopted', 'start.mjs node running']);
    const target = { kind: 'line', path: program.path('idle.mjs'), line: 3 } as const;
    const { id } = await program.session.breakpoints.set({ target });
    const state = () => program.session.breakpoints.list().find((each) => each.id === id)?.state.kind;
    await expect.poll(state, { timeout: 10_000 }).toBe('verified');
    expect(listed()).toEqual(['idle.mjs node running', 'idle.py python unadopted', 'start.mjs node running']);
  });

  test('a command that comes to Python alone has run, also where nothing in it matters', async () => {
    const files = { Makefile: 'test:\n\t@python done.py\n', 'done.py': `print('done')\n` };
    await using program = await MixedProgram.launch(files, 'make', { args: ['test'], env });
    expect(await program.first()).toBe('exited 0');
    expect(program.output()).toBe('done\n');
  });

  test('processes of other languages are left alone where that is asked for', async () => {
    const breakpoints = ['work.py: print(name)', 'app.mjs: console.log(before)'];
    await using program = await MixedProgram.launch(FILES, 'app.mjs', { breakpoints, env, followChildren: false });
    expect(await program.all()).toEqual(['breakpoint app.mjs:3', 'exited 0']);
    expect(program.session.breakpoints.list()).toMatchObject([
      { state: { reason: 'processes that the program starts are not followed' } },
      { state: { kind: 'verified' } },
    ]);
  });

  test('what a program does is recorded in all its languages, but in a process that waits for a stopped one', async () => {
    const breakpoints = ['leaf.py: print(leaf)'];
    const files = {
      ...FILES,
      'wait.mjs': WORK_JS,
      'leaf.py': `leaf = 'x'\nprint(leaf)\ndef twice(n):\n    return n * 2\ntwice(3)\n`,
    };
    await using program = await MixedProgram.launch(files, 'wait.mjs', { breakpoints, env });
    expect(await program.first()).toBe('breakpoint leaf.py:2');
    const limits = { maxTextLength: 80, maxEvents: 100, maxRows: 20 };
    const traced = await liveTrace(
      program.session,
      { wanted: { kind: 'calls' }, limits },
      new Deadline(20_000, undefined),
    );
    expect(JSON.stringify(traced.report)).toContain('"twice"');
    expect(traced.report.gaps?.join()).toContain('Nothing of wait.mjs was recorded');
    expect(traced.outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  test('a command that runs Python alone ends as a program does', async () => {
    const breakpoints = ['leaf.py: print(leaf)'];
    await using program = await MixedProgram.launch(FILES, 'make', { args: ['test'], breakpoints, env });
    expect(await program.all()).toEqual(['breakpoint leaf.py:2', 'exited 0']);
    expect(program.output()).toBe('python leaf\n');
  });

  test('a breakpoint in Python that never runs says so when the program ends', async () => {
    const breakpoints = ['leaf.py: print(leaf)'];
    await using program = await MixedProgram.launch(FILES, 'leaf.mjs', { breakpoints, env });
    expect(await program.all()).toEqual(['exited 0']);
    expect(program.session.breakpoints.list()).toMatchObject([
      {
        state: { kind: 'pending', reason: 'no process of Python that could be followed loaded its file', final: true },
      },
    ]);
  });
});
