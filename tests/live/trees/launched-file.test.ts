import { describe, expect, test } from 'vitest';
import { DebuggedProgram } from '../../support/debugged-program.ts';
import { nodeVersions } from '../../support/node-versions.ts';

/** Ways in which a program starts a script: `leaf` is its path, `node` a node. */
const WAYS = {
  fork: `cp.fork(leaf)`,
  'fork with flags': `cp.fork(leaf, [], { execArgv: ['--no-warnings'] })`,
  'fork that sends a message': `cp.fork(leaf).send('hello')`,
  spawn: `cp.spawn(node, [leaf], { stdio: 'inherit' })`,
  'spawn of a detached process': `cp.spawn(node, [leaf], { stdio: 'inherit', detached: true })`,
  'spawn through a shell': `cp.spawn('"' + node + '" "' + leaf + '"', { shell: true, stdio: 'inherit' })`,
  exec: `cp.exec('"' + node + '" "' + leaf + '"', (error, out) => process.stdout.write(out))`,
  execFile: `cp.execFile(node, [leaf], (error, out) => process.stdout.write(out))`,
  execFileSync: `cp.execFileSync(node, [leaf], { stdio: 'inherit' })`,
  spawnSync: `cp.spawnSync(node, [leaf], { stdio: 'inherit' })`,
  'spawn with a wiped environment': `cp.spawn(node, [leaf], { stdio: 'inherit', env: {} })`,
  'execFileSync with other options': `cp.execFileSync(node, [leaf], { stdio: 'inherit', env: { NODE_OPTIONS: '--no-warnings' } })`,
  'a shell in between': `cp.spawn('sh', ['-c', '"$0" "$1"; true', node, leaf], { stdio: 'inherit' })`,
  'a node in between': `cp.spawn(node, ['-e', 'require("child_process").fork(process.argv[1])', leaf], { stdio: 'inherit' })`,
  'a worker thread': `new (require('node:worker_threads').Worker)('require("child_process").fork(' + JSON.stringify(leaf) + ')', { eval: true })`,
} as const;

/** The files of a script: the file with the breakpoint is the last one. */
const KINDS = {
  CommonJS: { 'leaf.cjs': `console.log('leaf'); // stop` },
  'an ES module': { 'leaf.mjs': `console.log('leaf'); // stop` },
  'CommonJS that requires it': {
    'leaf.cjs': `require('./part.cjs');`,
    'part.cjs': `console.log('leaf'); // stop`,
  },
  'CommonJS that imports it': {
    'leaf.cjs': `import('./part.mjs');`,
    'part.mjs': `console.log('leaf'); // stop`,
  },
  'an ES module that imports it': {
    'leaf.mjs': `import './part.mjs';`,
    'part.mjs': `console.log('leaf'); // stop`,
  },
  'an ES module that requires it': {
    'leaf.mjs': `import { createRequire } from 'node:module'; createRequire(import.meta.url)('./part.cjs');`,
    'part.cjs': `console.log('leaf'); // stop`,
  },
} as const;

function mainOf(way: string, leaf: string, isModule: boolean): Record<string, string> {
  const start = `const leaf = require('node:path').join(HERE, '${leaf}'), node = process.execPath;\n${way};\nconsole.log('main');`;
  if (!isModule)
    return { 'main.cjs': `const cp = require('node:child_process');\n${start.replace('HERE', '__dirname')}` };
  const imports = `import cp from 'node:child_process';\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n`;
  return {
    'main.mjs':
      imports +
      start.replace('HERE', 'import.meta.dirname ?? require("node:url").fileURLToPath(new URL(".", import.meta.url))'),
  };
}

function textOf({ session }: DebuggedProgram): string {
  const { chunks } = session.output.since(0, 1_000);
  return chunks.map(({ text }) => text).join('');
}

describe.each(nodeVersions())('a script that Node $major runs', ({ path: node }) => {
  test.each(Object.entries(WAYS))('starts another by %s, which stops at its breakpoint', async (_name, way) => {
    const files = { ...mainOf(way, 'leaf.cjs', false), ...KINDS.CommonJS };
    await using program = await DebuggedProgram.start(node, files, {
      breakpoints: [{ at: '// stop', file: 'leaf.cjs' }],
    });
    expect(await program.firstStop()).toBe('breakpoint [1] leaf.cjs:1');
    expect(await program.go()).toBe('exited 0');
    expect(textOf(program)).toContain('leaf\n');
  });

  test.each(Object.entries(KINDS))('starts %s, which stops before it runs', async (_name, kind) => {
    for (const isModule of [false, true]) {
      const files = { ...mainOf(WAYS.fork, Object.keys(kind)[0] ?? '', isModule), ...kind };
      const file = Object.keys(kind).at(-1) ?? '';
      await using program = await DebuggedProgram.start(node, files, { breakpoints: [{ at: '// stop', file }] });
      expect(await program.firstStop()).toBe(`breakpoint [1] ${file}:1`);
      expect(await program.go()).toBe('exited 0');
    }
  });

  test('clusters: the primary and each worker stop in the file that they share', async () => {
    const files = {
      'app.cjs': `const cluster = require('node:cluster');
if (cluster.isPrimary) {
  let left = 2;
  for (let i = 0; i < 2; i++) cluster.fork().on('exit', () => --left || console.log('all ended'));
} else {
  console.log('worker ' + cluster.worker.id); // stop
  process.exit(0);
}`,
    };
    await using program = await DebuggedProgram.start(node, files, { breakpoints: [{ at: '// stop' }] });
    expect(await program.firstStop()).toBe('breakpoint [1] app.cjs:6');
    expect(await program.go()).toBe('breakpoint [1] app.cjs:6');
    expect(await program.go()).toBe('exited 0');
  });

  test('stops in what a forked process does with a message, by a breakpoint that is set while both run', async () => {
    const files = {
      'main.cjs': `const child = require('node:child_process').fork(__dirname + '/child.cjs');
child.on('message', () => child.kill());
setTimeout(() => child.send(1), 3_000);`,
      'child.cjs': `process.on('message', (n) => {
  const twice = n * 2; // stop
  process.send(twice);
});`,
    };
    await using program = await DebuggedProgram.start(node, files);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const set = await program.breakpoint({ at: '// stop', file: 'child.cjs' });
    expect(set.state).toMatchObject({ kind: 'verified' });
    expect(await program.firstStop()).toBe('breakpoint [1] child.cjs:2');
    expect(await program.go()).toBe('exited 0');
  });
});

describe.each(nodeVersions().slice(-1))('what a command starts in Node $major', ({ path: node }) => {
  const files = {
    'main.cjs': `const { fork } = require('node:child_process');
fork(__dirname + '/idle.cjs').on('exit', () => fork(__dirname + '/leaf.cjs'));`,
    'idle.cjs': `console.log('idle');`,
    'leaf.cjs': `console.log('leaf'); // stop`,
  };
  const command = { program: 'sh', args: ['-c', `"${node}" main.cjs`] };
  const breakpoints = [{ at: '// stop', file: 'leaf.cjs' }];

  test.each([
    { exceptionMode: 'none', expected: 2 },
    { exceptionMode: 'uncaught', expected: 3 },
  ] as const)('comes under control where something is lost otherwise: $exceptionMode', async (each) => {
    const { exceptionMode, expected } = each;
    await using program = await DebuggedProgram.start(node, files, { command, breakpoints, exceptionMode });
    expect(await program.firstStop()).toBe('breakpoint [1] leaf.cjs:1');
    // Each has a number of its own, also those that have ended.
    expect(program.session.summary().threads.at(-1)?.id).toBe(expected);
    expect(await program.go()).toBe('exited 0');
  });
});
