import type { SeededProgram } from './generate.ts';

const node = (
  name: string,
  file: string,
  kind: SeededProgram['kinds'][number],
  text: string,
  more: Partial<SeededProgram> = {},
): SeededProgram => ({ name, language: 'node', file, kinds: [kind], text, ...more });

/** Node programs that hang, each in one way. */
export const NODE_HANGS: readonly SeededProgram[] = [
  node(
    'flag-never-set',
    'main.cjs',
    'busy loop',
    `
let $a = false;
function $b() {
  let $c = 0;
  while (!$a) { // @here
    $c += 1;
  }
  return $c;
}
function $d() {
  return $b();
}
console.log($d());
`,
  ),
  node(
    'loop-that-calls',
    'main.mjs',
    'busy loop',
    `
function $a($b) {
  let $c = 0;
  for (let i = 0; i < 1000; i++) $c += i * $b;
  return $c;
}
function $d($e) {
  let $f = 0;
  while ($e.open) { // @here
    $f = ($f + $a(3)) % 11;
  }
  return $f;
}
console.log($d({ open: true }));
`,
  ),
  node(
    'wrong-direction',
    'main.cjs',
    'busy loop',
    `
function $a($b) {
  let $c = 0;
  for (let $d = 1; $d < $b; $d--) { // @here
    $c ^= $d;
  }
  return $c;
}
$a(100);
`,
  ),
  node(
    'overshoot',
    'main.mjs',
    'busy loop',
    `
function $a($b) {
  let $c = 0;
  while ($c !== $b) { // @here
    $c += 0.3;
  }
  return $c;
}
$a(1);
`,
  ),
  node(
    'search-that-stays',
    'main.cjs',
    'busy loop',
    `
function $a($b, $c) {
  let $d = 0;
  let $e = $b.length;
  while ($d < $e) { // @here
    const $f = Math.floor(($d + $e) / 2);
    if ($b[$f] <= $c) $d = $f;
    else $e = $f;
  }
  return $d;
}
console.log($a([1, 3, 5, 7, 9, 11], 6));
`,
  ),
  node(
    'queue-that-refills',
    'main.cjs',
    'busy loop',
    `
const $a = [{ id: 1, ready: false }, { id: 2, ready: false }, { id: 3, ready: false }];
function $b($c) {
  while ($c.length > 0) { // @here
    const $d = $c.shift();
    if (!$d.ready) $c.push($d);
  }
}
$b($a);
`,
  ),
  node(
    'no-way-out',
    'main.mjs',
    'busy loop',
    `
class $a {
  count = 0;
  step($c) {
    this.count += $c;
  }
  run() {
    while (true) { // @here
      this.step(2);
      if (this.count > 1e6) this.count = 0;
    }
  }
}
new $a().run();
`,
  ),
  node(
    'ring-of-nodes',
    'main.cjs',
    'busy loop',
    `
const $a = { id: 1 };
const $b = { id: 2, next: $a };
$a.next = { id: 3, next: $b };
function $c($d) {
  let $e = 0;
  let $f = $d;
  while ($f) { // @here
    $e += $f.id;
    $f = $f.next;
  }
  return $e;
}
$c($b);
`,
  ),
  node(
    'recursion-in-loop',
    'main.cjs',
    'busy loop',
    `
const $a = { solved: false };
function $b($c) {
  return $c === 0 ? 1 : $b($c - 1) + $b($c - 1);
}
function $d() {
  do { // @here
    $b(9);
  } while (!$a.solved);
}
$d();
`,
  ),
  node(
    'worker-loops',
    'main.cjs',
    'busy loop',
    `
const { Worker } = require('node:worker_threads');
const { join } = require('node:path');
new Worker(join(__dirname, 'worker.cjs')).on('message', ($a) => console.log($a));
`,
    {
      others: {
        'worker.cjs': `
const { parentPort } = require('node:worker_threads');
function $b($c) {
  let $d = 0;
  while ($c.pending) { // @here
    $d += 1;
  }
  return $d;
}
parentPort.postMessage($b({ pending: true }));
`,
      },
    },
  ),
  node(
    'child-loops',
    'main.mjs',
    'busy loop',
    `
import { fork } from 'node:child_process';
import { once } from 'node:events';
const $a = fork(new URL('./child.mjs', import.meta.url).pathname);
await once($a, 'exit');
`,
    {
      timeoutMs: 2_500,
      others: {
        'child.mjs': `
const $b = { done: false };
function $c() {
  let $d = 0;
  for (;;) { // @here
    if ($b.done) return $d;
    $d = ($d + 1) % 1000;
  }
}
$c();
`,
      },
    },
  ),
  node(
    'immediate-poll',
    'main.cjs',
    'busy event loop',
    `
let $a = false;
function $b() { // @here
  if ($a) return;
  setImmediate($b);
}
$b();
`,
  ),
  node(
    'async-poll',
    'main.mjs',
    'busy event loop',
    `
let $a = false;
const $b = () => new Promise((resolve) => setImmediate(resolve));
async function $c() {
  while (!$a) { // @here
    await $b();
  }
}
await $c();
`,
  ),
  node(
    'microtask-poll',
    'main.cjs',
    'busy event loop',
    `
const $a = { done: false };
async function $b() {
  let $c = 0;
  while (!$a.done) { // @here
    $c = (await $c) === 0 ? 1 : 0;
  }
}
$b();
`,
  ),
  node(
    'timer-poll',
    'main.cjs',
    'busy event loop',
    `
const $a = { ready: false };
function $b() { // @here
  if (!$a.ready) setTimeout($b, 4);
}
$b();
`,
  ),
  node(
    'tick-starves',
    'main.cjs',
    'busy event loop',
    `
const $a = [];
function $b() { // @here
  if ($a.length === 0) process.nextTick($b);
}
$b();
`,
  ),
  node(
    'promise-never-settled',
    'main.mjs',
    'waiting',
    `
setInterval(() => {}, 60_000);
async function $a() {
  await new Promise(() => {}); // @here
}
async function $b() {
  const $c = await $a();
  return $c;
}
await $b();
`,
  ),
  node(
    'socket-without-answer',
    'main.cjs',
    'waiting',
    `
const net = require('node:net');
const { once } = require('node:events');
async function $a($b) {
  const $c = net.connect($b, '127.0.0.1');
  $c.write('hello');
  const [$d] = await once($c, 'data'); // @here
  return $d;
}
const $e = net.createServer(() => {});
$e.listen(0, '127.0.0.1', async () => {
  await $a($e.address().port);
  $e.close();
});
`,
  ),
  node(
    'child-never-ends',
    'main.mjs',
    'waiting',
    `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
async function $a() {
  const $b = spawn('sleep', ['300']);
  await once($b, 'exit'); // @here
}
await $a();
`,
  ),
  node(
    'far-timer',
    'main.cjs',
    'waiting',
    `
function $a() { // @here
  console.log('late');
}
setTimeout($a, 3_600_000);
`,
  ),
  node(
    'command-blocks',
    'main.cjs',
    'blocked call',
    `
const { execSync } = require('node:child_process');
function $a($b) {
  return execSync($b).toString(); // @here
}
setTimeout(() => $a('sleep 300'), 50);
`,
  ),
  node(
    'pipe-without-writer',
    'main.mjs',
    'blocked call',
    `
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
const $a = new URL('./pipe', import.meta.url).pathname;
execFileSync('mkfifo', [$a]);
function $b($c) {
  return readFileSync($c, 'utf8'); // @here
}
$b($a);
`,
  ),
  node(
    'endless-regex',
    'main.cjs',
    'blocked call',
    `
const $a = /^(\\w+\\s?)+$/;
function $b($c) {
  return $a.test($c); // @here
}
console.log($b('one two three four five six seven eight nine ten eleven twelve!'));
`,
  ),
  node(
    'nobody-notifies',
    'main.cjs',
    'blocked call',
    `
const $a = new Int32Array(new SharedArrayBuffer(8));
function $b($c) {
  Atomics.wait($a, $c, 0); // @here
}
$b(1);
`,
  ),
  node(
    'key-takes-for-ever',
    'main.cjs',
    'blocked call',
    `
const { pbkdf2Sync } = require('node:crypto');
function $a($b) {
  return pbkdf2Sync($b, 'salt', 2_000_000_000, 64, 'sha512'); // @here
}
$a('secret');
`,
  ),
  node(
    'workers-hold-locks',
    'main.cjs',
    'deadlock',
    `
const { Worker } = require('node:worker_threads');
const { join } = require('node:path');
const $a = new Int32Array(new SharedArrayBuffer(16));
for (const [first, second] of [[0, 1], [1, 0]]) {
  new Worker(join(__dirname, 'worker.cjs'), { workerData: { locks: $a, first, second } });
}
`,
    {
      others: {
        'worker.cjs': `
const { workerData } = require('node:worker_threads');
const { locks: $b, first, second } = workerData;
function $c($d) {
  while (Atomics.compareExchange($b, $d, 0, 1) !== 0) {
    Atomics.wait($b, $d, 1); // @here
  }
}
$c(first);
Atomics.add($b, 2, 1);
while (Atomics.load($b, 2) < 2) Atomics.wait($b, 3, 0, 10);
$c(second);
`,
      },
    },
  ),
  node(
    'await-at-top-ends',
    'main.mjs',
    'ended early',
    `
async function $a() {
  await new Promise(() => {}); // @here
}
await $a();
console.log('never');
`,
  ),
  node(
    'main-ends-in-silence',
    'main.cjs',
    'ended early',
    `
const { EventEmitter } = require('node:events');
const $a = new EventEmitter();
async function $b() {
  const $c = await new Promise((resolve) => $a.once('done', resolve)); // @here
  return $c;
}
async function $d() {
  await $b();
  console.log('never');
}
$d();
`,
  ),
];
