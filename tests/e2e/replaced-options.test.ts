import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Conversation, converse } from '../support/debug-programs.ts';
import { inspectorPortOf } from '../support/inspector-port.ts';
import { nodeOf } from '../support/node-versions.ts';

const ADDS = `function add(a, b) {\n  return a + b;\n}\nconsole.log('sum', add(1, 2));\n`;
/** Prints the program's view of its own start. */
const SEES = `console.log(JSON.stringify([process.execArgv, process.env.PATH.includes('/mcp-debugger-'), process.env.NODE_OPTIONS.split(' ')[0]]));\n`;
const TESTS = `const { test } = require('node:test');
test('adds', () => {});
test('breaks', () => { const wrong = 4; if (wrong !== 3) throw new Error('wrong'); });\n`;

async function inProject(
  scripts: Readonly<Record<string, string>>,
  talk: (server: Conversation) => Promise<void>,
  path: string = dirname(nodeOf(24).path),
): Promise<void> {
  await converse({ env: { PATH: [path, process.env.PATH].join(':') } }, async (server) => {
    const project = join(server.folder, 'project');
    mkdirSync(project);
    const files = {
      'add.js': ADDS,
      'sees.js': SEES,
      'adds.test.cjs': TESTS,
      'waits.js': 'setInterval(() => {}, 1e6);\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts }));
    await talk(server);
  });
}

test.each([
  ['a size', 'NODE_OPTIONS=--max-old-space-size=300 node add.js'],
  ['nothing', 'NODE_OPTIONS= node add.js'],
  ['an inspector', 'NODE_OPTIONS=--inspect=127.0.0.1:0 node add.js'],
  ['something, one script further', 'NODE_OPTIONS=--no-warnings npm run inner'],
])('a script that sets NODE_OPTIONS to %s is debugged', async (_, start) => {
  await inProject({ start, inner: 'node add.js' }, async ({ ask }) => {
    const { text } = await ask('launch', { program: 'npm start', cwd: 'project', breakpoints: ['add.js:2'] });
    expect(text).toContain('Stopped (breakpoint) at add.js:2');
    expect(text).not.toContain('is not followed');
    expect((await ask('continue')).text).toContain('| sum 3');
  });
});

test.runIf(process.platform === 'linux')(
  'a script file that starts a node by its path is seen by its processes',
  async () => {
    await inProject({}, async ({ ask, folder }) => {
      const line = `NODE_OPTIONS= "${nodeOf(24).path}" waits.js`;
      writeFileSync(join(folder, 'project', 'run.sh'), `${line}\n`);
      const { text } = await ask('launch', { program: 'sh run.sh', cwd: 'project', breakpoints: ['add.js:2'] });
      expect(text).toContain('Still starting');
      expect(text).toMatch(/\[debugger\] Process \d+ \(.* waits\.js\) is not followed:/);
      expect(text).toContain(`run.sh:1 sets NODE_OPTIONS: ${line}`);
    });
  },
);

test('a node that a package manager puts in front does not keep such a script from being debugged', async () => {
  await inProject({}, async ({ ask, folder }) => {
    const wrapper = join(folder, 'wrapper');
    mkdirSync(wrapper);
    writeFileSync(join(wrapper, 'node'), `#!/bin/sh\nexec "${nodeOf(24).path}" "$@"\n`, { mode: 0o755 });
    const manager = `const { spawnSync } = require('node:child_process');
const PATH = ${JSON.stringify(wrapper)} + ':' + process.env.PATH;
spawnSync('sh', ['-c', 'NODE_OPTIONS=--no-warnings node add.js'], { stdio: 'inherit', env: { ...process.env, PATH } });
`;
    writeFileSync(join(folder, 'project', 'manager.js'), manager);
    writeFileSync(join(folder, 'project', 'Makefile'), 'all:\n\tNODE_OPTIONS=--no-warnings node add.js\n');
    const program = 'env node manager.js';
    const stopped = await ask('launch', { program, cwd: 'project', breakpoints: ['add.js:2'] });
    expect(stopped.text).toContain('Stopped (breakpoint) at add.js:2');
    const traced = await ask('trace', { program, cwd: 'project', function: 'add()' });
    expect(traced.text).toContain('returned 3');
  });
});

test('so is a shell line, and its program finds the environment that it would have without a debugger', async () => {
  await inProject({}, async ({ ask }) => {
    const program = 'NODE_OPTIONS=--no-warnings node sees.js && NODE_OPTIONS=--no-warnings node add.js';
    const { text } = await ask('launch', { program, cwd: 'project', breakpoints: ['add.js:2'] });
    expect(text).toContain('Stopped (breakpoint) at add.js:2');
    const seen = /\| (\[.*\])/.exec(text)?.[1] ?? '';
    expect(JSON.parse(seen)).toEqual([[], false, '--no-warnings']);
  });
});

test('a script that opens its inspector to the network is debugged from this machine, and warned of', async () => {
  await inProject({ start: 'node --inspect=0.0.0.0:0 add.js' }, async ({ ask }) => {
    const { text } = await ask('launch', { program: 'npm start', cwd: 'project', breakpoints: ['add.js:2'] });
    expect(text).toContain('Stopped (breakpoint) at add.js:2');
    expect(text).toMatch(/\[debugger\] The inspector of process \d+ \(add\.js\) listens at 0\.0\.0\.0:\d+/);
  });
});

test.runIf(process.platform === 'linux').each([
  ['0.0.0.0', ['pid', 'port']],
  ['[::]', ['port']],
  ['127.0.0.1', ['pid']],
])('so is a program that is attached to, where its inspector is at %s', async (host, ways) => {
  await inProject({}, async ({ ask, folder }) => {
    const script = join(folder, 'project', 'waits.js');
    const waiting = spawn(nodeOf(24).path, [`--inspect=${host}:0`, script], { stdio: 'pipe' });
    try {
      const port = await inspectorPortOf(waiting);
      for (const way of ways) {
        const { text } = await ask('attach', way === 'pid' ? { pid: waiting.pid } : { port });
        expect(text).toContain('Debugger attached to');
        const warning = `Warning: its debugger listens at ${host}:${port}: whoever reaches this machine over the network`;
        if (host === '127.0.0.1') expect(text).not.toContain('Warning');
        else expect(text).toContain(warning);
        await ask('stop');
      }
    } finally {
      waiting.kill('SIGKILL');
    }
  });
});

test('such a script is traced', async () => {
  await inProject({ start: 'NODE_OPTIONS=--no-warnings node add.js' }, async ({ ask }) => {
    for (const program of ['npm start', 'NODE_OPTIONS=--no-warnings node add.js'])
      expect((await ask('trace', { program, cwd: 'project', function: 'add()' })).text).toContain('returned 3');
  });
});

test('the tests that such a script runs are counted', async () => {
  await inProject({ test: 'NODE_OPTIONS=--no-warnings node --test adds.test.cjs' }, async ({ ask }) => {
    const { text } = await ask('test', { program: 'npm test', cwd: 'project' });
    expect(text).toContain('Tests: 1 failed, 1 passed (node-test');
    expect(text).toContain('wrong: number = 4');
  });
});

test('a node that is started by its path is said not to be followed, with what to write', async () => {
  const start = `NODE_OPTIONS=--no-warnings "${nodeOf(24).path}"`;
  await inProject({ start: `${start} waits.js`, ends: `${start} add.js` }, async ({ ask }) => {
    const breakpoints = ['add.js:2'];
    // The answer comes long before that.
    const waits = await ask('launch', { program: 'npm start', cwd: 'project', breakpoints, timeoutMs: 300_000 });
    expect(waits.text).toContain('Still starting');
    expect(waits.text).toMatch(
      /Process \d+ \(sh -c NODE_OPTIONS=.*\) is not followed:\n +\[debugger\] its NODE_OPTIONS/,
    );
    expect(waits.text).toContain('NODE_OPTIONS="$NODE_OPTIONS --its-own"');
    expect(waits.text).toContain(`package.json:1 sets NODE_OPTIONS: {"scripts":`);
    await ask('stop');
    const traced = await ask('trace', { program: 'npm start', cwd: 'project', function: 'add()', timeoutMs: 300_000 });
    expect(traced.text).toMatch(/Process \d+ \(.* waits\.js\) is not followed:/);
    const ends = await ask('launch', { program: 'npm run ends', cwd: 'project', breakpoints });
    expect(ends).toMatchObject({ isError: true, text: expect.stringContaining('is not followed:\nits NODE_OPTIONS') });
  });
});

test.runIf(process.platform === 'linux').each([
  ['NODE_OPTIONS=--inspect-brk=127.0.0.1:0 node add.js', '--inspect-brk'],
  ['node --inspect-brk=127.0.0.1:0 add.js', '--inspect-brk'],
  ['node --inspect-wait=127.0.0.1:0 add.js', '--inspect-wait'],
])('a script that waits for a debugger of its own is said to (%s)', async (start, flag) => {
  await inProject({ start }, async ({ ask }) => {
    const launch = { program: 'npm start', cwd: 'project', breakpoints: ['add.js:2'] };
    const traced = { program: 'npm start', cwd: 'project', function: 'add()' };
    for (const { text } of [await ask('launch', launch), await ask('trace', traced)]) {
      expect(text).toMatch(/Process \d+ \(.*add\.js\) is not followed:/);
      expect(text).toContain(`it waits for a debugger of its own, by ${flag}, before it runs anything.`);
      expect(text).toContain('package.json:1 has it: ');
    }
  });
});
