import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeVersions } from '../../../support/node-versions.ts';
import { buildTracer, ProgramFolder } from '../../../support/traced-program.ts';

const folder = new ProgramFolder();
const WANTED = {
  kind: 'frame',
  place: { kind: 'function', name: 'target' },
  call: { kind: 'first' },
} as const;
const TASK = `const { parentPort } = WORKERS;
function target(n) { return n + 1 }
const seen = [target(1), process.env.NODE_OPTIONS, process.env.A, process.execArgv.join()].join(' ');
if (parentPort) parentPort.postMessage(seen); else console.log(seen);
`;
/** Ways to start a worker, in a program that has `task` and `module`. */
const WORKERS = {
  plain: 'start(task)',
  'with an empty environment': 'start(task, { env: {} })',
  'with an environment and options': "start(task, { env: { A: '1' }, execArgv: ['--no-warnings'] })",
  'with options alone': 'start(task, { execArgv: [] })',
  'that shares the environment': 'start(task, { env: SHARE_ENV, execArgv: [] })',
  'of an ES module': 'start(module)',
  'of an ES module, by its URL': "start(new URL('file://' + module), { env: {} })",
  'of a text': "start('require(' + JSON.stringify(task) + ')', { eval: true })",
  'of its own class': 'new (class Other extends Worker {})(task, { env: {} }).on("message", console.log)',
  'in a worker':
    'start("const { Worker, parentPort } = require(\'worker_threads\'); new Worker(" + JSON.stringify(task) + ", { env: {} }).on(\'message\', (x) => parentPort.postMessage(x))", { eval: true })',
};
/** Ways to start a process. */
const CHILDREN = {
  fork: 'child.fork(task)',
  'fork with an environment': 'child.fork(task, [], { env: {}, execArgv: [] })',
  'fork with options': "child.fork(task, [], { env: { NODE_OPTIONS: '--no-warnings', A: '1' } })",
  spawn: "child.spawn(process.execPath, [task], { env: {}, stdio: 'inherit' })",
  exec: 'child.exec(process.execPath + " " + task, { env: {} }, (error, out) => console.log(error, out))',
  'spawn of an ES module, synchronously': "child.spawnSync(process.execPath, [module], { env: {}, stdio: 'inherit' })",
  cluster:
    "const cluster = require('node:cluster'); cluster.setupPrimary({ exec: task }); cluster.fork({ A: '1' }).on('online', function () { this.disconnect() })",
};

/** Children that their parent ends at their first message. */
const ENDED = {
  worker: `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
function target(n) { return n + 1 }
if (isMainThread) { const worker = new Worker(__filename); worker.on('message', () => worker.terminate()); }
else { parentPort.postMessage([1, 2, 3].map(target)); setInterval(() => {}, 1000); }
`,
  fork: `const child = require('node:child_process');
function target(n) { return n + 1 }
if (!process.send) { const one = child.fork(__filename); one.on('message', () => one.kill('SIGKILL')); }
else { process.send([1, 2, 3].map(target)); setInterval(() => {}, 1000); }
`,
};

beforeAll(async () => {
  await buildTracer();
  folder.write('task.cjs', TASK.replace('WORKERS', "require('node:worker_threads')"));
  folder.write('module.mjs', `import workers from 'node:worker_threads';\n${TASK.replace('WORKERS', 'workers')}`);
});
afterAll(() => folder.remove());

const HEAD = `const { Worker, SHARE_ENV } = require('node:worker_threads'); const child = require('node:child_process');
const task = __dirname + '/task.cjs', module_ = __dirname + '/module.mjs';
const start = (file, options) => { const worker = new Worker(file, options); console.log(worker.constructor === Worker, worker instanceof Worker, Worker.name); return worker.on('message', console.log) };
`;

describe.each(nodeVersions())('on Node $major', ({ path }) => {
  test.each(Object.entries({ ...WORKERS, ...CHILDREN }))('%s is traced, and does not see it', async (name, text) => {
    const file = folder.write(`${name.replace(/\W+/g, '-')}.cjs`, HEAD + text.replace(/\bmodule\b/g, 'module_'));
    const plain = await folder.plain(path, [file]);
    const { records, ...traced } = await folder.traced(path, [file], WANTED);
    expect(traced).toEqual(plain);
    expect(records.filter(({ kind }) => kind === 'call')).toHaveLength(1);
    // No thread of Node's own is taken for one of the program.
    expect(records.filter(({ kind }) => kind === 'process')).toHaveLength(name === 'in a worker' ? 3 : 2);
  });

  test.each(Object.entries(ENDED))('%s that is ended when it has answered loses nothing', async (name, text) => {
    const file = folder.write(`ended-${name}.cjs`, text);
    const values = { kind: 'values', points: [{ id: 1, place: WANTED.place, expressions: [] }] } as const;
    const { records } = await folder.traced(path, [file], values);
    expect(records.findLast(({ kind }) => kind === 'pointTotal')).toMatchObject({ passes: 3 });
    const last = await folder.traced(path, [file], { ...WANTED, call: { kind: 'last' } });
    expect(last.records.findLast(({ kind }) => kind === 'call')).toMatchObject({
      number: 3,
      end: { kind: 'returned' },
    });
  });
});
