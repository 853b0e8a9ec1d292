import { program } from '../oracle/corpus-run.ts';

/** Programs of several files, and what belongs to files. */
export const MODULES = [
  program(
    'ES modules: imports of all kinds, live bindings, a default',
    `import defaultName, { count, bump, rename as other } from './lib.mjs';
import * as all from './lib.mjs';
export let shared = 0;
export function target(list) {
  bump();
  shared += count;
  const sum = list.map(other).reduce((a, b) => a + b, shared);
  const made = new defaultName(sum);
  shared = made.twice();
  return [shared, all.count, Object.keys(all).length];
}
console.log(target([1, 2]));`,
    {
      file: 'main.mjs',
      isAlone: true,
      more: {
        'lib.mjs': `export let count = 1;
export const bump = () => { count++; };
function rename(n) { return n * 10; }
export { rename };
export default class { constructor(n) { this.n = n; } twice() { return this.n * 2; } }`,
      },
    },
  ),
  program(
    'top-level await, dynamic imports and import.meta',
    `const { default: make } = await import('./late.mjs');
const wait = await new Promise((done) => setTimeout(done, 2, 5));
async function target(n) {
  const lazy = await import('./late.mjs');
  let text = import.meta.url.slice(0, 5);
  for (const key of Object.keys(lazy)) text += key;
  try {
    await import('node:nowhere');
  } catch (error) {
    text += error.code;
  }
  return [text, lazy.default(n)];
}
console.log(await target(wait), make(1));`,
    { file: 'main.mjs', isAlone: true, more: { 'late.mjs': 'export default (n) => n + 1;\nexport const late = 3;' } },
  ),
  program(
    'CommonJS: what is required, cycles, exports that are set',
    `exports.early = 'early';
const { helper, seen } = require('./helper.cjs');
const path = require('node:path');
exports.target = function target(name) {
  const own = path.join(path.sep, helper(name), '..', 'x');
  let loads = seen.length;
  const again = require('./helper.cjs');
  loads += again.seen === seen ? 10 : 0;
  module.exports.late = own;
  return { own, loads };
};
console.log(exports.target('dir'));`,
    {
      more: {
        'helper.cjs': `const main = require('./main.cjs');
exports.seen = [main.early];
exports.helper = (name) => { exports.seen.push(name); return name.toUpperCase(); };`,
      },
    },
  ),
  program(
    'JSON and files that are read and written',
    `const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
process.chdir(__dirname);
async function target(config) {
  let left = 0;
  try {
    writeFileSync('config.json', JSON.stringify(config, null, 1));
    const parsed = JSON.parse(readFileSync('config.json', 'utf8'), (key, value) => (key === 'n' ? value + 1 : value));
    const text = await readFile('config.json', 'utf8');
    left = text.length - JSON.stringify(parsed).length;
    JSON.parse(text.slice(1));
  } catch (error) {
    left += error.name.length;
  } finally {
    rmSync('config.json');
  }
  return [left, existsSync('config.json')];
}
target({ n: 1, list: [null, { deep: [] }] }).then(console.log);`,
    { points: [{ line: 11, expressions: ['left', 'text.length', 'parsed.list'] }], isAlone: true },
  ),
  program(
    'workers: the same function in each thread',
    `const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
function target(n) {
  let sum = 0;
  for (let i = 0; i <= n; i++) sum += i;
  return { sum, isMainThread };
}
if (isMainThread) {
  const first = target(3);
  const worker = new Worker(__filename, { workerData: 5 });
  worker.once('message', (message) => console.log(first, message));
} else {
  parentPort.postMessage(target(workerData));
}`,
    { isAlone: true },
  ),
  program(
    'children: forked and spawned',
    `const { fork, spawnSync } = require('node:child_process');
function target(text) {
  const parts = text.split('');
  parts.reverse();
  if (process.send) process.send(parts.join(''));
  return parts.length;
}
if (process.argv[2]) {
  console.log(target(process.argv[2]));
  if (process.send) process.disconnect();
} else {
  console.log(spawnSync(process.execPath, [__filename, 'spawned'], { encoding: 'utf8' }).stdout);
  fork(__filename, ['forked!']).on('message', (message) => console.log(message));
}`,
    { isAlone: true },
  ),
  program(
    'a run that ends in the middle of a call',
    `function finish(code) { process.exitCode = code; process.exit(); }
function target(n) {
  const state = { n };
  while (state.n > 0) {
    state.n--;
    if (state.n === 2) finish(3);
  }
  return state;
}
console.log('begin');
target(5);`,
    { isAlone: true },
  ),
  program(
    'a server and its client',
    `const http = require('node:http');
function target(request) {
  const url = new URL(request.url, 'http://localhost');
  const name = url.searchParams.get('name') ?? 'nobody';
  if (name === 'nobody') return [404, name];
  const count = (target.count = (target.count ?? 0) + 1);
  return [200, \`hello \${name} \${count}\`];
}
const server = http.createServer((request, response) => {
  const [status, body] = target({ url: request.url });
  response.writeHead(status).end(body);
});
server.listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port;
  const texts = [];
  for (const path of ['/', '/?name=ann']) texts.push(await (await fetch(base + path)).text());
  console.log(texts);
  server.close();
  server.closeAllConnections();
});`,
    { call: { kind: 'number', number: 2 }, isAlone: true },
  ),
];
