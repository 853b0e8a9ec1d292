import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readProcEntry } from '../../../src/process/process-table.ts';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

const FORKS = `require('node:child_process').fork(__dirname + '/child.cjs');\n`;

function textOf({ session }: DebuggedProgram): string {
  const { chunks } = session.output.since(0, 5_000);
  return chunks.map(({ text }) => text).join('');
}

describe.each(nodeVersions())('processes that Node $major starts', ({ major, path: node }) => {
  test('which are not under control are said to have ended by an uncaught error, with its stack', async () => {
    const files = {
      'main.cjs': `require('node:child_process').fork(__dirname + '/child.cjs', { silent: true }).on('exit', (code) => console.log('child', code));`,
      'child.cjs': `function parse(text) {\n  return JSON.parse(text).total;\n}\nsetTimeout(() => parse('null'), 10);`,
    };
    await using program = await DebuggedProgram.start(node, files);
    expect(await program.firstStop()).toBe('exited 0');
    const text = textOf(program);
    expect(text).toContain('child 1\n');
    expect(text).toMatch(/Process \d+ \(child\.cjs\) ended by an uncaught error\./);
    expect(text).toMatch(/TypeError: Cannot read properties of null[\s\S]*at parse \(.*child\.cjs:2:/);
  });

  test('whose worker threads load a file with a breakpoint are said not to stop there, once', async () => {
    const files = {
      'main.cjs': FORKS,
      'child.cjs': `const { Worker } = require('node:worker_threads');
for (const _ of [1, 2]) new Worker(__dirname + '/task.cjs');`,
      'task.cjs': `console.log('task');`,
    };
    const breakpoints = [{ at: 'task', file: 'task.cjs' }];
    await using program = await DebuggedProgram.start(node, files, { breakpoints });
    expect(await program.firstStop()).toBe('exited 0');
    expect(
      textOf(program).match(/task\.cjs was loaded by a worker thread of process \d+ \(child\.cjs\)/g),
    ).toHaveLength(1);
    expect(program.session.breakpoints.list()).toMatchObject([
      { state: { kind: 'pending', final: true, reason: expect.stringContaining('which was not looked into') } },
    ]);
    const both = { breakpoints: [...breakpoints, { at: 'Worker', file: 'child.cjs' }] };
    await using second = await DebuggedProgram.start(node, files, both);
    expect(await second.firstStop()).toBe('breakpoint [2] child.cjs:1');
    expect(await second.go()).toBe('breakpoint [1] task.cjs:1');
    expect(textOf(second)).not.toContain('was loaded by a worker thread');
  });

  test('with an environment made anew are said not to be followed, and run', async () => {
    const files = {
      'main.cjs': `const { execSync } = require('node:child_process');
execSync('env -i "' + process.execPath + '" child.cjs', { cwd: __dirname, stdio: 'inherit' });`,
      'child.cjs': `console.log('ran');`,
    };
    await using program = await DebuggedProgram.start(node, files, {
      breakpoints: [{ at: 'ran', file: 'child.cjs' }],
    });
    expect(await program.firstStop()).toBe('exited 0');
    expect(textOf(program)).toContain('ran\n');
    expect(textOf(program)).toMatch(/A process \(sh -c env -i .*child\.cjs\) is not followed:\nits NODE_OPTIONS/);
  });

  test('with the permission model are said not to be followed, and run', async () => {
    const flag = major === 20 ? '--experimental-permission' : '--permission';
    const files = {
      'main.cjs': `require('node:child_process').fork(__dirname + '/child.cjs', { execArgv: ['${flag}', '--allow-fs-read=' + __dirname + '/*', '--no-warnings'] });`,
      'child.cjs': `console.log('ran');`,
    };
    await using program = await DebuggedProgram.start(node, files, {
      breakpoints: [{ at: 'ran', file: 'child.cjs' }],
    });
    expect(await program.firstStop()).toBe('exited 0');
    expect(textOf(program)).toContain('ran\n');
    expect(textOf(program)).toMatch(/Process \d+ \(.*child\.cjs\) is not followed:\nit runs with the permission model/);
  });

  test('are left alone where that was asked for', async () => {
    const files = { 'main.cjs': FORKS, 'child.cjs': `console.log('ran');` };
    const breakpoints = [{ at: 'ran', file: 'child.cjs' }];
    await using program = await DebuggedProgram.start(node, files, { breakpoints, followChildren: false });
    expect(await program.firstStop()).toBe('exited 0');
    expect(textOf(program)).toBe('ran\n');
  });

  test('run on when the program has ended that started them', async () => {
    const files = {
      'main.cjs': `const child = require('node:child_process').spawn(process.execPath, [__dirname + '/child.cjs'], { detached: true, stdio: 'ignore' });
child.unref();
setTimeout(() => {}, 1_500);`,
      'child.cjs': `const { writeFileSync } = require('node:fs');
writeFileSync(__dirname + '/stands', ''); // stop
writeFileSync(__dirname + '/ran', '');`,
    };
    await using program = await DebuggedProgram.start(node, files, {
      breakpoints: [{ at: '// stop', file: 'child.cjs' }],
    });
    expect(await program.firstStop()).toBe('breakpoint [1] child.cjs:2');
    await expect.poll(() => program.session.state.kind, { timeout: 10_000 }).toBe('exited');
    await expect.poll(() => existsSync(program.path('ran')), { timeout: 5_000 }).toBe(true);
    expect(textOf(program)).toMatch(/Process \d+ \(child\.cjs\) goes on without the debugger/);
    const [breakpoint] = program.session.breakpoints.list();
    expect(breakpoint?.cutShort).toMatchObject({ kind: 'unseen', what: expect.stringContaining('goes on without') });
  });

  test('end with the session, wherever they stand', async () => {
    const files = {
      'main.cjs': `for (let i = 0; i < 3; i++) ${FORKS}setInterval(() => {}, 1_000);`,
      'child.cjs': `console.log(process.pid); // stop\nsetInterval(() => {}, 1_000);`,
    };
    const program = await DebuggedProgram.start(node, files, { breakpoints: [{ at: '// stop', file: 'child.cjs' }] });
    expect(await program.firstStop()).toBe('breakpoint [1] child.cjs:1');
    expect(await program.go()).toBe('breakpoint [1] child.cjs:1');
    await sleep(300);
    const pids = program.session.summary().threads.flatMap(({ pid }) => pid ?? []);
    expect(pids).toHaveLength(4);
    await program[Symbol.asyncDispose]();
    expect(pids.filter((pid) => readProcEntry(pid)?.zombie === false)).toEqual([]);
  });
});
